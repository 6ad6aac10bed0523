// words.test.mjs: the lessons have all their words, in both languages, and cite rules that exist. node --test
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const built = await esbuild.build({ entryPoints: [here("scripts.ts")], bundle: true, format: "esm", write: false });
const { scripts } = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);

function keys(language) {
  const text = readFileSync(here(`../../../lang/${language}.po`), "utf8");
  return new Set([...text.matchAll(/^msgid "(.+)"$/gm)].map((found) => found[1]));
}

function needed(game, script) {
  const cards = Array.from({ length: script.cards }, (_, n) => `intro.${n + 1}`);
  const parts = [
    ...cards.flatMap((card) => [card, `${card}.text`]),
    ...Object.keys(script.steps).flatMap((step) => ["", ".why", ".tip"].map((part) => `step.${step}${part}`)),
    ...Object.keys(script.runs).map((step) => `run.${step}`),
  ];
  return parts.map((part) => `${game}.web.learn.${part}`);
}

for (const language of ["en", "fr"]) {
  const known = keys(language);
  for (const [game, script] of Object.entries(scripts)) {
    const wanted = needed(game, script);
    test(`${game}: nothing is missing in ${language}`, () => {
      assert.deepEqual(wanted.filter((key) => !known.has(key)), []);
    });
    test(`${game}: nothing is told in ${language} that cannot come up`, () => {
      const told = [...known].filter((key) => key.startsWith(`${game}.web.learn.`));
      const events = told.filter((key) => key.startsWith(`${game}.web.learn.event.`));
      assert.ok(events.length > 10);
      assert.deepEqual(events.filter((key) => !known.has(key.replace(".web.learn.", "."))), []);
      assert.deepEqual(told.filter((key) => !events.includes(key) && !wanted.includes(key)), []);
    });
  }
}

for (const [game, script] of Object.entries(scripts))
  test(`${game}: the rules cited exist`, () => {
    const rules = readFileSync(here(`../../../docs/rules/en/${game}.md`), "utf8");
    const cited = Object.values(script.steps).flat();
    assert.deepEqual(cited.filter((id) => !rules.includes(`### ${id} `)), []);
  });
