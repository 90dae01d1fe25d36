// The card of what a project uses of one kind: add one that exists, upload another, and those in use.
import { useState, type ReactNode } from "react";
import { sentence, type ProjectDetails } from "../../api/client";
import { useTranslation } from "../../messages";
import { DropZone } from "../../parts/DropZone";
import { Faults } from "../../parts/Faults";
import type { Change } from "../change";

/** What the cards of memories and of termbases are given. */
export interface ResourceProps {
  project: ProjectDetails;
  change: Change;
  begun: () => void;
  turn: number;
}

interface ResourceCardProps {
  /** Of the heading, by which the card is known. */
  id: string;
  title: string;
  /** Those that could be used as well. */
  others: readonly { id: number; name: string }[];
  addLabel: string;
  add: (id: number) => void;
  uploadLabel: string;
  accept: string;
  upload: (files: File[]) => Promise<void>;
  /** Called after an upload, whether it succeeded or not. */
  uploaded: () => void;
  /** What else went wrong. */
  problem: string | null;
  children: ReactNode;
}

export function ResourceCard(props: ResourceCardProps) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState("");
  const take = async (files: File[]) => {
    setRefused("");
    setBusy(t("files.importingFile", { name: files.map((file) => file.name).join(", ") }));
    try {
      await props.upload(files);
    } catch (error) {
      setRefused(sentence(error));
    }
    setBusy("");
    props.uploaded();
  };
  const problem = refused || props.problem;
  return (
    <section className="card" aria-labelledby={props.id}>
      <div className="card-head">
        <h2 id={props.id}>{props.title}</h2>
        {props.others.length > 0 && (
          <select
            className="field"
            aria-label={props.addLabel}
            value=""
            onChange={(event) => props.add(Number(event.target.value))}
          >
            <option value="" disabled>
              {props.addLabel}
            </option>
            {props.others.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        <DropZone label={props.uploadLabel} accept={props.accept} quiet take={(files) => void take(files)} />
      </div>
      {busy && (
        <p className="faint" role="status">
          {busy}
        </p>
      )}
      {problem && <Faults faults={problem.split("\n")} />}
      {props.children}
    </section>
  );
}
