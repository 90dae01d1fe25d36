// The documents of a project: upload, open, export, bring up to date, remove.
import { useState } from "react";
import { Link } from "wouter";
import { api, ask, sendFile, sentence, type Document, type ProjectDetails } from "../api/client";
import { useLoad } from "../api/useLoad";
import { DownloadDialog } from "../parts/DownloadDialog";
import { DropZone } from "../parts/DropZone";
import { Menu } from "../parts/Menu";
import { Faults } from "../parts/Faults";
import { ProgressBar } from "../parts/ProgressBar";
import { amount } from "./languages";
import { importEach, NotImported } from "./making";
import type { Unfinished } from "../workbench/exports";

interface DocumentsProps {
  project: ProjectDetails;
  turn: number;
  begun: () => void;
}

/** Stands for the segmentation rules of the project, among the ways to cut a text. */
const OWN_RULES = "rules";

export function Documents({ project, turn, begun }: DocumentsProps) {
  const path = { project: project.id };
  const { data, problem, reload } = useLoad(
    `documents ${project.id}`,
    (signal) => ask(api.GET("/api/projects/{project}/documents", { params: { path }, signal })),
    turn,
  );
  const [wanted, setSegmentation] = useState("");
  const segmentation = wanted || (project.settings.srx ? OWN_RULES : project.settings.segmentation);
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState("");
  const [downloading, setDownloading] = useState<Document | null>(null);

  const run = async (what: string, work: () => Promise<unknown>) => {
    setRefused("");
    setBusy(what);
    try {
      await work();
    } catch (error) {
      setRefused(sentence(error));
    }
    setBusy("");
    reload();
    begun();
  };
  const upload = (files: File[]) =>
    run("Importing …", async () => {
      const path = `/api/projects/${project.id}/documents`;
      const { faults } = await importEach(files, (file) =>
        sendFile("POST", path, file, segmentation === OWN_RULES ? {} : { segmentation }),
      );
      if (faults.length) throw new NotImported(faults);
    });
  const update = (document: Document, file: File | undefined) =>
    file && run(`Importing ${file.name} …`, () => sendFile("PUT", `/api/documents/${document.id}/file`, file));
  const remove = (document: Document) => {
    if (!window.confirm(`Remove ${document.name} with all its translations?`)) return;
    const one = { document: document.id };
    void run("Removing …", () => ask(api.DELETE("/api/documents/{document}", { params: { path: one } })));
  };
  const order = (document: Document, kind: "draft" | "check") => {
    const params = { path: { document: document.id } };
    const request =
      kind === "draft"
        ? api.POST("/api/documents/{document}/draft", { params })
        : api.POST("/api/documents/{document}/check", { params });
    void run("Starting …", () => ask(request));
  };

  return (
    <section className="card" aria-labelledby="documents">
      <div className="card-head">
        <h2 id="documents">Documents</h2>
        <span className="faint" role="status">
          {busy}
        </span>
        <select
          className="field"
          aria-label="Segmentation of new documents"
          value={segmentation}
          onChange={(event) => setSegmentation(event.target.value)}
        >
          {project.settings.srx && <option value={OWN_RULES}>Segmentation: By the project's rules</option>}
          <option value="sentence">Segmentation: By sentence</option>
          <option value="paragraph">Segmentation: By paragraph</option>
          <option value="line">Segmentation: By line</option>
        </select>
        <DropZone label="Add files" quiet take={(files) => void upload(files)} />
      </div>
      {(refused || problem) && <Faults faults={(refused || problem || "").split("\n")} />}
      {data?.length === 0 && <p className="faint">No documents yet. Add files to translate.</p>}
      <ul className="rows">
        {data?.map((document) => (
          <li key={document.id} className="item">
            <div>
              <Link href={`/projects/${project.id}/documents/${document.id}`} className="item-name">
                {document.name}
              </Link>
              <p className="faint">
                {document.progress.total.segments.toLocaleString()} segments ·{" "}
                {amount(document.progress.total.words, project.source_language)} · {stage(document)}
              </p>
              {document.warnings.map((warning) => (
                <p key={warning} className="stale">
                  {warning}
                </p>
              ))}
            </div>
            <ProgressBar progress={document.progress} label={`Confirmed in ${document.name}`} />
            <Menu label="More">
              <button type="button" onClick={() => setDownloading(document)}>
                Download translated document
              </button>
              <button type="button" onClick={() => order(document, "draft")}>
                Pre-translate empty segments
              </button>
              <button type="button" onClick={() => order(document, "check")}>
                Run QA
              </button>
              <label>
                Upload a new version
                <input
                  type="file"
                  className="hidden-text"
                  onChange={(event) => void update(document, event.target.files?.[0])}
                />
              </label>
              <button type="button" onClick={() => remove(document)}>
                Remove
              </button>
            </Menu>
          </li>
        ))}
      </ul>
      {downloading && (
        <DownloadDialog
          document={downloading.id}
          total={downloading.progress.total.segments}
          unfinished={unfinishedIn(downloading)}
          close={() => setDownloading(null)}
        />
      )}
    </section>
  );
}

const unfinishedIn = ({ progress }: Document): Unfinished => ({
  unconfirmed: progress.draft.segments + progress.edited.segments,
  empty: progress.untranslated.segments,
  flagged: 0,
});

function stage({ progress }: Document): string {
  if (progress.total.segments === 0) return "empty";
  if (progress.confirmed.segments + progress.approved.segments === progress.total.segments) return "finished";
  return progress.untranslated.segments === 0
    ? "pre-translated"
    : `${progress.untranslated.segments.toLocaleString()} empty`;
}
