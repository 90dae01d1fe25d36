// A place to drop files on, which is also a button that asks for them.
import { useId, useState, type DragEvent } from "react";

interface DropZoneProps {
  label: string;
  /** What may be dropped. */
  detail?: string;
  accept?: string;
  multiple?: boolean;
  /** A button of its own size. */
  quiet?: boolean;
  primary?: boolean;
  take: (files: File[]) => void;
}

export function DropZone({
  label,
  accept,
  multiple = true,
  detail = "",
  quiet = false,
  primary = false,
  take,
}: DropZoneProps) {
  const [over, setOver] = useState(false);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <label
      htmlFor={id}
      className={`drop ${quiet ? "button" : ""} ${primary ? "primary" : ""} ${over ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {label}
      {detail && <span className="faint detail">{detail}</span>}
      <input
        id={id}
        type="file"
        className="hidden-text"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
