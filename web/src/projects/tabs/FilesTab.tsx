// The files of a project as a table: how far each has come, who translates it until when, what can be done with it.
import { useState } from "react";
import { api, ask, sendFile, sentence, type Document, type ProjectDetails } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { useTranslation } from "../../messages";
import { DownloadDialog } from "../../parts/DownloadDialog";
import { DropZone } from "../../parts/DropZone";
import { Faults } from "../../parts/Faults";
import type { Unfinished } from "../../workbench/exports";
import { importEach, NotImported } from "../create/making";
import { titleOfUnit } from "../languages";
import { AssignDialog } from "./AssignDialog";
import { FileRow } from "./FileRow";
import { usePeople } from "./usePeople";

interface FilesTabProps {
  project: ProjectDetails;
  turn: number;
  begun: () => void;
}

/** Stands for the segmentation rules of the project, among the ways to cut a text. */
const OWN_RULES = "rules";

export function FilesTab({ project, turn, begun }: FilesTabProps) {
  const { t } = useTranslation();
  const path = { project: project.id };
  const { data, problem, reload } = useLoad(
    `documents ${project.id}`,
    (signal) => ask(api.GET("/api/projects/{project}/documents", { params: { path }, signal })),
    turn,
  );
  const people = usePeople();
  const [wanted, setSegmentation] = useState("");
  const segmentation = wanted || (project.settings.srx ? OWN_RULES : project.settings.segmentation);
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState("");
  const [downloading, setDownloading] = useState<Document | null>(null);
  const [assigning, setAssigning] = useState<Document | null>(null);

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
    run(t("files.importing"), async () => {
      const address = `/api/projects/${project.id}/documents`;
      const { faults } = await importEach(files, (file) =>
        sendFile("POST", address, file, segmentation === OWN_RULES ? {} : { segmentation }),
      );
      if (faults.length) throw new NotImported(faults);
    });
  const update = (document: Document, file: File | undefined) =>
    file &&
    void run(t("files.importingFile", { name: file.name }), () =>
      sendFile("PUT", `/api/documents/${document.id}/file`, file),
    );
  const remove = (document: Document) => {
    if (!window.confirm(t("files.confirmRemove", { name: document.name }))) return;
    const one = { document: document.id };
    void run(t("files.removing"), () => ask(api.DELETE("/api/documents/{document}", { params: { path: one } })));
  };
  const order = (documents: readonly Document[], kind: "draft" | "check") =>
    void run(t("files.starting"), async () => {
      for (const document of documents) {
        const params = { path: { document: document.id } };
        await ask(
          kind === "draft"
            ? api.POST("/api/documents/{document}/draft", { params })
            : api.POST("/api/documents/{document}/check", { params }),
        );
      }
    });

  const failed = refused || problem;
  return (
    <section aria-labelledby="files">
      <div className="title-line">
        <h2 id="files" className="hidden-text">
          {t("files.title")}
        </h2>
        <span className="faint grow" role="status">
          {busy}
        </span>
        {data && data.length > 0 && (
          <>
            <button type="button" className="button" onClick={() => order(data, "check")}>
              {t("files.check")}
            </button>
            <button type="button" className="button" onClick={() => order(data, "draft")}>
              {t("files.draft")}
            </button>
          </>
        )}
        <DropZone label={t("files.add")} quiet primary take={(files) => void upload(files)} />
      </div>
      {failed && <Faults faults={failed.split("\n")} />}
      {data && data.length > 0 && (
        <div className="card table-card">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("files.name")}</th>
                <th scope="col" className="number">
                  {titleOfUnit(project.source_language)}
                </th>
                <th scope="col">{t("files.progress")}</th>
                <th scope="col" className="number">
                  {t("files.issues")}
                </th>
                {people.length > 1 && <th scope="col">{t("files.assignee")}</th>}
                <th scope="col">{t("files.due")}</th>
                <th scope="col">
                  <span className="hidden-text">{t("files.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((document) => (
                <FileRow
                  key={document.id}
                  project={project.id}
                  document={document}
                  people={people}
                  download={() => setDownloading(document)}
                  assign={() => setAssigning(document)}
                  order={(kind) => order([document], kind)}
                  update={(file) => update(document, file)}
                  remove={() => remove(document)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <DropZone
        label={data?.length === 0 ? t("files.first") : t("files.drop")}
        detail={t("files.formats")}
        take={(files) => void upload(files)}
      />
      <label className="segmentation-choice faint">
        {t("files.segmentation")}
        <select className="field" value={segmentation} onChange={(event) => setSegmentation(event.target.value)}>
          {project.settings.srx && <option value={OWN_RULES}>{t("segmentation.own")}</option>}
          <option value="sentence">{t("segmentation.sentence")}</option>
          <option value="paragraph">{t("segmentation.paragraph")}</option>
          <option value="line">{t("segmentation.line")}</option>
        </select>
      </label>
      {downloading && (
        <DownloadDialog
          document={downloading.id}
          total={downloading.progress.total.segments}
          unfinished={unfinishedIn(downloading)}
          close={() => setDownloading(null)}
        />
      )}
      {assigning && (
        <AssignDialog
          document={assigning}
          people={people}
          close={() => setAssigning(null)}
          changed={() => {
            setAssigning(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

const unfinishedIn = ({ progress, flagged }: Document): Unfinished => ({
  unconfirmed: progress.draft.segments + progress.edited.segments,
  empty: progress.untranslated.segments,
  flagged,
});
