// tray.tsx: the legal actions as buttons beside the question. The same actions can be chosen on the board.
import { useState } from "preact/hooks";
import type { LegalAction } from "../core/actions";
import type { Foreseen } from "../core/situation";
import { fill, type GameSpeech, useSpeech } from "../core/words";
import type { Picking } from "./pointing";

/** The most actions that are shown one by one; more are grouped by their verbs. */
const MOST_UNGROUPED = 8;
/** The most actions that are shown with what they would lead to; with more it is shown for the one under the pointer. */
const MOST_FORESEEN = 4;
/** The most buttons for actions with the things that were picked. */
const MOST_PICKED = 40;

interface Group {
  verb: string;
  actions: LegalAction[];
}

function groupByVerb(actions: LegalAction[]): Group[] {
  const groups = new Map<string, LegalAction[]>();
  for (const action of actions) groups.set(action.verb, [...(groups.get(action.verb) ?? []), action]);
  return [...groups].map(([verb, ofVerb]) => ({ verb, actions: ofVerb }));
}

/** Returns the words of a verb with dots in place of the arguments. */
function verbText(speech: GameSpeech, verb: string): string {
  const template = (speech.facts.words[`verb.${verb}`] ?? verb).replace(/\{\d\|([^|}]*)(\|[^}]*)?\}/g, "$1");
  return fill(template, ["…", "…"], speech.language);
}

/** Actions without arguments, such as "pass", come first, because they are pressed most often. */
const sortOrder = (group: Group) => (group.actions[0]?.args.length ? 1 : 0);

interface TrayProps {
  picking: Picking;
  foreseen: Foreseen;
  choose: (action: LegalAction) => void;
  speech: GameSpeech;
}

export function Tray({ picking, foreseen, choose, speech }: TrayProps) {
  const { say } = useSpeech();
  const { left, picked, clear } = picking;
  const [openVerb, setOpenVerb] = useState<string | null>(null);
  const actionButton = (action: LegalAction) => {
    const result = (foreseen[action.text] ?? []).map((fact) => speech.fact(fact)).join(" ");
    return (
      <button
        key={action.text}
        type="button"
        class={action.args.length ? "" : "plain"}
        title={result || undefined}
        data-legal="action"
        onClick={() => choose(action)}
      >
        {action.words}
        {result && left.length <= MOST_FORESEEN && <small>{result}</small>}
      </button>
    );
  };
  const groupButton = ({ verb, actions }: Group) => {
    const only = actions.length === 1 ? actions[0] : undefined;
    if (only) return actionButton(only);
    return (
      <details
        key={verb}
        class="tray-group"
        open={openVerb === verb}
        onToggle={(event) => (event.currentTarget.open ? setOpenVerb(verb) : openVerb === verb && setOpenVerb(null))}
      >
        <summary data-legal="group">
          {verbText(speech, verb)} <span class="count">{actions.length}</span>
        </summary>
        <div class="tray-list">{actions.map(actionButton)}</div>
      </details>
    );
  };
  const shown =
    picked.length || left.length <= MOST_UNGROUPED
      ? left.slice(0, MOST_PICKED).map(actionButton)
      : groupByVerb(left)
          .sort((a, b) => sortOrder(a) - sortOrder(b))
          .map(groupButton);
  return (
    <div class="tray" role="group" aria-label={say("web.table.actions")}>
      {shown}
      {picked.length > 0 && (
        <button type="button" class="small" onClick={clear}>
          {say("web.table.unpick")}
        </button>
      )}
    </div>
  );
}
