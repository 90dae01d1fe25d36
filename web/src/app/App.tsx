// The whole page: the frame, and the view that the address asks for.
import { Route, Switch, useLocation } from "wouter";
import { useConnection } from "../connection/useConnection";
import { AuditTrail } from "../pages/AuditTrail";
import { Memory } from "../pages/Memory";
import { NotFound } from "../pages/NotFound";
import { Project } from "../pages/Project";
import { Projects } from "../pages/Projects";
import { Resources } from "../pages/Resources";
import { Termbase } from "../pages/Termbase";
import { Workbench } from "../pages/Workbench";
import { placeOf } from "../projects/tabs/tabs";
import { SessionGate } from "../session/SessionGate";
import { ErrorBoundary } from "./ErrorBoundary";
import { Frame } from "./Frame";

export function App() {
  const { connection, retry } = useConnection();
  return (
    <Frame connection={connection} retry={retry}>
      <SessionGate>
        <Views />
      </SessionGate>
    </Frame>
  );
}

function Views() {
  const [address] = useLocation();
  // A new place gets a new boundary, so that one can leave a view that failed.
  return (
    <ErrorBoundary key={placeOf(address)}>
      <Switch>
        <Route path="/">
          <Projects />
        </Route>
        <Route path="/projects/:project/documents/:document">
          <Workbench />
        </Route>
        <Route path="/projects/:project/:tab?">
          <Project />
        </Route>
        <Route path="/resources">
          <Resources />
        </Route>
        <Route path="/memories/:memory">
          <Memory />
        </Route>
        <Route path="/termbases/:termbase">
          <Termbase />
        </Route>
        <Route path="/audit">
          <AuditTrail />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </ErrorBoundary>
  );
}
