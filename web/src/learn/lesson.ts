// lesson.ts: what a lesson consists of. A game that brings lessons exports them from its web/lessons.tsx; the first of them
// is a guided first game.
import type { ComponentChildren } from "preact";
import { GameSpeech } from "../core/words";
import type { LocalGame, RepeatedAnswer } from "./local-table";

export interface Lesson extends Omit<LocalGame, "game" | "seats" | "name"> {
  /**
   * What the lesson is called in addresses and in the keys of its words; the first lesson has no name. Where a lesson has
   * no word of its own for web.learn.KEY, which is called web.learn.NAME.KEY, the first lesson's word is taken.
   */
  name?: string;
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

/** Returns the key, below the game, of a word about lessons. */
const learnKey = (key: string): string => `web.learn.${key}`;

/** Returns the address of a lesson. */
export const lessonAddress = (game: string, { name }: Lesson): string => `/learn/${game}${name ? `/${name}` : ""}`;

/** Returns the key, below the game, of a word that a lesson has for itself. */
export const ownKey = ({ name }: Lesson, key: string): string => learnKey(name ? `${name}.${key}` : key);

/** Returns the words of a game with the lesson's numbers in its texts, and the lesson's own texts in their places. */
export function lessonSpeech(speech: GameSpeech, lesson: Lesson): GameSpeech {
  const { name, numbers = {} } = lesson;
  const filled = Object.fromEntries(
    Object.entries(numbers).map(([key, values]) => [learnKey(key), speech.word(learnKey(key), ...values)]),
  );
  const words = { ...speech.facts.words, ...filled };
  const start = ownKey(lesson, "");
  for (const key of Object.keys(words).filter((other) => name && other.startsWith(start)))
    words[learnKey(key.slice(start.length))] = words[key] ?? "";
  return new GameSpeech(speech.language, { ...speech.facts, words });
}
