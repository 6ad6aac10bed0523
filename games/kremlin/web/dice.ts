// dice.ts: the dice of the last change, with their modifiers and results.
import type { GameEvent } from "client/core/protocol";
import type { GameSpeech } from "client/core/words";

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

function needOf(e: GameEvent): number | null {
  switch (e.event) {
    case "parade-roll":
      return Number(e.args[2]);
    case "purge-roll":
      return Number(e.args[3]);
    case "charged":
    case "charge-fails":
    case "card-roll":
      return Number(e.args[2]);
    default:
      return null;
  }
}

/** Returns the politician whom the die is about: the last one whom its event names. */
function whoIn(e: GameEvent, speech: GameSpeech): string | null {
  const at = (speech.facts.events[e.event] ?? []).lastIndexOf("politician");
  return at < 0 ? null : String(e.args[at]);
}

/** Returns the dice that these events tell of. */
export function diceOf(events: GameEvent[], speech: GameSpeech): Die[] {
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
        need: needOf(e),
        who: whoIn(e, speech),
        text,
        result: "",
        clause: e.clause,
      });
    } else if (last && e.event === "modifier") {
      last.modifiers.push(Number(e.args[0]));
    } else if (last && e.event === "card-modifier") {
      last.modifiers.push(Number(e.args[1]));
    } else if (last && !last.result && speech.has(`odds.${e.event}`)) {
      last.result = speech.event(e);
    }
  }
  return dice;
}
