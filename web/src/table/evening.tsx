// evening.tsx: what makes a table comfortable to play at: answers that are guarded, asked about once and marked as
// pending, the recap, the keys, and the buttons for all of it.
import type { RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useObservable } from "../core/observable";
import { askKey, eventCount, type PacedTable } from "../core/paced-table";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { type Answering, useAnswering } from "./answering";
import { type Guarding, useGuarding } from "./guarding";
import { KeyHelp, useHotkeys } from "./hotkeys";
import { type RecapState, useRecap } from "./recap";
import { PauseButton } from "./tempo";
import { trayButtons } from "./tray";

/** How long people are told that a press was stopped. */
const STOPPED_MS = 2500;

/** Says for a moment why a press did nothing. */
function Stopped({ guarding }: { guarding: Guarding }) {
  const { say } = useSpeech();
  const count = useObservable(guarding.stopped);
  const [told, setTold] = useState(count);
  useEffect(() => {
    if (count === told) return;
    const timer = setTimeout(() => setTold(count), STOPPED_MS);
    return () => clearTimeout(timer);
  }, [count, told]);
  return (
    <p class="stopped" role="status">
      {count !== told && say("web.guard.stopped")}
    </p>
  );
}

interface EveningProps {
  model: PacedTable;
  state: TableState;
  speech: GameSpeech;
  /** Whether the table has no server. */
  alone: boolean;
  onError: (error: unknown) => void;
}

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

/** Opens the log and lets the person search it. */
function openLog(): void {
  find("[role=tab][data-shows=log]")?.click();
  requestAnimationFrame(() => find(".log input")?.focus());
}

export interface Evening {
  /** For the element whose presses are guarded. */
  page: RefObject<HTMLDivElement | null>;
  answering: Answering;
  recap: RecapState;
  /** Why a press did nothing; nothing most of the time. */
  stopped: VNode;
  /** The buttons, and the list of keys while it is open. */
  tools: VNode;
}

export function useEvening({ model, state, speech, alone, onError }: EveningProps): Evening {
  const { say } = useSpeech();
  const { ask } = state;
  const page = useRef<HTMLDivElement>(null);
  const guarding = useGuarding(page);
  const [helps, setHelps] = useState(false);
  const recap = useRecap(model, state, alone);
  const key = askKey(ask);
  useLayoutEffect(() => guarding.setQuestion(key), [guarding, key]);
  const answering = useAnswering({
    model,
    ask,
    speech,
    guarding,
    onSend: () => {
      const before = eventCount(model.now() ?? state);
      return () => (recap.decided(before), onError(null));
    },
    onError,
  });
  const pressIfThere = (element: HTMLElement | null | undefined) => element && guarding.pressByKey(element);
  useHotkeys({
    number: (n) => {
      const tray = find(".tray");
      pressIfThere(tray && trayButtons(tray)[n - 1]);
    },
    pass: () => ask?.pass && pressIfThere(find(`.tray [data-action="${CSS.escape(ask.pass)}"]`)),
    undo: () => pressIfThere(find(".question [data-undo]")),
    hold: () => find(".question [data-hold]")?.click(),
    log: openLog,
    recap: recap.toggle,
    skip: () => {
      const isBehind = model.showing.get().waiting > 0;
      if (isBehind) model.skip();
      return isBehind;
    },
    help: () => setHelps(true),
  });
  const tools = (
    <div class="tools" data-harmless="">
      <button type="button" class="small" aria-expanded={recap.isOpen} onClick={recap.toggle}>
        {say("web.recap.title")}
      </button>
      <PauseButton model={model} state={state} onError={onError} />
      <button type="button" class="small tools-keys" aria-label={say("web.keys.title")} onClick={() => setHelps(true)}>
        ?
      </button>
      {helps && <KeyHelp onClose={() => setHelps(false)} />}
    </div>
  );
  return { page, answering, recap, stopped: <Stopped guarding={guarding} />, tools };
}
