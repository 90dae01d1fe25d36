// What can be downloaded of a document.

export const EXPORTS = [
  ["document", "Translated document"],
  ["xliff", "XLIFF"],
  ["tmx", "TMX"],
  ["table", "Bilingual table (DOCX)"],
  ["text", "Plain text"],
  ["original", "Original file"],
] as const;

export function exportAddress(document: number, kind: (typeof EXPORTS)[number][0]): string {
  return `/api/documents/${document}/export?kind=${kind}`;
}
