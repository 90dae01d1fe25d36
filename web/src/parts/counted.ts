/** A number with its word: `1 entry`, `2,941 entries`. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`;
}
