// The editor of a segment, and what can be done with it.
export const editor = {
  nothingToUndo: "There is nothing to undo.",
  undoing: "The last change is being undone.",
  stillSaving: "Segment {{number}} is still being saved. Undo it in a moment.",
  changedSince: "The segment has been changed since; what was written before cannot be undone.",
  undoneIn_one: "Undone in segment {{number}}.",
  undoneIn_other: "Undone in {{count}} segments.",
  notUndone_one: "1 segment was left as it is:",
  notUndone_other: "{{count}} segments were left as they are:",
} as const;
