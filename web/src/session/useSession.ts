// Who is signed in, for whatever shows or hides something by it.
import { createContext, useContext } from "react";
import type { Session } from "../api/client";

const NOBODY: Session = { accounts: false, signed_in: false, login: "", name: "", role: "none", csrf: "" };

export const SessionContext = createContext<Session>(NOBODY);

export const useSignedIn = (): Session => useContext(SessionContext);
