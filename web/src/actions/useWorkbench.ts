// What actions work on, for components.
import { useMemo } from "react";
import { useSession } from "../document/useDocument";
import { usePreferences } from "../workbench/preferences";
import type { Workbench } from "./action";

export function useWorkbench(): Workbench {
  const session = useSession();
  const { preferences, change } = usePreferences();
  return useMemo(() => ({ session, preferences, change }), [session, preferences, change]);
}
