// All memories and termbases: make, import, export, remove.
import { useState } from "react";
import { Link } from "wouter";
import { api, ask, sentence } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { DropZone } from "../parts/DropZone";
import { Faults } from "../parts/Faults";
import { Menu } from "../parts/Menu";
import { importEach, importMemory, importTerms, NotImported } from "../projects/create/making";
import { useTranslation } from "../messages";
import { languageName } from "../projects/languages";

export function Resources() {
  const { t } = useTranslation();
  useTitle(t("frame.resources"));
  const memories = useLoad("memories", (signal) => ask(api.GET("/api/memories", { signal })));
  const termbases = useLoad("termbases", (signal) => ask(api.GET("/api/termbases", { signal })));
  const about = useLoad("about", (signal) => ask(api.GET("/api/about", { signal })));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState("");
  const source = about.data?.source_language ?? "zh";
  const target = about.data?.target_language ?? "en";

  const run = async (what: string, work: () => Promise<unknown>) => {
    setProblem("");
    setBusy(what);
    try {
      await work();
    } catch (error) {
      setProblem(sentence(error));
    }
    setBusy("");
    memories.reload();
    termbases.reload();
  };
  const take = (files: File[], kind: "memory" | "termbase") =>
    run(t("resources.reading"), async () => {
      const { faults } = await importEach(files, (file) =>
        kind === "memory" ? importMemory(file, source, target) : importTerms(file, source, target),
      );
      if (faults.length) throw new NotImported(faults);
    });
  const removeMemory = (memory: number, name: string) => {
    if (!window.confirm(t("resources.confirmMemory", { name }))) return;
    void run(t("files.removing"), () => ask(api.DELETE("/api/memories/{memory}", { params: { path: { memory } } })));
  };
  const removeTermbase = (termbase: number, name: string) => {
    if (!window.confirm(t("resources.confirmTermbase", { name }))) return;
    void run(t("files.removing"), () =>
      ask(api.DELETE("/api/termbases/{termbase}", { params: { path: { termbase } } })),
    );
  };

  return (
    <>
      <h1>{t("frame.resources")}</h1>
      <p role="status" className="faint">
        {busy}
      </p>
      {problem && <Faults faults={problem.split("\n")} />}
      <div className="columns halves">
        <section className="card" aria-labelledby="memories">
          <div className="card-head">
            <h2 id="memories">{t("resources.memories")}</h2>
            <DropZone label={t("resources.uploadMemory")} quiet take={(files) => void take(files, "memory")} />
          </div>
          {memories.data?.length === 0 && <p className="faint">{t("resources.noneYet")}</p>}
          <ul className="rows">
            {memories.data?.map((one) => (
              <li key={one.id} className="item">
                <div>
                  <Link href={`/memories/${one.id}`} className="item-name">
                    {one.name}
                  </Link>
                  <p className="faint">
                    {t("languages.pair", {
                      source: languageName(one.source_language),
                      target: languageName(one.target_language),
                    })}{" "}
                    · {t("resources.entries", { count: one.entries })} ·{" "}
                    {one.permission === "may train" ? t("training.allowed") : t("training.suggestionsOnly")}
                  </p>
                </div>
                <Menu label={t("files.more")} name={t("files.moreOf", { name: one.name })} quiet>
                  {["tmx", "xlsx", "csv", "xlf"].map((format) => (
                    <a key={format} href={`/api/memories/${one.id}/export?format=${format}`} download>
                      {t("resources.downloadAs", { format: format.toUpperCase() })}
                    </a>
                  ))}
                  <button type="button" onClick={() => removeMemory(one.id, one.name)}>
                    {t("resources.remove")}
                  </button>
                </Menu>
              </li>
            ))}
          </ul>
        </section>
        <section className="card" aria-labelledby="termbases">
          <div className="card-head">
            <h2 id="termbases">{t("resources.termbases")}</h2>
            <DropZone label={t("resources.uploadTerms")} quiet take={(files) => void take(files, "termbase")} />
          </div>
          {termbases.data?.length === 0 && <p className="faint">{t("resources.noneYet")}</p>}
          <ul className="rows">
            {termbases.data?.map((one) => (
              <li key={one.id} className="item">
                <div>
                  <Link href={`/termbases/${one.id}`} className="item-name">
                    {one.name}
                  </Link>
                  <p className="faint">{t("resources.concepts", { count: one.concepts })}</p>
                </div>
                <Menu label={t("files.more")} name={t("files.moreOf", { name: one.name })} quiet>
                  {["tbx", "xlsx", "csv"].map((format) => (
                    <a
                      key={format}
                      href={`/api/termbases/${one.id}/export?format=${format}&source_language=${source}&target_language=${target}`}
                      download
                    >
                      {t("resources.downloadAs", { format: format.toUpperCase() })}
                    </a>
                  ))}
                  <button type="button" onClick={() => removeTermbase(one.id, one.name)}>
                    {t("resources.remove")}
                  </button>
                </Menu>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
