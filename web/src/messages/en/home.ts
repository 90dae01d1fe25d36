// The list of projects, and the window that makes one.
export const home = {
  find: "Find a project",
  none: "There are no projects.",
  noneHelp: "Drop a document anywhere on this page, or press the button above.",
  name: "Name",
  languages: "Languages",
  files: "Files",
  text: "Text",
  changed: "Changed",
} as const;

export const create = {
  title: "New project",
  create: "Create project",
  creating: "Creating the project …",
  failed: "{{title}} failed.",
  created: "“{{name}}” was created",
  partly: "These files could not be imported. Fix them, and add them to the project.",
  open: "Open the project",
  drop: "Drop documents, memories (TMX) and terms (TBX) here, or choose files",
  kindOf: "What {{name}} is",
  document: "document to translate",
  memory: "translation memory",
  terms: "terms",
} as const;
