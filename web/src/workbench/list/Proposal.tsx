// Another wording of what stands behind the caret: shown as a change, made only when it is accepted.
import type { Proposal as Change } from "../../editor/assist";
import { ActionButton } from "../../actions/ActionButton";
import { Tagged } from "../../parts/Tagged";

export function Proposal({ proposal }: { proposal: Change }) {
  return (
    <div className="proposal">
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
    </div>
  );
}
