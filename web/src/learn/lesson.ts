// lesson.ts: what a game's guided first game is made of; a game that brings one has it in web/lesson.tsx.
import type { ComponentChildren } from "preact";
import { GameSpeech } from "../core/words";
import type { LocalGame, Run } from "./local";

export interface Lesson extends Omit<LocalGame, "game" | "seats" | "name"> {
  /** The first seat, which is one's own. */
  seat: string;
  /** The drawing of each card of the opening page, 200 wide and 100 high. */
  drawings: ComponentChildren[];
  /** The steps at which a person can be asked in this set-up, in the order of the rules, with the clauses they rest on. */
  steps: Record<string, string[]>;
  /** What comes in a row may be answered in a row. */
  runs: Record<string, Run>;
  /** The numbers that fill the holes of the lesson's texts, by the part of their keys that comes after web.learn. */
  numbers?: Record<string, number[]>;
}

/** Returns the words of a game with the lesson's numbers in its texts. */
export function withNumbers(speech: GameSpeech, numbers: Record<string, number[]> = {}): GameSpeech {
  const keys = Object.keys(numbers).map((key) => [key, `web.learn.${key}`] as const);
  const filled = Object.fromEntries(keys.map(([key, text]) => [text, speech.word(text, ...(numbers[key] ?? []))]));
  return new GameSpeech(speech.language, { ...speech.facts, words: { ...speech.facts.words, ...filled } });
}
