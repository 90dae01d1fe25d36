// Who is signed in. On one's own machine nobody needs to; on a team's server this asks for login and password.
import { useCallback, useEffect, useState, type FormEvent, type ReactNode } from "react";
import { Link } from "wouter";
import { api, ask, sentence, type Session } from "../api/client";
import { useTitle } from "../app/useTitle";
import { useTranslation } from "../messages";
import { Menu } from "../parts/Menu";
import { AtHeaderEnd } from "../parts/slots";
import { onSignedOut, setCsrf } from "./csrf";
import { SessionContext } from "./useSession";

export function SessionGate({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session | "unknown" | "asking">("asking");

  const take = useCallback((found: Session) => {
    setCsrf(found.csrf ?? "");
    setSession(found);
  }, []);
  const look = useCallback(() => {
    // Without a server there is nobody to ask; the page says so itself.
    ask(api.GET("/api/session")).then(take, () => setSession("unknown"));
  }, [take]);

  useEffect(() => {
    look();
    return onSignedOut(look);
  }, [look]);

  if (session === "asking") return null;
  if (session === "unknown") return children;
  if (session.accounts && !session.signed_in) return <SignIn take={take} />;
  return (
    <SessionContext.Provider value={session}>
      {session.accounts && <SignedIn session={session} />}
      {children}
    </SessionContext.Provider>
  );
}

function SignIn({ take }: { take: (session: Session) => void }) {
  const { t } = useTranslation();
  useTitle(t("session.signIn"));
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    ask(api.POST("/api/session", { body: { login, password } })).then(take, (error: unknown) =>
      setProblem(sentence(error)),
    );
  };
  return (
    <form className="card sign-in form" onSubmit={submit}>
      <h1>{t("session.signIn")}</h1>
      <label className="labelled">
        {t("session.username")}
        <input
          className="field"
          required
          // biome-ignore lint/a11y/noAutofocus: there is nothing else to do or read on this page.
          autoFocus
          autoComplete="username"
          value={login}
          onChange={(event) => setLogin(event.target.value)}
        />
      </label>
      <label className="labelled">
        {t("session.password")}
        <input
          className="field"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      {problem && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="button primary">
        {t("session.signIn")}
      </button>
    </form>
  );
}

/** The name of whoever is signed in, and the way out. */
function SignedIn({ session }: { session: Session }) {
  const { t } = useTranslation();
  const login = session.login ?? "";
  const leave = () => {
    void ask(api.DELETE("/api/session")).finally(() => window.location.assign("/"));
  };
  return (
    <AtHeaderEnd>
      <Menu label={session.name || login} name={t("session.account", { name: session.name || login })} quiet>
        {session.role === "admin" && <Link href="/audit">{t("session.auditTrail")}</Link>}
        <button type="button" onClick={leave}>
          {t("session.signOut")}
        </button>
      </Menu>
    </AtHeaderEnd>
  );
}
