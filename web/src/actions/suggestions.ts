// Actions on what the machine suggests, and on what the memory and the termbase offer.
import { ghostOf, proposalOf, taken, type Ghost, type Offer, type Take } from "../editor/assist";
import {
  insert,
  insertSuggestion,
  replaceSpan,
  replaceTarget,
  take,
  takeProposal,
  toggleLock,
} from "../editor/commands";
import { offersIn } from "../document/rephrasing";
import type { DocumentState, OpenSegment } from "../document/state";
import { insertables, type Insertable } from "../workbench/insertables";
import { inEditable, inView, type Action, type Workbench } from "./action";
import { t } from "../messages";

/** The suggestion behind the caret, where there is one that a key can accept. */
function ghostAtCaret(open: OpenSegment): Ghost | null {
  const atEnd = open.caret === open.text.length && open.anchor === open.caret;
  return atEnd ? ghostOf(open.assist, open.text) : null;
}

const accept = (what: Take) =>
  inView((view, _segment, { session }) => {
    const text = take(view, what);
    session.effort.add(what, text.length);
  });

const suggestionsOf = (state: DocumentState): Offer[] => (state.open ? offersIn(state.open) : []);

export function acceptSuggestion(workbench: Workbench, offer: Offer): void {
  const { session } = workbench;
  if (!session.view) return;
  if (offer.span) replaceSpan(session.view, offer.span, offer.text);
  else insertSuggestion(session.view, offer.text);
  session.effort.add(offer.kind === "language model" ? "language model" : "suggestion", offer.text.length);
}

export function insertFound(workbench: Workbench, found: Insertable, atCaret = false): void {
  const { session } = workbench;
  if (!session.view || !session.state.open?.editable) return;
  const text = found.kind === "match" ? found.match.insert : found.text;
  if (found.kind === "term" || atCaret) insert(session.view, text, found.kind === "term");
  else replaceTarget(session.view, text);
  session.effort.add(found.kind === "draft" ? "rest" : found.kind, text.length);
}

const suggestion = (number: number): Action => ({
  title: () => t(number < 4 ? "actions.titles.suggestion" : "actions.titles.lastSuggestion", { number }),
  group: "suggestions",
  keys: `Alt+${number}`,
  scope: "editor",
  needs: "translate",
  obstacle: (state) => (suggestionsOf(state)[number - 1] ? null : ""),
  run: (workbench) => {
    const offer = suggestionsOf(workbench.session.state)[number - 1];
    if (offer) acceptSuggestion(workbench, offer);
  },
});

const foundOf = ({ open }: DocumentState) => (open ? insertables(open) : []);

const found = (number: number): Action => ({
  title: () => t("actions.titles.found", { number }),
  group: "found",
  keys: { windows: `Mod+${number}`, mac: `Ctrl+${number}` },
  scope: "document",
  needs: "translate",
  obstacle: (state) =>
    inEditable(() => (foundOf(state)[number - 1] ? null : t("actions.obstacles.noFound", { number })))(state),
  run: (workbench) => {
    const one = foundOf(workbench.session.state)[number - 1];
    if (one) insertFound(workbench, one);
  },
});

const chosen = (state: DocumentState): Offer | undefined => suggestionsOf(state)[state.open?.chosen ?? -1];

const choose = (by: number) => (workbench: Workbench) => {
  const { session } = workbench;
  const at = (session.state.open?.chosen ?? -1) + by;
  const last = suggestionsOf(session.state).length - 1;
  session.dispatch({ type: "chose", suggestion: Math.max(-1, Math.min(at, last)) });
};

/** Whether something is selected, and no other words for it have been asked for. */
const mayRephrase = ({ open }: DocumentState): boolean =>
  open?.editable === true && open.caret !== open.anchor && open.rephrasing === null;

const noSuggestion = (state: DocumentState) => (suggestionsOf(state).length ? null : t("actions.obstacles.noOthers"));

