// Words that many views share.
export const common = {
  cancel: "Cancel",
  save: "Save",
  close: "Close",
  edit: "Edit",
  undo: "Undo",
  delete: "Delete",
  add: "Add",
  previous: "Previous",
  next: "Next",
  noResults: "No results.",
  unreachable: "The server cannot be reached.",
  answered: "The server answered {{status}}.",
} as const;

export const languages = {
  source: "Source language",
  target: "Target language",
  pair: "{{source}} → {{target}}",
  served: "Translated by a model here",
  others: "Other languages",
  characters_one: "1 character",
  characters_other: "{{count, number}} characters",
  words_one: "1 word",
  words_other: "{{count, number}} words",
  title: {
    characters: "Characters",
    words: "Words",
  },
} as const;

export const progress = {
  title:
    "Segments: {{approved}} approved, {{confirmed}} confirmed, {{edited}} edited, {{draft}} pre-translated, {{empty}} empty",
} as const;
