// press-guard.test.ts: which presses count.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PressGuard, SETTLE_MS } from "./press-guard";

const PLACE = { x: 10, y: 10, width: 100, height: 40 };

class Scene {
  time = 0;
  settles = true;
  readonly guard = new PressGuard(
    () => this.time,
    () => this.settles,
  );
  readonly button = {};
  constructor() {
    this.guard.setQuestion("1 act yes;no");
    this.guard.see(this.button, PLACE);
  }
  press(holdMs = 50): boolean {
    this.guard.begin(this.button);
    this.time += holdMs;
    return this.guard.end(this.button);
  }
}

void test("what has just appeared takes no press", () => {
  const scene = new Scene();
  scene.time = SETTLE_MS - 1;
  assert.equal(scene.press(), false, "the press began too early, though it ended later");
  assert.equal(scene.press(), true);
});

void test("what was never seen takes no press", () => {
  const scene = new Scene();
  scene.time = 1000;
  scene.guard.begin({});
  assert.equal(scene.guard.end({}), false);
});

void test("what has just moved takes no press, and what has hardly moved takes one", () => {
  const scene = new Scene();
  scene.time = 1000;
  scene.guard.see(scene.button, { ...PLACE, y: 14 });
  assert.equal(scene.press(), true);
  scene.guard.see(scene.button, { ...PLACE, y: 60 });
  assert.equal(scene.press(), false);
  scene.time += SETTLE_MS;
  assert.equal(scene.press(), true);
});

void test("a question that has just come takes no press, though the button is the old one", () => {
  const scene = new Scene();
  scene.time = 1000;
  scene.guard.setQuestion("2 act yes;no");
  assert.equal(scene.press(), false);
  scene.time += SETTLE_MS;
  assert.equal(scene.press(), true);
});

void test("a press meant for one question never answers the next, also inside a sealed one", () => {
  const scene = new Scene();
  scene.settles = false;
  scene.guard.begin(scene.button);
  scene.guard.setQuestion("1 act yes;never");
  scene.time += 5000;
  assert.equal(scene.guard.end(scene.button), false);
  assert.equal(scene.press(), true);
});

void test("a press that came to nothing does not count for the next", () => {
  const scene = new Scene();
  scene.time = 100;
  scene.guard.begin(scene.button);
  scene.guard.cancel();
  scene.time = 1000;
  assert.equal(scene.guard.end(scene.button), true);
});
