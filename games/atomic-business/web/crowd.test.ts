// crowd.test.ts: tests that all diplomats in a space are in sight, however many there are.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, heightOf, SMALL, type Stander, WHOLE } from "./crowd";

const crowd = (count: number, loaded: number, moved: number): Stander[] =>
  Array.from({ length: count }, (_, i) => ({ isLoaded: i < loaded, hasNotes: i >= count - moved }));

/** The rooms of a space on the page of a replay, in windows of 1280 x 720, 820 x 1180 and 1440 x 900. */
const rooms = [
  { width: 139, height: 64 },
  { width: 118, height: 195 },
  { width: 160, height: 139 },
];
/** Games of six have had fifteen in the Palace. */
const MOST = 20;

void test("everybody fits into his space", () => {
  for (const room of rooms)
    for (let count = 0; count <= MOST; count++)
      for (const loaded of [0, Math.floor(count / 2), count])
        for (const moved of [0, Math.min(2, count)]) {
          const standing = crowd(count, loaded, moved);
          const { isCrowded, scale } = drawn(standing, room);
          const height = heightOf(standing, isCrowded ? SMALL : WHOLE, scale, room.width);
          assert.ok(height <= room.height, `${count} diplomats, ${loaded} loaded: ${height} of ${room.height}`);
        }
});

void test("the more diplomats there are, the smaller they are, and a few have their full size", () => {
  const room = { width: 139, height: 170 };
  const sizes = Array.from({ length: MOST + 1 }, (_, count) => {
    const { isCrowded, scale } = drawn(crowd(count, count, 0), room);
    return scale * (isCrowded ? SMALL : WHOLE).height;
  });
  assert.equal(sizes[2], WHOLE.height);
  assert.deepEqual(
    [...sizes].sort((a, b) => b - a),
    sizes,
  );
});

void test("lines are filled from the left, and a line is as high as the highest in it", () => {
  const measures = { width: 10, loaded: 20, height: 30 };
  assert.equal(heightOf([], measures, 1, 100), 0);
  assert.equal(heightOf(crowd(3, 0, 0), measures, 1, 38), 30);
  assert.equal(heightOf(crowd(3, 0, 0), measures, 1, 37), 64);
  assert.equal(heightOf(crowd(3, 0, 1), measures, 1, 37), 85);
  assert.equal(heightOf(crowd(2, 2, 0), measures, 0.5, 24), 15);
});
