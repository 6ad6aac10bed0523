// french.test.ts: the French words as the client gets them.
import assert from "node:assert/strict";
import { test } from "node:test";
import words from "words:common.fr";

void test("no line breaks between a word and the sign after it, or inside « and »", () => {
  const texts = Object.values(words as Record<string, string>);
  assert.ok(texts.some((text) => /\u00a0[»;:!?]/.test(text)));
  assert.deepEqual(
    texts.filter((text) => / [»;:!?]|« /.test(text)),
    [],
  );
});
