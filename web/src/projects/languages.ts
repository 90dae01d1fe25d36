// Language tags: whether two of them name the same language, as the server sees it.

interface Pair {
  source_language: string;
  target_language: string;
}

/** Whether one tag takes the other: zh takes zh-CN, and zh-CN takes zh. */
export function sameLanguage(wanted: string, found: string): boolean {
  const [ours, theirs] = [wanted, found].map((tag) => tag.trim().toLowerCase().replaceAll("_", "-").split("-"));
  const shared = Math.min(ours?.length ?? 0, theirs?.length ?? 0);
  return ours?.slice(0, shared).join("-") === theirs?.slice(0, shared).join("-");
}

/** Whether a model or a memory is of a language pair. */
export function servesPair(one: Pair, source: string, target: string): boolean {
  return sameLanguage(one.source_language, source) && sameLanguage(one.target_language, target);
}

const BY_CHARACTER = new Set(["zh", "ja", "th", "lo", "km", "my"]);

/** What is counted in texts of a language, as translators are paid: characters or words. */
export const unitOf = (language: string): string =>
  BY_CHARACTER.has(language.toLowerCase().split(/[-_]/)[0] ?? "") ? "characters" : "words";

/** How much text there is, in the unit of its language. */
export const amount = (count: number, language: string): string => `${count.toLocaleString()} ${unitOf(language)}`;

/** The unit as a heading begins with it. */
export const titleOfUnit = (language: string): string => (unitOf(language) === "words" ? "Words" : "Characters");
