// lesson.ts: what a guided first game consists of. A game that brings one exports it from its web/lesson.tsx.
import type { ComponentChildren } from "preact";
import { GameSpeech } from "../core/words";
import type { LocalGame, RepeatedAnswer } from "./local-table";

export interface Lesson extends Omit<LocalGame, "game" | "seats" | "name"> {
  /** The first seat of the game, which is the person's. */
  seat: string;
  /** The drawing of each card on the page before the game: SVG, 200 wide and 100 high. */
  drawings: ComponentChildren[];
  /** The steps that can ask the person in this game, in the order of the rules, with the clauses that they follow. */
  steps: Record<string, string[]>;
  /** The steps that ask many times in a row, with how the coach answers them all for the person. */
  runs: Record<string, RepeatedAnswer>;
  /** The numbers that fill the holes of the lesson's texts, by the part of their keys that comes after web.learn. */
  numbers?: Record<string, number[]>;
}

/** Returns the words of a game with the lesson's numbers in its texts. */
export function withNumbers(speech: GameSpeech, numbers: Record<string, number[]> = {}): GameSpeech {
  const keys = Object.keys(numbers).map((key) => [key, `web.learn.${key}`] as const);
  const filled = Object.fromEntries(keys.map(([key, text]) => [text, speech.word(text, ...(numbers[key] ?? []))]));
  return new GameSpeech(speech.language, { ...speech.facts, words: { ...speech.facts.words, ...filled } });
}
