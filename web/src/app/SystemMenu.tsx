// What this installation can do at the moment, behind a button of the header.
import type { ComponentState } from "../api/client";
import type { Connection } from "../connection/connection";
import { useTranslation } from "../messages";
import { Menu } from "../parts/Menu";

export function SystemMenu({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  return (
    <div className="system">
      <Menu label={t("system.title")} quiet>
        <section className="system-status" aria-label={t("system.title")}>
          {connection.phase === "connected" ? (
            <dl className="states">
              <State name={t("system.model")} component={connection.health.model} />
              <State name={t("system.index")} component={connection.health.index} />
              <State name={t("system.database")} component={connection.health.database} />
            </dl>
          ) : (
            <p className="faint">{connection.phase === "lost" ? t("system.unknown") : t("system.asking")}</p>
          )}
        </section>
        <a href="/api/docs">{t("system.api")}</a>
      </Menu>
    </div>
  );
}

function State({ name, component }: { name: string; component: ComponentState }) {
  const { t } = useTranslation();
  return (
    <div className="state">
      <dt>{name}</dt>
      <dd>
        <span className={`mark ${component.state}`}>{t(`system.state.${component.state}`)}</span>
        <span className="faint">{component.detail}</span>
      </dd>
    </div>
  );
}
