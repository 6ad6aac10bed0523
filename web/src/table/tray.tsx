// tray.tsx: what may be done, as buttons beside the question: the same actions as on the board.
import { useState } from "preact/hooks";
import type { Legal } from "../core/actions";
import type { Foreseen } from "../core/situation";
import { fill, type GameSpeech, useSpeech } from "../core/words";
import type { Picking } from "./pointing";

/** Longer lists are shown as groups. */
const FEW = 8;
/** Of so many actions it is told at once what they would come to; of more, when one is pointed at. */
const FEW_TO_TELL = 4;

interface Group {
  verb: string;
  actions: Legal[];
}

function grouped(actions: Legal[]): Group[] {
  const groups = new Map<string, Legal[]>();
  for (const action of actions) groups.set(action.verb, [...(groups.get(action.verb) ?? []), action]);
  return [...groups].map(([verb, list]) => ({ verb, actions: list }));
}

/** "Declare … on …" */
function shortened(speech: GameSpeech, verb: string): string {
  const template = (speech.facts.words[`verb.${verb}`] ?? verb).replace(/\{\d\|([^|}]*)(\|[^}]*)?\}/g, "$1");
  return fill(template, ["…", "…"], speech.language);
}

/** "pass" and its like come first: they are what is pressed most. */
const weight = (group: Group) => (group.actions[0]?.args.length ? 1 : 0);

interface TrayProps {
  picking: Picking;
  foreseen: Foreseen;
  choose(action: Legal): void;
  speech: GameSpeech;
}

export function Tray({ picking, foreseen, choose, speech }: TrayProps) {
  const { say } = useSpeech();
  const { left, picked, clear } = picking;
  const [open, setOpen] = useState<string | null>(null);
  const one = (action: Legal) => {
    const comes = (foreseen[action.text] ?? []).map((fact) => speech.fact(fact)).join(" ");
    return (
      <button
        key={action.text}
        type="button"
        class={action.args.length ? "" : "plain"}
        title={comes || undefined}
        data-legal="action"
        onClick={() => choose(action)}
      >
        {action.words}
        {comes && left.length <= FEW_TO_TELL && <small>{comes}</small>}
      </button>
    );
  };
  const group = ({ verb, actions }: Group) => {
    const only = actions.length === 1 ? actions[0] : undefined;
    if (only) return one(only);
    return (
      <details
        key={verb}
        class="tray-group"
        open={open === verb}
        onToggle={(event) => (event.currentTarget.open ? setOpen(verb) : open === verb && setOpen(null))}
      >
        <summary data-legal="group">
          {shortened(speech, verb)} <span class="count">{actions.length}</span>
        </summary>
        <div class="tray-list">{actions.map(one)}</div>
      </details>
    );
  };
  const shown =
    picked.length || left.length <= FEW
      ? left.slice(0, 40).map(one)
      : grouped(left)
          .sort((a, b) => weight(a) - weight(b))
          .map(group);
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
