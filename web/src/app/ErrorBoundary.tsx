// Catches what a view throws, so that one fault does not leave an empty window.
import { Component, type ReactNode } from "react";
import { t } from "../messages";

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <section className="notice" role="alert">
        <h1>{t("frame.failed")}</h1>
        <p>{t("frame.failedHelp")}</p>
        <pre className="fault">{this.state.error.message}</pre>
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          {t("frame.reload")}
        </button>
      </section>
    );
  }
}
