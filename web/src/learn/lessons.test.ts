// lessons.test.ts: every lesson has all its words in both languages, and cites only clauses that exist.
import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "../core/games";
import type { Language } from "../core/words";
import type { Lesson } from "./lesson";

/** Returns the keys of the words that only a lesson itself can have, without the prefix. */
function ownKeys(lesson: Lesson): string[] {
  const cards = lesson.drawings.map((_, n) => `intro.${n + 1}`);
  const keys = ["about", ...(lesson.name ? ["title"] : []), ...cards.flatMap((card) => [card, `${card}.text`])];
  return keys.map((key) => inLesson(lesson, key));
}

/** Returns the keys of the words that a lesson needs, its own or the first lesson's. */
const sharedKeys = (lesson: Lesson): string[] => [
  ...Object.keys(lesson.steps).flatMap((step) => ["", ".why", ".tip"].map((part) => `step.${step}${part}`)),
  ...Object.keys(lesson.runs).map((step) => `run.${step}`),
];

/** The name of a lesson before a key; the first lesson has none. */
const inLesson = ({ name }: Lesson, key: string): string => (name ? `${name}.${key}` : key);

const PREFIX = "web.learn.";

/** How many arguments a text has holes for. */
const holes = (text: string): number => Math.max(0, ...[...text.matchAll(/\{(\d)/g)].map(([, n]) => Number(n) + 1));

for (const { name, words, lessons: load } of games) {
  if (!load) continue;
  const { lessons } = await load();
  const numbers = Object.assign({}, ...lessons.map((lesson) => lesson.numbers ?? {})) as Record<string, number[]>;
  for (const language of ["en", "fr"] as Language[]) {
    const { default: facts } = await words[language]();
    const keys = Object.keys(facts.words)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    const eventKeys = keys.filter((key) => lessons.some((lesson) => key.startsWith(inLesson(lesson, "event."))));
    const usable = lessons.flatMap((lesson) => [
      ...ownKeys(lesson),
      ...sharedKeys(lesson).map((key) => inLesson(lesson, key)),
    ]);
    void test(`${name}: no words are missing in ${language}`, () => {
      assert.deepEqual(
        lessons.flatMap((lesson) => [
          ...ownKeys(lesson).filter((key) => !keys.includes(key)),
          ...sharedKeys(lesson).filter((key) => !keys.includes(key) && !keys.includes(inLesson(lesson, key))),
        ]),
        [],
      );
    });
    void test(`${name}: no words in ${language} are about something that cannot happen`, () => {
      assert.ok(eventKeys.length > 10);
      assert.deepEqual(
        eventKeys.filter((key) => !(key.slice(key.indexOf("event.")) in facts.words)),
        [],
      );
      assert.deepEqual(
        keys.filter((key) => !eventKeys.includes(key) && !usable.includes(key)),
        [],
      );
    });
    void test(`${name}: every hole in ${language} has its number, and every number its hole`, () => {
      assert.deepEqual(
        Object.keys(numbers).filter((key) => !keys.includes(key)),
        [],
      );
      for (const key of keys) assert.equal(holes(facts.words[PREFIX + key] ?? ""), numbers[key]?.length ?? 0, key);
    });
    void test(`${name}: the cited clauses exist in ${language}`, () => {
      assert.deepEqual(
        lessons.flatMap(({ steps }) => Object.values(steps).flat()).filter((id) => !(id in facts.titles)),
        [],
      );
    });
  }
}
