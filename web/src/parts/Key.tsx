// A key as it stands on a keyboard.
import { written } from "../actions/keys";

export function Key({ combo }: { combo: string }) {
  return <kbd>{written(combo)}</kbd>;
}
