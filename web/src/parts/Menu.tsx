// A button with a list under it.
import { useEffect, useRef, type ReactNode } from "react";

interface MenuProps {
  label: string;
  /** By which a screen reader knows it, where the label alone says too little. It begins with the label. */
  name?: string;
  quiet?: boolean;
  children: ReactNode;
}

export function Menu({ label, name, quiet = false, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const details = element.current;
      if (!details?.open) return;
      const outside = event.type === "pointerdown" && !details.contains(event.target as Node);
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      if (outside || escaped || event.type === "click") details.open = false;
    };
    const details = element.current;
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    const list = details?.querySelector(".menu-list");
    list?.addEventListener("click", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
      list?.removeEventListener("click", close);
    };
  }, []);
  return (
    <details className="menu" ref={element}>
      <summary className={quiet ? "button quiet" : "button"} aria-label={name}>
        {label}
      </summary>
      <div className="menu-list">{children}</div>
    </details>
  );
}
