// Places of the frame that others fill: in the header, at its end, and in the status line.
import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

function Into({ slot, children }: { slot: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(slot)), [slot]);
  return place && createPortal(children, place);
}

export const InHeader = ({ children }: { children: ReactNode }) => <Into slot="header-slot">{children}</Into>;
export const AtHeaderEnd = ({ children }: { children: ReactNode }) => <Into slot="header-end">{children}</Into>;
export const InStatus = ({ children }: { children: ReactNode }) => <Into slot="status-slot">{children}</Into>;
