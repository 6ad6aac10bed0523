// dice.ts: the dice of the last change, with their modifiers and results.
import type { GameEvent } from "client/core/protocol";
import type { GameSpeech } from "client/core/words";
import type { State } from "./facts";

export interface Die {
  face: number;
  modifiers: number[];
  /** What the die had to reach; null if that is not one number. */
  need: number | null;
  who: string | null;
  text: string;
  result: string;
  clause: string;
}

function needOf(e: GameEvent, before: State | null): number | null {
  switch (e.event) {
    case "parade-roll":
      return Number(e.args[2]);
    case "purge-roll":
      return before?.is.maybe("purge-number", String(e.args[1])) ?? null;
    case "charged":
    case "charge-fails":
      return before?.is.maybe("charge-needs") ?? null;
    default:
      return null;
  }
}

/** Returns the politician whom the die is about: the last one whom its event names. */
function whoIn(e: GameEvent, speech: GameSpeech): string | null {
  const at = (speech.facts.events[e.event] ?? []).lastIndexOf("politician");
  return at < 0 ? null : String(e.args[at]);
}

/** Returns the dice that these events tell of; `before` is what was known before them. */
export function diceOf(events: GameEvent[], before: State | null, speech: GameSpeech): Die[] {
  const dice: Die[] = [];
  for (const e of events) {
    const at = speech.facts.dice[e.event];
    const last = dice.at(-1);
    if (at !== undefined) {
      const text = speech.event(e);
      const face = Number(e.args[at]);
      dice.push({
        face,
        modifiers: [],
        need: needOf(e, before),
        who: whoIn(e, speech),
        text,
        result: "",
        clause: e.clause,
      });
    } else if (last && e.event === "modifier") {
      last.modifiers.push(Number(e.args[0]));
    } else if (last && !last.result && speech.has(`odds.${e.event}`)) {
      last.result = speech.event(e);
    }
  }
  return dice;
}
