// Language tags: whether two of them name the same language as the server sees it, their names, their units.
import { locale, t } from "../messages";

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
export const unitOf = (language: string): "characters" | "words" =>
  BY_CHARACTER.has(language.toLowerCase().split(/[-_]/)[0] ?? "") ? "characters" : "words";

/** How much text there is, in the unit of its language. */
export const amount = (count: number, language: string): string => t(`languages.${unitOf(language)}`, { count });

/** The unit as a heading begins with it. */
export const titleOfUnit = (language: string): string => t(`languages.title.${unitOf(language)}`);

/** What is offered where a language is chosen; a tag that is not among them can still come from a model or a file. */
export const TAGS: readonly string[] = (
  "ar bg bn ca cs da de de-AT de-CH el en en-GB en-US es es-419 es-ES et eu fa fi fr fr-CA fr-FR ga gl gu he hi hr hu " +
  "hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl nl-BE nn pa pl pt pt-BR pt-PT ro ru si sk sl " +
  "sq sr sv sw ta te th tl tr uk ur uz vi zh zh-CN zh-HK zh-TW"
).split(" ");

/** A language by its name in the language of the page; a tag without a name stays as it is. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: "language" }).of(tag.replaceAll("_", "-")) ?? tag;
  } catch {
    return tag;
  }
}
