// All memories and termbases: make, import, export, remove.
import { useState } from "react";
import { Link } from "wouter";
import { api, ask, sentence } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { DropZone } from "../parts/DropZone";
import { Faults } from "../parts/Faults";
import { Menu } from "../parts/Menu";
import { importEach, importMemory, importTerms, NotImported } from "../projects/making";
import { counted } from "../parts/counted";

export function Resources() {
  useTitle("Memories and termbases");
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
    run("Reading …", async () => {
      const { faults } = await importEach(files, (file) =>
        kind === "memory" ? importMemory(file, source, target) : importTerms(file, source, target),
      );
      if (faults.length) throw new NotImported(faults);
    });
  const removeMemory = (memory: number, name: string) => {
    if (!window.confirm(`Remove the memory ${name} with everything in it?`)) return;
    void run("Removing …", () => ask(api.DELETE("/api/memories/{memory}", { params: { path: { memory } } })));
  };
  const removeTermbase = (termbase: number, name: string) => {
    if (!window.confirm(`Remove the termbase ${name} with everything in it?`)) return;
    void run("Removing …", () => ask(api.DELETE("/api/termbases/{termbase}", { params: { path: { termbase } } })));
  };

  return (
    <>
      <h1>Memories and termbases</h1>
      <p role="status" className="faint">
        {busy}
      </p>
      {problem && <Faults faults={problem.split("\n")} />}
      <div className="columns halves">
        <section className="card" aria-labelledby="memories">
          <div className="card-head">
            <h2 id="memories">Translation memories</h2>
            <DropZone label="Upload TMX, XLSX, CSV" quiet take={(files) => void take(files, "memory")} />
          </div>
          {memories.data?.length === 0 && <p className="faint">There is none yet.</p>}
          <ul className="rows">
            {memories.data?.map((one) => (
              <li key={one.id} className="item">
                <div>
                  <Link href={`/memories/${one.id}`} className="item-name">
                    {one.name}
                  </Link>
                  <p className="faint">
                    {one.source_language} → {one.target_language} · {counted(one.entries, "entry", "entries")} ·{" "}
                    {one.permission}
                  </p>
                </div>
                <Menu label="More">
                  {["tmx", "xlsx", "csv", "xlf"].map((format) => (
                    <a key={format} href={`/api/memories/${one.id}/export?format=${format}`} download>
                      Download as {format.toUpperCase()}
                    </a>
                  ))}
                  <button type="button" onClick={() => removeMemory(one.id, one.name)}>
                    Remove
                  </button>
                </Menu>
              </li>
            ))}
          </ul>
        </section>
        <section className="card" aria-labelledby="termbases">
          <div className="card-head">
            <h2 id="termbases">Termbases</h2>
            <DropZone label="Upload TBX, XLSX, CSV" quiet take={(files) => void take(files, "termbase")} />
          </div>
          {termbases.data?.length === 0 && <p className="faint">There is none yet.</p>}
          <ul className="rows">
            {termbases.data?.map((one) => (
              <li key={one.id} className="item">
                <div>
                  <Link href={`/termbases/${one.id}`} className="item-name">
                    {one.name}
                  </Link>
                  <p className="faint">{counted(one.concepts, "concept", "concepts")}</p>
                </div>
                <Menu label="More">
                  {["tbx", "xlsx", "csv"].map((format) => (
                    <a
                      key={format}
                      href={`/api/termbases/${one.id}/export?format=${format}&source_language=${source}&target_language=${target}`}
                      download
                    >
                      Download as {format.toUpperCase()}
                    </a>
                  ))}
                  <button type="button" onClick={() => removeTermbase(one.id, one.name)}>
                    Remove
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
