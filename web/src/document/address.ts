// The address of the page names the open segment, so that a reload and a link lead back to it.

const NAMED = /^#segment-(\d+)$/;

/** The segment that an address names, if it names one. */
export function segmentInAddress(hash: string): number | null {
  const found = NAMED.exec(hash);
  return found ? Number(found[1]) : null;
}

/** Name a segment in the address of the page, without a step in the browser's history. */
export function nameInAddress(segment: number): void {
  window.history.replaceState(window.history.state, "", `#segment-${segment}`);
}
