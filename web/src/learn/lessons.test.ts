// lessons.test.ts: every lesson has all its words in both languages, and cites only clauses that exist.
import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "../core/games";
import type { Language } from "../core/words";
import type { Lesson } from "./lesson";

/** Returns the keys of the words that a lesson needs, without the prefix. */
function neededKeys(lesson: Lesson): string[] {
  const cards = lesson.drawings.map((_, n) => `intro.${n + 1}`);
  return [
    "about",
    ...cards.flatMap((card) => [card, `${card}.text`]),
    ...Object.keys(lesson.steps).flatMap((step) => ["", ".why", ".tip"].map((part) => `step.${step}${part}`)),
    ...Object.keys(lesson.runs).map((step) => `run.${step}`),
  ];
}

const PREFIX = "web.learn.";

/** How many arguments a text has holes for. */
const holes = (text: string): number => Math.max(0, ...[...text.matchAll(/\{(\d)/g)].map(([, n]) => Number(n) + 1));

for (const { name, words, lesson: load } of games) {
  if (!load) continue;
  const { lesson } = await load();
  for (const language of ["en", "fr"] as Language[]) {
    const { default: facts } = await words[language]();
    const keys = Object.keys(facts.words)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    const eventKeys = keys.filter((key) => key.startsWith("event."));
    void test(`${name}: no words are missing in ${language}`, () => {
      assert.deepEqual(
        neededKeys(lesson).filter((key) => !keys.includes(key)),
        [],
      );
    });
    void test(`${name}: no words in ${language} are about something that cannot happen`, () => {
      assert.ok(eventKeys.length > 10);
      assert.deepEqual(
        eventKeys.filter((key) => !(key in facts.words)),
        [],
      );
      assert.deepEqual(
        keys.filter((key) => !eventKeys.includes(key) && !neededKeys(lesson).includes(key)),
        [],
      );
    });
    void test(`${name}: every hole in ${language} has its number, and every number its hole`, () => {
      const numbers = lesson.numbers ?? {};
      assert.deepEqual(
        Object.keys(numbers).filter((key) => !keys.includes(key)),
        [],
      );
      for (const key of keys) assert.equal(holes(facts.words[PREFIX + key] ?? ""), numbers[key]?.length ?? 0, key);
    });
    void test(`${name}: the cited clauses exist in ${language}`, () => {
      assert.deepEqual(
        Object.values(lesson.steps)
          .flat()
          .filter((id) => !(id in facts.titles)),
        [],
      );
    });
  }
}
