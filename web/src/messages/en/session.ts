// Signing in and out.
export const session = {
  signIn: "Sign in",
  username: "Username",
  password: "Password",
  auditTrail: "Audit trail",
  signedInAs: "Signed in as {{login}}",
  signOut: "Sign out {{name}}",
} as const;
