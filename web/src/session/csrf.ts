// The value that every request that changes something carries, where people sign in.
let value = "";

export function setCsrf(csrf: string): void {
  value = csrf;
}

export function csrfHeader(): Record<string, string> {
  return value ? { "X-CSRF-Token": value } : {};
}

const SIGNED_OUT = "synslator:signed-out";

/** Tell the page that the server no longer knows who is asking. */
export function noteSignedOut(): void {
  window.dispatchEvent(new Event(SIGNED_OUT));
}

export function onSignedOut(listener: () => void): () => void {
  window.addEventListener(SIGNED_OUT, listener);
  return () => window.removeEventListener(SIGNED_OUT, listener);
}
