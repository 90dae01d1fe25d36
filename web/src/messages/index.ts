// What the page says, by language. `t` in a plain function, `useTranslation` in a component.
import { createInstance } from "i18next";
import { initReactI18next, useTranslation as useReactTranslation } from "react-i18next";
import { english } from "./en";
import { LANGUAGES, localeOf, storedLanguage, storeLanguage, type Language } from "./language";
import { chinese } from "./zh";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
  }
}

const i18n = createInstance();
void i18n.use(initReactI18next).init({
  lng: storedLanguage(),
  fallbackLng: "en",
  // Both are in the bundle, so that the first paint already speaks the right one.
  initAsync: false,
  resources: { en: { translation: english }, zh: { translation: chinese } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});

export const { t } = i18n;

export function useTranslation() {
  return useReactTranslation("translation", { i18n });
}

/** The language that the page speaks now. */
export const language = (): Language => i18n.language as Language;

/** The tag by which Intl writes dates and numbers. */
export const locale = (): string => localeOf(language());

/** Tell the browser and its screen readers which language the page is in. */
export function applyLanguage(): void {
  document.documentElement.lang = LANGUAGES[language()].tag;
}

export function chooseLanguage(chosen: Language): void {
  storeLanguage(chosen);
  void i18n.changeLanguage(chosen);
  applyLanguage();
}
