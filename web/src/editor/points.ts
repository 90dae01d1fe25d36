// The server counts characters, the browser counts UTF-16 units; here one becomes the other.

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** Where the character number `point` of a text begins, in UTF-16 units. */
export function toUnits(text: string, point: number): number {
  if (!PAIR.test(text)) return Math.min(point, text.length);
  let units = 0;
  for (const character of text) {
    if (point <= 0) break;
    point -= 1;
    units += character.length;
  }
  return units;
}

/** How many characters stand before a place given in UTF-16 units. */
export function toPoints(text: string, unit: number): number {
  const before = text.slice(0, unit);
  return PAIR.test(before) ? [...before].length : before.length;
}
