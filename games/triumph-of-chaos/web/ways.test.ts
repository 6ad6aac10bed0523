// ways.test.ts: the map as a list of ways, and the direction keys on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as t from "./tables";
import { BEARINGS, wayTowards, waysFrom } from "./ways";

const KEYS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

void test("every link is a way in both directions, with a cost and opposite bearings", () => {
  let count = 0;
  for (const space of t.spaces)
    for (const way of waysFrom(space)) {
      count++;
      assert.ok(way.cost >= 1, `${space.id} ${way.to.id}`);
      const back = waysFrom(way.to).find(({ to }) => to === space);
      assert.ok(back && back.cost === way.cost && back.kind === way.kind);
      const turn = Math.abs(BEARINGS.indexOf(back.bearing) - BEARINGS.indexOf(way.bearing));
      assert.equal(turn, 4, `${space.id} ${way.to.id}: ${way.bearing} and ${back.bearing}`);
    }
  assert.equal(count, 2 * t.links.length);
});

void test("the ways out lead to the neighbours that the engine knows", () => {
  for (const space of t.spaces)
    assert.deepEqual(
      waysFrom(space)
        .map(({ to }) => to.id)
        .sort(),
      [...space.neighbours].sort(),
    );
});

void test("a direction key leads where it points, and along a way", () => {
  for (const space of t.spaces)
    for (const key of KEYS) {
      const way = wayTowards(space, key);
      if (!way) continue;
      assert.ok(space.neighbours.includes(way.to.id));
      const [dx, dy] = [way.to.x - space.x, way.to.y - space.y];
      const ahead = { ArrowUp: -dy, ArrowRight: dx, ArrowDown: dy, ArrowLeft: -dx }[key] ?? 0;
      assert.ok(ahead > 0, `${key} from ${space.id} to ${way.to.id}`);
    }
});

void test("the direction keys alone lead to almost every space", () => {
  const reached = new Set<t.Space>();
  const open = [t.spaceNamed("kazan")].filter((space) => space !== null);
  for (let space = open.pop(); space; space = open.pop()) {
    if (reached.has(space)) continue;
    reached.add(space);
    for (const key of KEYS) {
      const to = wayTowards(space, key)?.to;
      if (to) open.push(to);
    }
  }
  const lost = t.spaces.filter((space) => !reached.has(space)).map(({ id }) => id);
  assert.ok(lost.length <= t.spaces.length / 50, lost.join());
});
