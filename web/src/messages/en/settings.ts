// What can be set for a project.
export const settings = {
  general: "General",
  name: "Name",
  record: "Record productivity data (keystrokes, accepted suggestions, time)",
  recordHelp: "The tab Statistics shows them. Everybody who can open the project can see them.",
  suggestions: "Suggestions",
  highlight: "Highlight suggestions above this confidence (%)",
  alternatives: "Number of other suggestions",
  draft: "Pre-translate new files automatically",
  terms: "Use the termbases' terms in drafts and suggestions",
  memories: "Translation memory",
  minimumMatch: "Minimum match (%)",
  minimumMatchHelp: "Matches below it are not shown. They still help the engine from 30% on.",
  memoryDraft: "Pre-translate from TM at or above (%)",
  memoryDraftHelp: "Enter 102 to pre-translate from no TM.",
  propagation: "Auto-propagation",
  propagationOff: "Off",
  propagationDocument: "Within document",
  propagationProject: "Within project",
  checks: "QA checks",
  range: "Enter a number from {{from}} to {{to}}.",
  delete: "Delete project",
  deleteHelp: "Its files and translations are deleted. Memories and termbases stay.",
  confirmDelete: "Delete the project “{{name}}” with its documents? TMs and termbases stay.",
} as const;

export const checks = {
  numbers: "Missing and extra numbers",
  tags: "Missing, extra and wrongly nested tags",
  terms: "Terms that are not translated as in the termbase",
  forbidden_terms: "Forbidden terms",
  punctuation: "Punctuation: wrong for the language, repeated, unmatched, missing",
  spaces: "Spaces: multiple, misplaced, missing",
  repeated_words: "Repeated words",
  length: "Target much longer or shorter than expected",
  inconsistent: "Same source, different translations",
  omissions: "Parts of the source that are left out",
  untranslated: "Untranslated source text",
} as const;

export const segmentation = {
  title: "Segmentation of new files",
  cut: "Segments",
  sentence: "By sentence",
  paragraph: "By paragraph",
  line: "By line",
  own: "By the project's rules",
  rules: "Own rules (SRX)",
  rulesEmpty: "Empty: the rules for the language that come with Synslator.",
  begin: "Start from the rules for {{language}}",
  load: "Load SRX file",
  save: "Save rules",
} as const;

export const engine = {
  heading: "Machine translation",
  none: "No model here translates {{source}} → {{target}}. Matches, terms and checks work without one.",
  model: "Model",
  automaticModel: "Automatic: {{name}}",
  engine: "Engine",
  automatic: "Automatic: {{name}}",
  notHere: "not available",
  why: "Why an engine is not available",
} as const;

export const engines = {
  knn: {
    title: "Adaptive (learns as you confirm)",
    summary: "Learns from every segment you confirm. Nothing is trained, so every memory may be used.",
  },
  adaptive: {
    title: "Fuzzy-match repair",
    summary:
      "Repairs the best match of the memory. It needs a memory whose owner allows training, and a model package that was trained for it.",
  },
  vanilla: {
    title: "Generic MT",
    summary: "Translates with the model alone. It uses no memory and does not learn.",
  },
} as const;
