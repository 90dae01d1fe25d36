// Which kind of thing a dropped file is: a memory, a termbase, or a document to be translated.
export type FileKind = "document" | "memory" | "termbase";

/** The files of an exchange format can only be one thing; a table is a document until somebody says otherwise. */
export function kindOf(name: string): FileKind {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return ending === "tmx" ? "memory" : ending === "tbx" ? "termbase" : "document";
}

export function nameWithoutExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
