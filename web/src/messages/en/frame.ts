// The frame around every view, signing in and out, what administrators see.
export const frame = {
  skip: "Skip to the content",
  home: "Synslator, all projects",
  main: "Main",
  projects: "Projects",
  resources: "Memories and termbases",
  language: "Language of the page",
  theme: { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  switchTheme: { system: "Switch to system", light: "Switch to light", dark: "Switch to dark" },
  connecting: "Connecting …",
  notConnected: "Not connected",
  connectionLost: "The connection to Synslator is lost. Trying again until it is back.",
  tryNow: "Try now",
  allProjects: "All projects",
  nothingHere: "Nothing here",
  noSuchAddress: "The page has no such address.",
  failed: "This view has failed",
  failedHelp: "What was saved is safe on the server. Reloading the page usually helps.",
  reload: "Reload the page",
} as const;

export const session = {
  signIn: "Sign in",
  username: "Username",
  password: "Password",
  auditTrail: "Audit trail",
  account: "{{name}}: account",
  signOut: "Sign out",
} as const;

export const system = {
  title: "System status",
  model: "Model",
  index: "Memory index",
  database: "Database",
  unknown: "Unknown while not connected.",
  asking: "Asking …",
  api: "API documentation",
  state: {
    absent: "not there",
    present: "found",
    ready: "ready",
    failed: "cannot be used",
  },
} as const;

export const audit = {
  none: "No audit trail",
  person: "Person",
  action: "Action",
  actionExample: "Action, such as sign in",
  csv: "Download CSV",
  jsonl: "Download JSON lines",
  time: "Time",
  subject: "Subject",
  result: "Result",
  detail: "Detail",
  address: "Address",
  done: "done",
  refused: "refused",
} as const;
