// What is not saved yet, also kept in the browser, so that a closed or crashed page loses nothing.
import type { Outbox, Unsaved } from "./outbox";

type Stashed = [number, Pick<Unsaved, "text" | "version" | "confirm">][];

const all = (document: number) => `synslator.unsaved.${document}.`;
const alive = (client: string) => `synslator.page.${client}`;

export function stash(document: number, client: string, outbox: Outbox): void {
  const key = all(document) + client;
  try {
    if (outbox.unsaved.size === 0) localStorage.removeItem(key);
    else {
      const kept: Stashed = [...outbox.unsaved].map(([segment, { text, version, confirm }]) => [
        segment,
        { text, version, confirm },
      ]);
      localStorage.setItem(key, JSON.stringify(kept));
    }
  } catch {
    // A browser that stores nothing still has it in the page.
  }
}

/** Hold a lock for as long as the page lives: it tells other pages that this one looks after its own. */
export function stayAlive(client: string): () => void {
  let leave = () => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));
  void navigator.locks?.request(alive(client), () => gone);
  return leave;
}

/** What pages of this document left behind that are not there any more. */
export async function unstash(document: number, outbox: Outbox): Promise<Outbox> {
  try {
    const held = (await navigator.locks?.query())?.held ?? [];
    const living = new Set(held.map((lock) => lock.name));
    const unsaved = new Map(outbox.unsaved);
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(all(document)))) {
      if (living.has(alive(key.slice(all(document).length)))) continue;
      for (const [segment, { text, version, confirm }] of JSON.parse(localStorage.getItem(key) ?? "[]") as Stashed) {
        unsaved.set(segment, { text, caret: text.length, version, seq: 0, confirm, ask: confirm, refused: null });
      }
      localStorage.removeItem(key);
    }
    return { ...outbox, unsaved };
  } catch {
    return outbox;
  }
}
