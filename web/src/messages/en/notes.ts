// What the status line says of what was done in a document.
export const notes = {
  chooseFirst: "Choose one of the two texts first.",
  allConfirmed: "Every segment is confirmed.",
  allShownConfirmed: "Every segment in the list is confirmed.",
  noneToApprove: "No other confirmed segment waits for approval.",
  waitUntilSaved: "Wait until this segment is saved.",
  noOtherWords: "There are no other words for the selection.",
  learned: "Learned from segment {{number}}: {{entries}}.",
  learnedAndRepeated: "Learned from segment {{number}}: {{entries}}; {{repetitions}} drafted.",
  entries_one: "1 memory entry",
  entries_other: "{{count}} memory entries",
  repetitions_one: "1 repetition",
  repetitions_other: "{{count}} repetitions",
} as const;
