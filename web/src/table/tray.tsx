// tray.tsx: the legal actions as buttons beside the question. The same actions can be chosen on the board.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LegalAction } from "../core/actions";
import { useObservable } from "../core/observable";
import { pointed } from "../core/settings";
import type { Foreseen } from "../core/situation";
import { type Group, groupByVerb, rowsOf, withoutTwins } from "../core/tray-groups";
import { fill, type GameSpeech, useSpeech } from "../core/words";
import type { Picking } from "./pointing";

/** The most actions that are shown one by one; more are grouped by their verbs. */
const MOST_UNGROUPED = 5;
/** The most actions that are shown with what they would lead to; with more it is shown for the one under the pointer. */
const MOST_FORESEEN = 4;
/** The most buttons for actions with the things that were picked. */
const MOST_PICKED = 40;

/** Returns the words of a verb with dots in place of the arguments; of a word that follows a number, the plural. */
function verbText(speech: GameSpeech, verb: string): string {
  const template = speech.facts.words[`verb.${verb}`] ?? verb;
  return fill(template, ["…", "…"], speech.language).replace(/…(\s…)+/g, "…");
}

/** Actions without arguments, such as "pass", come first, because they are pressed most often. */
const sortOrder = (group: Group) => (group.actions[0]?.args.length ? 1 : 0);

/** The most buttons that have a number as their key. */
const MOST_NUMBERS = 9;

/** Returns what a number can press in the tray now, in its order. In rows a number would read as a part of the answer. */
export const trayButtons = (tray: Element): HTMLElement[] =>
  [...tray.querySelectorAll<HTMLElement>("[data-legal]")].filter(
    (element) => element.checkVisibility() && !element.closest(".tray-rows"),
  );

/**
 * Numbers the buttons by the keys that press them, whenever the tray is drawn; hotkeys.tsx listens to the keys. A number
 * that stays is not touched: without it the tray would be smaller for a moment, and the log beside it would be scrolled.
 */
function useNumbers() {
  const tray = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const buttons = tray.current ? trayButtons(tray.current).slice(0, MOST_NUMBERS) : [];
    for (const element of tray.current?.querySelectorAll<HTMLElement>("[data-hotkey]") ?? [])
      if (!buttons.includes(element)) delete element.dataset["hotkey"];
    for (const [n, element] of buttons.entries())
      if (element.dataset["hotkey"] !== String(n + 1)) element.dataset["hotkey"] = String(n + 1);
  });
  return tray;
}

/** Tells how one chooses on the board, until the person has done it once. */
function How({ actions }: { actions: LegalAction[] }) {
  const { say } = useSpeech();
  const known = useObservable(pointed) === "yes" || actions.every(({ args }) => args.length === 0);
  return known ? null : <p class="tray-how">{say("web.table.how")}</p>;
}

interface TrayProps {
  picking: Picking;
  foreseen: Foreseen;
  choose: (action: LegalAction) => void;
  speech: GameSpeech;
  /** Whether a coach tells how one chooses. */
  coached: boolean;
  /** Shown after the buttons. */
  children?: ComponentChildren;
}

export function Tray({ picking, foreseen, choose, speech, coached, children }: TrayProps) {
  const { say } = useSpeech();
  const { picked, clear } = picking;
  const left = withoutTwins(picking.left);
  const tray = useNumbers();
  const [openVerb, setOpenVerb] = useState<string | null>(null);
  /** A button for an action; `short` is said in its place where the rest of the sentence is said above it. */
  const actionButton = (action: LegalAction, short?: string) => {
    const result = (foreseen[action.text] ?? []).map((fact) => speech.fact(fact)).join(" ");
    return (
      <button
        key={action.text}
        type="button"
        class={action.args.length ? "" : "plain"}
        title={result || undefined}
        aria-label={short ? action.words : undefined}
        data-legal="action"
        data-action={action.text}
        onClick={() => choose(action)}
      >
        {short || action.words}
        {result && left.length <= MOST_FORESEEN && <small>{result}</small>}
      </button>
    );
  };
  const groupButton = ({ verb, actions }: Group) => {
    const only = actions.length === 1 ? actions[0] : undefined;
    if (only) return actionButton(only);
    // One group closes in the same moment in which another opens, so that no button moves away a moment later.
    const toggle = (event: Event) => {
      event.preventDefault();
      setOpenVerb(openVerb === verb ? null : verb);
    };
    return (
      <details key={verb} class="tray-group" open={openVerb === verb}>
        <summary data-legal="group" onClick={toggle}>
          {verbText(speech, verb)} <span class="count">{actions.length}</span>
        </summary>
        {rowsOf(actions).map(({ thing, actions: ofRow }) => (
          <div key={thing?.name} class={`tray-list${thing ? " tray-rows" : ""}`}>
            {thing && <span class="tray-row">{speech.name(thing.kind, thing.name)}</span>}
            {ofRow.map(({ action, rest }) =>
              actionButton(action, rest.map(({ kind, name }) => speech.name(kind, name)).join(" · ")),
            )}
          </div>
        ))}
      </details>
    );
  };
  const shown =
    picked.length || left.length <= MOST_UNGROUPED
      ? left.slice(0, MOST_PICKED).map((action) => actionButton(action))
      : groupByVerb(left)
          .sort((a, b) => sortOrder(a) - sortOrder(b))
          .map(groupButton);
  return (
    <div class="tray" ref={tray} role="group" aria-label={say("web.table.actions")}>
      {picked.length > 0 && (
        <p class="tray-picked">
          <span>{say("web.table.picked")}</span>
          {picked.map(({ kind, name }) => (
            <b key={`${kind}:${name}`}>{speech.name(kind, name)}</b>
          ))}
          <button type="button" class="small" onClick={clear}>
            {say("web.table.unpick")}
          </button>
        </p>
      )}
      {picked.length === 0 && !coached && <How actions={left} />}
      {shown}
      {children}
    </div>
  );
}
