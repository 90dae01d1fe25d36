// Which language the page speaks: the one chosen on this browser, or the first of the browser's that it knows.

/** Each language by its own name, and the tag that the browser and Intl know it by. */
export const LANGUAGES = {
  en: { name: "English", short: "EN", tag: "en" },
  zh: { name: "简体中文", short: "中文", tag: "zh-Hans" },
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

const KEY = "synslator.language";

const known = (code: string): Language | undefined => LANGUAGE_CODES.find((one) => one === code);

/** The first language of a list that the page knows, by its first part: `zh` for `zh-TW`. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = known(tag.toLowerCase().split("-")[0] ?? "");
    if (found) return found;
  }
  return "en";
}

export function storedLanguage(): Language {
  let stored = "";
  try {
    stored = localStorage.getItem(KEY) ?? "";
  } catch {
    // Private windows may refuse; the browser's language then holds.
  }
  return known(stored) ?? preferred(typeof navigator === "undefined" ? [] : navigator.languages);
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** The tag for dates and numbers: the browser's own variety of the language, such as `en-GB`, where it has one. */
export function localeOf(language: Language): string {
  const variety = navigator.languages.find((tag) => preferred([tag]) === language && tag.includes("-"));
  return variety && tagIsValid(variety) ? variety : LANGUAGES[language].tag;
}

function tagIsValid(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
