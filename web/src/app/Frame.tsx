// What surrounds every view: the way to the content, the header, the banner, the status line.
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ConnectionBanner } from "../connection/ConnectionBanner";
import type { Connection } from "../connection/connection";
import { t, useTranslation } from "../messages";
import { LanguageMenu } from "../messages/LanguageMenu";
import { placeOf } from "../projects/tabs/tabs";
import { ThemeButton } from "../theme/ThemeButton";
import { SystemMenu } from "./SystemMenu";

interface FrameProps {
  connection: Connection;
  retry: () => void;
  children: ReactNode;
}

export function Frame({ connection, retry, children }: FrameProps) {
  const { t } = useTranslation();
  const content = useFocusOnMove();
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t("frame.skip")}
      </a>
      <header className="header">
        <Link href="/" className="name" aria-label={t("frame.home")}>
          Syn<b>slator</b>
        </Link>
        <nav aria-label={t("frame.main")}>
          <Link href="/" className="crumb">
            {t("frame.projects")}
          </Link>
          <Link href="/resources" className="crumb">
            {t("frame.resources")}
          </Link>
        </nav>
        <div id="header-slot" className="header-slot" />
        <SystemMenu connection={connection} />
        <LanguageMenu />
        <ThemeButton />
        <div id="header-end" />
      </header>
      <ConnectionBanner connection={connection} retry={retry} />
      <main id="content" className="content" tabIndex={-1} ref={content}>
        {children}
      </main>
      <footer className="status">
        <div id="status-slot" className="status-slot" />
        <span>{statusLine(connection)}</span>
      </footer>
    </div>
  );
}

/** Lead the keyboard and the screen reader to a view that was just opened, as a page load would. */
function useFocusOnMove() {
  const content = useRef<HTMLElement>(null);
  const [address] = useLocation();
  const before = useRef(address);
  useEffect(() => {
    if (placeOf(before.current) !== placeOf(address)) content.current?.focus();
    before.current = address;
  }, [address]);
  return content;
}

function statusLine(connection: Connection): string {
  switch (connection.phase) {
    case "connecting":
      return t("frame.connecting");
    case "connected":
      return `Synslator ${connection.health.version}`;
    case "lost":
      return t("frame.notConnected");
  }
}
