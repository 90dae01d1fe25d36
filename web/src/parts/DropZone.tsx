// A place to drop files on, which is also a button that asks for them.
import { useId, useState, type DragEvent } from "react";

interface DropZoneProps {
  label: string;
  accept?: string;
  multiple?: boolean;
  quiet?: boolean;
  take: (files: File[]) => void;
}

export function DropZone({ label, accept, multiple = true, quiet = false, take }: DropZoneProps) {
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
      className={`drop ${quiet ? "button" : ""} ${over ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {label}
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
