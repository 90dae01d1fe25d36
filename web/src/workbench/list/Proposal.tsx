// Another wording of what stands behind the caret: shown as a change, made only when it is accepted. Its place is there
// wherever something stands behind the caret, so that no suggestion moves when it comes or goes.
import type { Proposal as Change } from "../../editor/assist";
import { ActionButton } from "../../actions/ActionButton";
import { Tagged } from "../../parts/Tagged";

export function Proposal({ proposal }: { proposal: Change | null }) {
  return <div className="proposal">{proposal && <Shown proposal={proposal} />}</div>;
}

function Shown({ proposal }: { proposal: Change }) {
  return (
    <>
      <ActionButton action="rewrite" className="offer" />{" "}
      <span className="words">
        {proposal.old && (
          <del>
            <Tagged text={proposal.old} />
          </del>
        )}{" "}
        {proposal.fresh && (
          <ins>
            <Tagged text={proposal.fresh} />
          </ins>
        )}
      </span>
    </>
  );
}
