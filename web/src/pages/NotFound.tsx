// Any address that the page does not know.
import { Missing } from "./Missing";

export function NotFound() {
  return <Missing title="Nothing here">The page has no such address.</Missing>;
}
