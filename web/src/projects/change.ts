// How a card of the project's page changes the project.
import type { MemoryUse, SettingsChange } from "../api/client";

interface Changes {
  name?: string;
  settings?: SettingsChange;
  memories?: MemoryUse[];
  termbases?: number[];
}
export type Change = (values: Changes) => Promise<void>;
