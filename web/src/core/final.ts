// final.ts: which answers give up something large, so that people are asked once whether they mean them.
import type { LegalAction } from "./actions";
import type { Ask } from "./protocol";
import type { GameWords } from "./words";

/** Returns how many other choices an answer gives up; 0 if nobody has to be asked about it. */
export function givenUp(action: LegalAction, ask: Ask, facts: Pick<GameWords, "final_verbs" | "final_steps">): number {
  const isFinal =
    facts.final_verbs.includes(action.verb) || (action.text === ask.pass && facts.final_steps.includes(ask.step));
  return isFinal ? ask.legal.length - 1 : 0;
}
