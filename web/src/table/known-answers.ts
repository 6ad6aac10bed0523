// known-answers.ts: the answers that were possible at a table, for those who want to answer in advance.
import type { Ask } from "../core/protocol";

/** The most questions, and the most answers to each, that are remembered. */
const MOST_STEPS = 12;
const MOST_ANSWERS = 60;

/** The answers that were possible, by the step that asked; the last ones come first. `pass` is the one that does nothing. */
export type KnownAnswers = Record<string, { legal: string[]; pass: string | null }>;

/** Returns the answers with those of another question in front. */
export function withAsk(
  known: KnownAnswers,
  { step, legal, pass }: Pick<Ask, "step" | "legal" | "pass">,
): KnownAnswers {
  const { [step]: before, ...others } = known;
  const answers = [...legal, ...(before?.legal ?? []).filter((action) => !legal.includes(action))].slice(
    0,
    MOST_ANSWERS,
  );
  const entry = { legal: answers, pass: pass ?? before?.pass ?? null };
  return Object.fromEntries([[step, entry] as const, ...Object.entries(others)].slice(0, MOST_STEPS));
}
