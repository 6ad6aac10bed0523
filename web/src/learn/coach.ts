// coach.ts: what the coach of a guided game says now. A question is explained in full when it is asked for the first
// time, and an event when it happens for the first time.
import type { Ask, GameEvent } from "../core/protocol";

/** What has happened in the guided game so far. */
export interface Progress {
  ask: Ask | null;
  /** The steps that the person has answered. */
  answered: string[];
  log: GameEvent[];
  /** The length of the log when the person decided last. */
  since: number;
}

export interface CoachContent {
  /** The step that asks the person; null if nothing is asked. */
  step: string | null;
  /** Whether the person has never answered that step before. */
  isNew: boolean;
  /** The events since the last decision that are explained: the first one of each kind. */
  notes: GameEvent[];
}

/** Returns what the coach says; `hasExplanation` tells whether there are words about an event. */
export function coachContent(
  { ask, answered, log, since }: Progress,
  hasExplanation: (event: string) => boolean,
): CoachContent {
  const step = ask?.step ?? null;
  const explained = new Set(log.slice(0, since).map(({ event }) => event));
  const notes = log.slice(since).filter(({ event }) => {
    if (explained.has(event) || !hasExplanation(event)) return false;
    explained.add(event);
    return true;
  });
  return { step, isNew: step !== null && !answered.includes(step), notes };
}

/** Divides the steps of a lesson into those that the person has answered and those that never asked. */
export function dividedSteps(steps: string[], answered: string[]): { met: string[]; missed: string[] } {
  return {
    met: steps.filter((step) => answered.includes(step)),
    missed: steps.filter((step) => !answered.includes(step)),
  };
}
