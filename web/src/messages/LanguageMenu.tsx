// The languages of the page in the header; one click changes it.
import { chooseLanguage, language, useTranslation } from ".";
import { LANGUAGES, LANGUAGE_CODES } from "./language";

export function LanguageMenu() {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own, and this is part of a header.
    <div className="language-menu" role="group" aria-label={t("frame.language")}>
      {LANGUAGE_CODES.map((code) => (
        <button
          key={code}
          type="button"
          className="button quiet"
          lang={LANGUAGES[code].tag}
          title={LANGUAGES[code].name}
          aria-pressed={language() === code}
          onClick={() => chooseLanguage(code)}
        >
          {LANGUAGES[code].short}
        </button>
      ))}
    </div>
  );
}
