// What can be done with the open segment, as buttons with their keys; and whether it is saved.
import type { Segment } from "../../api/client";
import { ActionButton } from "../../actions/ActionButton";
import type { ActionId } from "../../actions/table";
import { useDocument } from "../../document/useDocument";

const ACCEPT: readonly ActionId[] = ["acceptHighlighted", "acceptWord", "acceptAll"];
const EDIT: readonly ActionId[] = ["copySource", "insertTag", "split", "merge"];

export function SegmentToolbar({ segment }: { segment: Segment }) {
  const kept = useDocument((state) => state.outbox.unsaved.get(segment.id));
  const connected = useDocument((state) => state.connection.phase === "connected");
  const saving = kept?.refused ? "not saved" : kept ? (connected ? "saving …" : "saved on this device") : "saved";
  const tools = (ids: readonly ActionId[], short: boolean) =>
    ids.map((id) => <ActionButton key={id} action={id} className="tool" short={short} />);
  return (
    <footer className="card-foot">
      <span className="tools" role="toolbar" aria-label="Segment">
        <ActionButton action="confirm" className="tool main" />
        {tools(ACCEPT, false)}
        {tools(EDIT, true)}
      </span>
      <span className={`saving ${kept?.refused ? "failed" : ""}`} title={kept?.refused ?? ""}>
        {segment.status === "draft" && !kept ? "draft" : saving}
      </span>
    </footer>
  );
}
