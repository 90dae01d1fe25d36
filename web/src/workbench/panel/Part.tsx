// A part of the side panel that can be folded up; what is folded stays so.
import { useId, type ReactNode } from "react";
import { usePreferences } from "../preferences";

interface PartProps {
  /** What it is remembered by. */
  name: string;
  title: string;
  count?: number;
  hint?: string;
  /** Stands beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Part({ name, title, count = 0, hint, aside, children }: PartProps) {
  const { preferences, change } = usePreferences();
  const id = useId();
  const open = !preferences.folded.includes(name);
  const fold = () =>
    change({ folded: open ? [...preferences.folded, name] : preferences.folded.filter((one) => one !== name) });
  return (
    <section className="part" aria-labelledby={id}>
      <div className="part-head">
        <h2 className="part-title">
          <button type="button" id={id} aria-expanded={open} onClick={fold}>
            {title}
            {count > 0 && <span className="figure"> {count}</span>}
            {hint && <small> {hint}</small>}
          </button>
        </h2>
        {aside}
      </div>
      {open && <div className="part-body">{children}</div>}
    </section>
  );
}
