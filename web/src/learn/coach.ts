// coach.ts: what the coach says now: a question's whole story once, later a reminder; each kind of event once.
import type { Ask, GameEvent } from "../core/protocol";

export interface Situation {
  ask: Ask | null;
  /** The steps one has answered so far. */
  answered: string[];
  log: GameEvent[];
  /** Where in the log one's last decision stands. */
  since: number;
}

export interface Advice {
  /** The step that asks; null: nothing is asked. */
  step: string | null;
  /** Asked for the first time. */
  isNew: boolean;
  /** The first event of each kind that is worth a word, since one's last decision. */
  notes: GameEvent[];
}

export function coach({ ask, answered, log, since }: Situation, isWorthAWord: (event: string) => boolean): Advice {
  const step = ask?.step ?? null;
  const told = new Set(log.slice(0, since).map(({ event }) => event));
  const notes = log.slice(since).filter(({ event }) => {
    if (told.has(event) || !isWorthAWord(event)) return false;
    told.add(event);
    return true;
  });
  return { step, isNew: step !== null && !answered.includes(step), notes };
}

/** Which of the questions of a script came up, and which did not. */
export function met(steps: string[], answered: string[]): { met: string[]; missed: string[] } {
  return {
    met: steps.filter((step) => answered.includes(step)),
    missed: steps.filter((step) => !answered.includes(step)),
  };
}
