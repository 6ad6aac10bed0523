// tray-groups.test.ts: long lists of actions become short.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LegalAction } from "./actions";
import { groupByVerb, rowsOf, withoutTwins } from "./tray-groups";

const action = (text: string, words = text): LegalAction => {
  const [verb = "", ...names] = text.split(" ");
  return { text, verb, words, args: names.map((name, n) => ({ kind: n === 0 ? "man" : "number", name })) };
};
const declare = ["ann", "ben", "cat"].flatMap((man) => [1, 2, 3].map((n) => action(`declare ${man} ${n}`)));

void test("what reads alike is listed once", () => {
  const actions = [action("play card-2a", "Play Two"), action("play card-2b", "Play Two"), action("pass")];
  assert.deepEqual(
    withoutTwins(actions).map(({ text }) => text),
    ["play card-2a", "pass"],
  );
});

void test("actions are grouped by verb, in the order in which they come", () => {
  const groups = groupByVerb([action("a x"), action("b x"), action("a y")]);
  assert.deepEqual(
    groups.map(({ verb, actions }) => [verb, actions.length]),
    [
      ["a", 2],
      ["b", 1],
    ],
  );
});

void test("many actions with two arguments become a row for each value that several share", () => {
  const rows = rowsOf(declare);
  assert.deepEqual(
    rows.map(({ thing, actions }) => [thing?.name, actions.map(({ rest }) => rest.map(({ name }) => name).join())]),
    [
      ["ann", ["1", "2", "3"]],
      ["ben", ["1", "2", "3"]],
      ["cat", ["1", "2", "3"]],
    ],
  );
  assert.equal(rows.flatMap(({ actions }) => actions).length, declare.length, "none is lost");
});

void test("one argument is said alone; few actions, and those that share nothing, are whole sentences", () => {
  const single = rowsOf([action("go a"), action("go b")]);
  assert.deepEqual(
    single.map(({ thing, actions }) => [thing, actions.map(({ rest }) => rest[0]?.name)]),
    [[null, ["a", "b"]]],
  );
  const different = [1, 2, 3, 4, 5, 6, 7].map((n) => action(`pair m${n} ${n}`));
  for (const whole of [declare.slice(0, 4), different]) {
    const rows = rowsOf(whole);
    assert.deepEqual(
      rows.map(({ thing, actions }) => [thing, actions.length]),
      [[null, whole.length]],
    );
    assert.ok(rows.every(({ actions }) => actions.every(({ rest }) => rest.length === 0)));
  }
});
