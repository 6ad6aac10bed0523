// lessons.test.ts: the lessons have all their words, in both languages, and cite rules that exist. node --test
import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "../core/games";
import type { Language } from "../core/words";
import type { Lesson } from "./lesson";

/** The keys a lesson says, without "web.learn." before them. */
function needed(lesson: Lesson): string[] {
  const cards = lesson.drawings.map((_, n) => `intro.${n + 1}`);
  return [
    "about",
    ...cards.flatMap((card) => [card, `${card}.text`]),
    ...Object.keys(lesson.steps).flatMap((step) => ["", ".why", ".tip"].map((part) => `step.${step}${part}`)),
    ...Object.keys(lesson.runs).map((step) => `run.${step}`),
  ];
}

const BEFORE = "web.learn.";

/** How many arguments a text has holes for. */
const holes = (text: string): number => Math.max(0, ...[...text.matchAll(/\{(\d)/g)].map(([, n]) => Number(n) + 1));

for (const { name, words, lesson: load } of games) {
  if (!load) continue;
  const { lesson } = await load();
  for (const language of ["en", "fr"] as Language[]) {
    const { default: facts } = await words[language]();
    const told = Object.keys(facts.words)
      .filter((key) => key.startsWith(BEFORE))
      .map((key) => key.slice(BEFORE.length));
    const events = told.filter((key) => key.startsWith("event."));
    test(`${name}: nothing is missing in ${language}`, () => {
      assert.deepEqual(needed(lesson).filter((key) => !told.includes(key)), []);
    });
    test(`${name}: nothing is told in ${language} that cannot come up`, () => {
      assert.ok(events.length > 10);
      assert.deepEqual(events.filter((key) => !(key in facts.words)), []);
      assert.deepEqual(told.filter((key) => !events.includes(key) && !needed(lesson).includes(key)), []);
    });
    void test(`${name}: every hole in ${language} has its number, and every number its hole`, () => {
      const numbers = lesson.numbers ?? {};
      assert.deepEqual(Object.keys(numbers).filter((key) => !told.includes(key)), []);
      for (const key of told) assert.equal(holes(facts.words[BEFORE + key] ?? ""), numbers[key]?.length ?? 0, key);
    });
    test(`${name}: the rules cited exist in ${language}`, () => {
      assert.deepEqual(Object.values(lesson.steps).flat().filter((id) => !(id in facts.titles)), []);
    });
  }
}
