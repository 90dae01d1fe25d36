// Which QA checks look at the project's translations.
import { api, ask, type ProjectSettings } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useTranslation } from "../../messages";

interface ChecksProps {
  settings: ProjectSettings;
  set: (values: Partial<ProjectSettings>) => void;
}

export function Checks({ settings, set }: ChecksProps) {
  const { t, i18n } = useTranslation();
  const { data } = useLoad("checks", (signal) => ask(api.GET("/api/checks", { signal })));
  // Checks can be added by plug-ins, which bring their own words; those of Synslator are in the catalogue.
  const titleOf = (name: string, own: string): string =>
    i18n.exists(`checks.${name}`) ? i18n.t(`checks.${name}` as "checks.numbers") : own || name;
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks">{t("settings.checks")}</h2>
      {data?.map((check) => (
        <label key={check.name} className="check block">
          <input
            type="checkbox"
            checked={!settings.checks_off.includes(check.name)}
            onChange={(event) =>
              set({
                checks_off: event.target.checked
                  ? settings.checks_off.filter((name) => name !== check.name)
                  : [...settings.checks_off, check.name],
              })
            }
          />
          {titleOf(check.name, check.summary)}
        </label>
      ))}
    </section>
  );
}
