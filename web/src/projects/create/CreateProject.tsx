// The window that makes a project: a name, two languages, files; nothing else must be known.
import { useState, type FormEvent } from "react";
import { api, ask, sentence, type About, type ProjectDetails } from "../../api/client";
import { useLoad } from "../../api/useLoad";
import { Dialog } from "../../parts/Dialog";
import { DropZone } from "../../parts/DropZone";
import { RateSlider } from "../../parts/RateSlider";
import { useTranslation } from "../../messages";
import { LanguageSelect } from "../LanguageSelect";
import { languageName, servesPair } from "../languages";
import { kindOf, nameWithoutExtension, type FileKind } from "./files";
import { Faults } from "../../parts/Faults";
import { makeProject, type MadeProject } from "./making";

interface CreateProjectProps {
  about: About | null;
  files: readonly File[];
  close: () => void;
  made: (project: ProjectDetails) => void;
}

interface Chosen {
  file: File;
  kind: FileKind;
}

export function CreateProject({ about, files, close, made }: CreateProjectProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => files.map(withKind));
  const [name, setName] = useState(() => firstName(files));
  const [source, setSource] = useState(about?.source_language ?? "zh");
  const [target, setTarget] = useState(about?.target_language ?? "en");
  const [rate, setRate] = useState(70);
  const [memories, setMemories] = useState<readonly number[]>([]);
  const [termbases, setTermbases] = useState<readonly number[]>([]);
  const [step, setStep] = useState("");
  const [problem, setProblem] = useState("");
  const [partly, setPartly] = useState<MadeProject | null>(null);
  const known = useLoad("memories", (signal) => ask(api.GET("/api/memories", { signal })));
  const terms = useLoad("termbases", (signal) => ask(api.GET("/api/termbases", { signal })));
  const suited = (known.data ?? []).filter((one) => servesPair(one, source, target));
  const foreign = about && !about.models.some((one) => servesPair(one, source, target));

  const add = (more: File[]) => {
    setChosen((before) => [...before, ...more.map(withKind)]);
    if (!name) setName(firstName(more));
  };
  const of = (kind: FileKind) => chosen.filter((one) => one.kind === kind).map((one) => one.file);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    const wish = {
      name: name.trim(),
      source: source.trim(),
      target: target.trim(),
      minimumMatchRate: rate,
      documents: of("document"),
      memoryFiles: of("memory"),
      termFiles: of("termbase"),
      memories,
      termbases,
    };
    const done = ({ project, faults }: MadeProject) => {
      if (faults.length === 0) made(project);
      else setPartly({ project, faults });
    };
    makeProject(wish, setStep).then(done, (error: unknown) => {
      setProblem(sentence(error));
      setStep("");
    });
  };

  if (partly) {
    return (
      <Dialog title={t("create.created", { name: partly.project.name })} close={() => made(partly.project)}>
        <p>{t("create.partly")}</p>
        <Faults faults={partly.faults} />
        <div className="buttons">
          <button type="button" className="button primary" onClick={() => made(partly.project)}>
            {t("create.open")}
          </button>
        </div>
      </Dialog>
    );
  }

  return (
    <Dialog title={t("create.title")} close={close}>
      <form onSubmit={submit} className="form">
        <DropZone label={t("create.drop")} take={add} />
        <ChosenFiles chosen={chosen} set={setChosen} />
        <label className="labelled">
          {t("settings.name")}
          <input className="field" required value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <div className="pair">
          <LanguageSelect
            label={t("languages.source")}
            value={source}
            served={about?.models.map((one) => one.source_language) ?? []}
            set={setSource}
          />
          <LanguageSelect
            label={t("languages.target")}
            value={target}
            served={about?.models.map((one) => one.target_language) ?? []}
            set={setTarget}
          />
        </div>
        {foreign && (
          <p className="stale">{t("engine.none", { source: languageName(source), target: languageName(target) })}</p>
        )}
        <Choices title={t("resources.memories")} all={suited} on={memories} set={setMemories} />
        <Choices title={t("resources.termbases")} all={terms.data ?? []} on={termbases} set={setTermbases} />
        <RateSlider rate={rate} change={setRate} />
        {problem && <Faults faults={problem.split("\n")} />}
        <div className="buttons">
          <span role="status" className="faint">
            {step}
          </span>
          <button type="button" className="button" onClick={close}>
            {t("common.cancel")}
          </button>
          <button type="submit" className="button primary" disabled={step !== ""}>
            {t("create.create")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function ChosenFiles({ chosen, set }: { chosen: readonly Chosen[]; set: (chosen: readonly Chosen[]) => void }) {
  const { t } = useTranslation();
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen">
      {chosen.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may be alike, and a line keeps no state.
        <li key={index}>
          <span>{one.file.name}</span>
          <select
            className="field"
            aria-label={t("create.kindOf", { name: one.file.name })}
            value={one.kind}
            onChange={(event) => {
              const kind = event.target.value as FileKind;
              set(chosen.map((other) => (other === one ? { ...one, kind } : other)));
            }}
          >
            <option value="document">{t("create.document")}</option>
            <option value="memory">{t("create.memory")}</option>
            <option value="termbase">{t("create.terms")}</option>
          </select>
          <button type="button" className="link" onClick={() => set(chosen.filter((other) => other !== one))}>
            {t("resources.remove")}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChoicesProps {
  title: string;
  all: readonly { id: number; name: string }[];
  on: readonly number[];
  set: (on: readonly number[]) => void;
}

function Choices({ title, all, on, set }: ChoicesProps) {
  if (all.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      {all.map((one) => (
        <label key={one.id} className="check">
          <input
            type="checkbox"
            checked={on.includes(one.id)}
            onChange={(event) => set(event.target.checked ? [...on, one.id] : on.filter((id) => id !== one.id))}
          />
          {one.name}
        </label>
      ))}
    </fieldset>
  );
}

const withKind = (file: File): Chosen => ({ file, kind: kindOf(file.name) });

function firstName(files: readonly File[]): string {
  const document = files.find((file) => kindOf(file.name) === "document") ?? files[0];
  return document ? nameWithoutExtension(document.name) : "";
}
