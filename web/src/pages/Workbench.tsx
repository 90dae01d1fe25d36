// One document, open for translation.
import { useParams } from "wouter";
import { api, ask } from "../api/client";
import { useLoad } from "../api/useLoad";
import { useTitle } from "../app/useTitle";
import { PreferencesProvider, usePreferencesHere } from "../workbench/preferences";
import { DocumentProvider, useNewSession } from "../document/useDocument";
import { WorkbenchView } from "../workbench/WorkbenchView";
import { Missing } from "./Missing";
import { useTranslation } from "../messages";

export function Workbench() {
  const params = useParams<{ project: string; document: string }>();
  const project = Number(params.project);
  const document = Number(params.document);
  const numbers = Number.isSafeInteger(project) && Number.isSafeInteger(document);
  return numbers ? <Opened project={project} document={document} /> : <NoSuchDocument />;
}

function NoSuchDocument() {
  const { t } = useTranslation();
  return <Missing title={t("workbench.noSuchDocument")}>{t("workbench.noSuchDocumentHelp")}</Missing>;
}

function Opened({ project, document }: { project: number; document: number }) {
  const { t } = useTranslation();
  const { data, problem, missing, reload } = useLoad(`${project} ${document}`, async (signal) => {
    const [details, opened] = await Promise.all([
      ask(api.GET("/api/projects/{project}", { params: { path: { project } }, signal })),
      ask(api.GET("/api/documents/{document}", { params: { path: { document } }, signal })),
    ]);
    return { details, opened };
  });
  useTitle(data ? data.opened.name : t("workbench.document"));
  const preferences = usePreferencesHere();
  const session = useNewSession(missing ? null : document);
  if (missing) return <NoSuchDocument />;
  if (problem && !data) return <p className="notice">{problem}</p>;
  if (!data || !session) return <p className="notice faint">{t("workbench.opening")}</p>;
  return (
    <PreferencesProvider value={preferences}>
      <DocumentProvider value={session}>
        <WorkbenchView project={data.details} document={data.opened} reloadProject={reload} />
      </DocumentProvider>
    </PreferencesProvider>
  );
}
