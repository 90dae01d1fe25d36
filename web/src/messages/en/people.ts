// Who works in a project, and accounts.
export const people = {
  title: "People",
  help: "A role in this project takes the place of the general one.",
  onlyManagers: "Managers can change roles.",
  add: "Add person",
  name: "Name",
  username: "Username",
  everywhere: "General role",
  here: "Role in this project",
  disabled: "disabled",
  roleOf: "Role of {{name}} in this project",
  asEverywhere: "General role ({{role}})",
  password: "Password",
  passwordHelp: "Tell them the password in person. They can sign in with it at once.",
  role: {
    admin: "Administrator",
    manager: "Manager",
    reviewer: "Reviewer",
    translator: "Translator",
    reader: "Reader",
    none: "No access",
  },
} as const;
