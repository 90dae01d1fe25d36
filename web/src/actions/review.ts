// Actions of reviewers on the open segment.
import { obstacleToApprove, obstacleToLock, obstacleToReject } from "../document/reviewing";
import { openSegment } from "../document/state";
import type { Action } from "./action";
import { t } from "../messages";

export const REVIEW = {
  approve: {
    title: () => t("actions.titles.approve"),
    label: () => t("actions.labels.approve"),
    group: "review",
    keys: "Mod+Shift+Enter",
    scope: "document",
    needs: "approve",
    obstacle: obstacleToApprove,
    run: ({ session }) => session.dispatch({ type: "judged", verdict: { status: "approved" } }),
  },
  reject: {
    title: () => t("actions.titles.reject"),
    label: () => t("actions.labels.reject"),
    group: "review",
    keys: "Alt+Shift+R",
    scope: "document",
    needs: "approve",
    obstacle: obstacleToReject,
    run: ({ session }) => session.dispatch({ type: "judged", verdict: { status: "edited" } }),
  },
  lockSegment: {
    title: () => t("actions.titles.lockSegment"),
    label: () => t("actions.labels.lockSegment"),
    group: "review",
    keys: "Alt+L",
    scope: "document",
    needs: "approve",
    obstacle: obstacleToLock,
    run: ({ session }) => {
      const locked = !openSegment(session.state)?.locked;
      session.dispatch({ type: "judged", verdict: { locked } });
    },
  },
} as const satisfies Record<string, Action>;
