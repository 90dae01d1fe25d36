// Memories and termbases: of a project, and all of them.
export const resources = {
  all: "All memories and termbases",
  memories: "Translation memories",
  termbases: "Termbases",
  addMemory: "Add a TM",
  addTermbase: "Add a termbase",
  uploadMemory: "Upload TMX, XLSX, CSV",
  uploadTerms: "Upload TBX, XLSX, CSV",
  noTermbase: "No termbase in this project.",
  noneYet: "There is none yet.",
  entries_one: "1 entry",
  entries_other: "{{count, number}} entries",
  concepts_one: "1 concept",
  concepts_other: "{{count, number}} concepts",
  owner: "Owner: {{owner}}",
  penalty: "Penalty (%)",
  update: "Update with confirmed segments",
  up: "{{name}} up",
  down: "{{name}} down",
  remove: "Remove",
  removeFromProject: "Remove {{name}} from the project",
  reading: "Reading …",
  confirmMemory: "Remove the memory {{name}} with everything in it?",
  confirmTermbase: "Remove the termbase {{name}} with everything in it?",
  downloadAs: "Download as {{format}}",
} as const;

export const training = {
  title: "Training",
  allowed: "Training allowed",
  suggestionsOnly: "Suggestions only",
  question:
    "Allow engines to be trained on “{{name}}”? Only the owner of its texts, such as your client, can decide that.",
  agreed: "The owner of these texts allows it.",
  allow: "Allow training",
  stopQuestion: "Stop allowing engines to be trained on “{{name}}”? It is still used for suggestions.",
  stop: "Stop allowing",
} as const;

export const memory = {
  memory: "Memory",
  missing: "No such memory",
  missingHelp: "There is no memory at this address.",
  find: "Entries with this text",
  text: "Text in either language",
  entries: "Entries",
  range: "{{from}}–{{to}} of {{total}}",
  source: "Source",
  target: "Target",
} as const;

export const termbase = {
  termbase: "Termbase",
  missing: "No such termbase",
  missingHelp: "There is no termbase at this address.",
  find: "Find a term",
  concepts: "Concepts",
  newTerm: "New term",
  term: "Term ({{language}})",
  translation: "Translation ({{language}})",
  status: "Status",
  statuses: {
    preferred: "preferred",
    admitted: "allowed",
    forbidden: "forbidden",
  },
  definition: "Definition",
} as const;
