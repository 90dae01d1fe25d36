// The small pictures of the workbench: strokes on a grid of 16, in the colour of the text around them.
const PATHS = {
  confirm: "M3 8.5l3.2 3.2L13 5",
  approved: "M1.5 8.5l3 3L10 6M7.5 11.5L14.5 5",
  copy: "M6 6h7v7H6zM3 10V3h7",
  tag: "M5.5 4L2 8l3.5 4M10.5 4L14 8l-3.5 4",
  comment: "M2.5 3.5h11v7.5H7.5L4.5 13.5V11h-2z",
  split: "M8 2.5v11M4.5 8H2.5M13.5 8h-2M4.5 6v4M11.5 6v4",
  merge: "M2.5 8H6.5M4.8 6L6.8 8l-2 2M13.5 8H9.5M11.2 6L9.2 8l2 2",
  undo: "M5.5 3.5L2.5 6.5l3 3M2.5 6.5H10a3.2 3.2 0 0 1 0 6.4H7",
  redo: "M10.5 3.5l3 3-3 3M13.5 6.5H6a3.2 3.2 0 0 0 0 6.4h3",
  edited: "M10.5 3l2.5 2.5L6 12.5l-3 .5.5-3z",
  reject: "M4 4l8 8M12 4l-8 8",
  issue: "M8 2.5L14 13H2zM8 6.5v3.2M8 11.2v.3",
  add: "M8 3v10M3 8h10",
  lock: "M4 7.5h8v5.5H4zM5.5 7.5V5.5a2.5 2.5 0 0 1 5 0v2",
  layout: "M2.5 3.5h11v9h-11zM8 3.5v9",
  preview: "M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2.5",
  panel: "M2.5 3.5h11v9h-11zM10 3.5v9",
  filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
  repeated: "M3 6.5h8.5L9 4M13 9.5H4.5L7 12",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
