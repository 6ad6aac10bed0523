// quotes.test.ts: quotation marks inside others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { quotedInside, withoutInnerBrackets } from "./quotes";

void test("what is quoted inside a quotation has the inner marks of its language", () => {
  assert.equal(quotedInside("Play “Switch Sides”: operations"), "Play ‘Switch Sides’: operations");
  assert.equal(quotedInside("Jouer « Héros » sur Lukin"), "Jouer “Héros” sur Lukin");
  assert.equal(quotedInside("Jouer «\u00a0Héros\u00a0» sur Lukin"), "Jouer “Héros” sur Lukin");
  assert.equal(quotedInside("Pass"), "Pass");
});

void test("no brackets stand inside others", () => {
  assert.equal(withoutInnerBrackets("Antonov (Ann (Kiev)) falls ill."), "Antonov (Ann, Kiev) falls ill.");
  assert.equal(
    withoutInnerBrackets("Ann (Kiev) purges Lukin (Ben (Minsk)): 1."),
    "Ann (Kiev) purges Lukin (Ben, Minsk): 1.",
  );
  assert.equal(withoutInnerBrackets("Ann (Kiev) draws (2)."), "Ann (Kiev) draws (2).");
});
