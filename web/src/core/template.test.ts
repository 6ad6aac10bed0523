// template.test.ts: templates are filled as src/text/template.c fills them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fill } from "./template";

const template = "{0}{1?, +# as a Hero}{2?, −# for Disrepute}: {2|one|many}";

void test("singular and plural follow the number", () => {
  assert.equal(fill("{0} {0|point|points}", [1], "en"), "1 point");
  assert.equal(fill("{0} {0|point|points}", [0], "en"), "0 points");
  assert.equal(fill("{0} {0|point|points}", [0], "fr"), "0 point");
});

void test("a negative number has a minus sign", () => {
  assert.equal(fill("{0} against {1}, {2}", [-1, 2, "X-2"], "en"), "−1 against 2, X-2");
  assert.equal(fill("{0?# from cards}", [-2], "en"), "−2 from cards");
  assert.equal(fill("{0+}, {1+}, {2+}", [-2, 3, 0], "en"), "−2, +3, 0");
});

void test("what depends on a number is left out for zero", () => {
  assert.equal(fill(template, [8, 2, 4], "en"), "8, +2 as a Hero, −4 for Disrepute: many");
  assert.equal(fill(template, [8, 0, 1], "en"), "8, −1 for Disrepute: one");
});
