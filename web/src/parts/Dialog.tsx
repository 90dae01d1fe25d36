// A window in the page: the browser keeps the focus in it and gives it back.
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "../messages";

interface DialogProps {
  title: string;
  close: () => void;
  wide?: boolean;
  children: ReactNode;
}

export function Dialog({ title, close, wide = false, children }: DialogProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it is still in the page, so that the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser would begin at the button that closes it, and what is typed would be lost.
    dialog?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        // A search field would keep the key to itself, to be emptied.
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="button quiet" onClick={close} aria-label={t("common.close")}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
