// Names the browser's window or tab after the view in it.
import { useEffect } from "react";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Synslator`;
  }, [title]);
}
