// Catches what a view throws, so that one fault does not leave an empty window.
import { Component, type ReactNode } from "react";

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <section className="notice" role="alert">
        <h1>This view has failed</h1>
        <p>What was saved is safe on the server. Reloading the page usually helps.</p>
        <pre className="fault">{this.state.error.message}</pre>
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </section>
    );
  }
}
