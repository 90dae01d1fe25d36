// A language, chosen by its name: those that a model here translates first.
import { useTranslation } from "../messages";
import { languageName, TAGS } from "./languages";

interface LanguageSelectProps {
  label: string;
  value: string;
  /** Those that a model translates from, or to. */
  served: readonly string[];
  set: (value: string) => void;
}

export function LanguageSelect({ label, value, served, set }: LanguageSelectProps) {
  const { t } = useTranslation();
  const first = [...new Set(served)];
  const others = [...new Set([...TAGS, value])].filter((tag) => !first.includes(tag));
  return (
    <label className="labelled">
      {label}
      <select className="field" value={value} onChange={(event) => set(event.target.value)}>
        {first.length > 0 && <Group label={t("languages.served")} tags={first} />}
        <Group label={t("languages.others")} tags={others} />
      </select>
    </label>
  );
}

function Group({ label, tags }: { label: string; tags: readonly string[] }) {
  const named = tags.map((tag) => ({ tag, name: languageName(tag) }));
  named.sort((one, other) => one.name.localeCompare(other.name));
  return (
    <optgroup label={label}>
      {named.map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name} ({tag})
        </option>
      ))}
    </optgroup>
  );
}