export const SUGGESTIONS = {
  acceptHighlighted: {
    title: () => t("actions.titles.acceptHighlighted"),
    label: () => t("actions.labels.acceptHighlighted"),
    group: "suggestions",
    keys: "Tab",
    scope: "editor",
    needs: "translate",
    // The key never leaves the editor, whether or not there is something to accept.
    obstacle: inEditable((open) => {
      const ghost = ghostAtCaret(open);
      if (!ghost) return "";
      return taken(ghost, "sure") ? null : t("actions.obstacles.notSure");
    }),
    run: accept("sure"),
  },
  acceptWord: {
    title: () => t("actions.titles.acceptWord"),
    label: () => t("actions.labels.acceptWord"),
    group: "suggestions",
    keys: { windows: "Mod+ArrowRight", mac: "Alt+ArrowRight" },
    scope: "editor",
    needs: "translate",
    yields: true,
    obstacle: inEditable((open) => (ghostAtCaret(open) ? null : t("actions.obstacles.noSuggestion"))),
    run: accept("word"),
  },
  acceptAll: {
    title: () => t("actions.titles.acceptAll"),
    label: () => t("actions.labels.acceptAll"),
    group: "suggestions",
    keys: { windows: "End", mac: "Mod+ArrowRight" },
    scope: "editor",
    needs: "translate",
    yields: true,
    obstacle: inEditable((open) => (ghostAtCaret(open) ? null : t("actions.obstacles.noSuggestion"))),
    run: accept("rest"),
  },
  suggestion1: suggestion(1),
  suggestion2: suggestion(2),
  suggestion3: suggestion(3),
  suggestion4: suggestion(4),
  nextSuggestion: {
    title: () => t("actions.titles.nextSuggestion"),
    group: "suggestions",
    keys: "Alt+ArrowDown",
    scope: "editor",
    needs: "translate",
    obstacle: (state) => (mayRephrase(state) ? null : noSuggestion(state)),
    run: (workbench) => {
      const { session } = workbench;
      if (mayRephrase(session.state)) session.dispatch({ type: "askedToRephrase" });
      else choose(1)(workbench);
    },
  },
  previousSuggestion: {
    title: () => t("actions.titles.previousSuggestion"),
    group: "suggestions",
    keys: "Alt+ArrowUp",
    scope: "editor",
    needs: "translate",
    obstacle: noSuggestion,
    run: choose(-1),
  },
  acceptChosen: {
    title: () => t("actions.titles.acceptChosen"),
    group: "suggestions",
    keys: "Enter",
    scope: "editor",
    needs: "translate",
    fixed: true,
    // A segment is one line; where its format has several, they are in the text already.
    obstacle: (state) => (chosen(state) ? null : ""),
    run: (workbench) => {
      const offer = chosen(workbench.session.state);
      if (offer) acceptSuggestion(workbench, offer);
    },
  },
  hide: {
    title: () => t("actions.titles.hide"),
    group: "suggestions",
    keys: "Escape",
    scope: "document",
    fixed: true,
    run: ({ session }) => {
      const { view, state } = session;
      if (!view) return;
      const { chosen: at = -1 } = state.open ?? {};
      if (state.view.drawer) session.dispatch({ type: "drawerMoved", open: false });
      if (!view.hasFocus) view.focus();
      else if (at >= 0) session.dispatch({ type: "chose", suggestion: -1 });
      else session.dispatch({ type: "hid" });
    },
  },
  rewrite: {
    title: () => t("actions.titles.rewrite"),
    group: "suggestions",
    keys: "Alt+R",
    scope: "editor",
    needs: "translate",
    obstacle: inEditable((open) =>
      proposalOf(open.assist, open.text, open.caret) ? null : t("actions.obstacles.noWording"),
    ),
    run: inView((view, _segment, { session }) => session.effort.add("rest", takeProposal(view).length)),
  },
  lock: {
    title: () => t("actions.titles.lock"),
    label: () => t("actions.labels.lock"),
    group: "suggestions",
    keys: "Mod+L",
    scope: "editor",
    needs: "translate",
    obstacle: inEditable(),
    run: inView((view, _segment, { session }) =>
      session.say(t(toggleLock(view) ? "actions.kept" : "actions.released")),
    ),
  },
  explain: {
    title: () => t("actions.titles.explain"),
    group: "suggestions",
    keys: "Alt+W",
    scope: "editor",
    run: ({ session }) => session.dispatch({ type: "explained" }),
  },
  confidence: {
    title: () => t("actions.titles.confidence"),
    group: "suggestions",
    keys: "Alt+P",
    scope: "document",
    run: ({ preferences, change }) => change({ confidence: !preferences.confidence }),
  },
  found1: found(1),
  found2: found(2),
  found3: found(3),
  found4: found(4),
  found5: found(5),
  found6: found(6),
  found7: found(7),
  found8: found(8),
  found9: found(9),
  matchAtCaret: {
    title: () => t("actions.titles.matchAtCaret"),
    group: "found",
    keys: "Alt+I",
    scope: "document",
    needs: "translate",
    obstacle: inEditable((open) => (open.matches.length ? null : t("actions.obstacles.noMatch"))),
    run: (workbench) => {
      const match = workbench.session.state.open?.matches[0];
      if (match) insertFound(workbench, { kind: "match", match }, true);
    },
  },
} as const satisfies Record<string, Action>;
