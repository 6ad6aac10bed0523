// paced-table.test.ts: events are shown in order, each for its time, and nobody is asked before he has seen them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { observable } from "./observable";
import { PacedTable } from "./paced-table";
import type { Ask, GameEvent, Message, TableMessage } from "./protocol";
import { Situation } from "./situation";
import { joinedLog, type PlayableTable, type TableState } from "./table";

const eventNamed = (event: string): GameEvent => ({ event, clause: "A-1", args: [] });
const askNumber = (question: number, ...legal: string[]): Ask => ({
  question,
  step: "act",
  clause: "A-1",
  auto: false,
  pass: null,
  legal,
  foreseen: {},
});

const firstState = (): TableState => ({
  table: { table: "t", status: "running", seats: [], undo: null, deadline: null } as unknown as TableMessage,
  view: { turn: 0 },
  figures: {},
  situation: new Situation([], {}),
  ask: null,
  log: [],
  logFirst: 0,
  news: [],
  talks: [],
});

/** A table whose changes the test makes, with a clock that only the test moves. */
class Scene implements PlayableTable {
  readonly state = observable<TableState | null>(firstState());
  readonly acted: string[] = [];
  factor = 1;
  hidden = false;
  private time = 1000;
  private timers: { at: number; call: () => void }[] = [];
  readonly paced = new PacedTable(this, {
    factor: () => this.factor,
    shownMs: (event) => (event === "long" ? 1000 : event === "quiet" ? 0 : 100),
    isDie: (event) => event.startsWith("die"),
    isHidden: () => this.hidden,
    now: () => this.time,
    later: (ms, call) => {
      const timer = { at: this.time + ms, call };
      this.timers.push(timer);
      return () => (this.timers = this.timers.filter((other) => other !== timer));
    },
  });

  request = (): Promise<Message> => Promise.resolve({ type: "done" });
  unseal = (): Promise<Message> => this.request();
  act = (action: string): Promise<Message> => (this.acted.push(action), this.request());

  /** The server sends a change with these events. */
  change(turn: number, events: string[], ask: Ask | null = null, deadline: number | null = null): void {
    const known = this.state.get()!;
    const news = events.map(eventNamed);
    const table = { ...known.table, ask, deadline };
    this.state.set({ ...known, table, view: { turn }, ask, log: [...known.log, ...news], news });
  }

  wait(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.call();
    }
    this.time = end;
  }

  /** What a person sees: the board, the log, the event that is told, and how many wait. */
  seen(): [unknown, string, string | undefined, number] {
    const state = this.paced.state.get()!;
    const { moment, waiting } = this.paced.showing.get();
    const told = moment?.events[moment.at]?.event;
    return [state.view?.["turn"], state.log.map(({ event }) => event).join(" "), told, waiting];
  }
}

void test("changes are drawn one after the other, and a line of the log comes with its event", () => {
  const scene = new Scene();
  scene.change(1, ["a", "b"]);
  scene.change(2, ["c"]);
  assert.deepEqual(scene.seen(), [1, "a", "a", 2]);
  scene.wait(99);
  assert.deepEqual(scene.seen(), [1, "a", "a", 2]);
  scene.wait(1);
  assert.deepEqual(scene.seen(), [1, "a b", "b", 1]);
  scene.wait(100);
  assert.deepEqual(scene.seen(), [2, "a b c", "c", 0]);
  assert.equal(scene.paced.showing.get().isTold, true);
  scene.wait(100);
  assert.equal(scene.paced.showing.get().isTold, false);
});

void test("what is not shown at all takes no time, and its line comes with the event before it", () => {
  const scene = new Scene();
  const ask = askNumber(2, "go");
  scene.change(1, ["quiet", "a", "quiet", "b", "quiet"], ask);
  assert.deepEqual(scene.seen(), [1, "quiet a quiet", "a", 1]);
  scene.wait(100);
  assert.deepEqual(scene.seen(), [1, "quiet a quiet b quiet", "b", 0]);
  assert.equal(scene.paced.state.get()?.ask, ask);
  scene.change(2, ["quiet"]);
  scene.wait(100);
  assert.deepEqual(scene.seen(), [2, "quiet a quiet b quiet quiet", "b", 0]);
});

void test("while a die is told the board stays as it was, and what came of it is drawn after it", () => {
  const scene = new Scene();
  const ask = askNumber(2, "go");
  scene.change(1, ["a", "die", "quiet", "b"], ask);
  assert.deepEqual(scene.seen(), [0, "a", "a", 2]);
  scene.wait(100);
  assert.deepEqual(scene.seen(), [0, "a die", "die", 1], "nor does the log tell what came of it");
  scene.wait(100);
  assert.deepEqual(scene.seen(), [1, "a die quiet b", "b", 0]);
  assert.equal(scene.paced.state.get()?.ask, ask);

  // A die with nothing after it: nobody is asked before its outcome is drawn.
  scene.change(2, ["die", "quiet"], askNumber(3, "go"));
  scene.wait(100);
  assert.deepEqual(scene.seen(), [1, "a die quiet b die", "die", 0]);
  assert.equal(scene.paced.state.get()?.ask, null);
  scene.wait(100);
  assert.equal(scene.seen()[0], 2);
  assert.equal(scene.paced.state.get()?.ask?.question, 3);

  // Skipping draws it at once; so does an earlier part of the log leave it as it is.
  scene.change(3, ["die"]);
  const now = scene.state.get()!;
  scene.state.set({ ...now, logFirst: -1, log: [eventNamed("z"), ...now.log] });
  assert.equal(scene.seen()[0], 2);
  scene.paced.skip();
  assert.deepEqual(scene.seen(), [3, "z a die quiet b die quiet die", "die", 0]);
});

void test("the speed multiplies the time, and at once shows the present", () => {
  const scene = new Scene();
  scene.factor = 2;
  scene.change(1, ["a", "b"]);
  scene.wait(199);
  assert.deepEqual(scene.seen(), [1, "a", "a", 1]);
  scene.wait(1);
  assert.deepEqual(scene.seen(), [1, "a b", "b", 0]);
  scene.factor = 0;
  scene.change(2, ["c", "d"]);
  assert.deepEqual(scene.seen(), [2, "a b c d", "d", 0]);
});

void test("a person is asked when nothing waits any more", () => {
  const scene = new Scene();
  const ask = askNumber(2, "go");
  scene.change(1, ["a", "b"], ask, 60_000);
  assert.equal(scene.paced.state.get()?.ask, null);
  assert.equal(scene.paced.state.get()?.table.deadline, 60_000, "the clock runs, and is seen");
  scene.wait(100);
  assert.equal(scene.paced.state.get()?.ask, ask);
});

void test("skipping shows the present and asks", () => {
  const scene = new Scene();
  const ask = askNumber(2, "go");
  scene.change(1, ["a", "long", "b"]);
  scene.change(2, ["c"], ask);
  scene.paced.skip();
  assert.deepEqual(scene.seen(), [2, "a long b c", "c", 0]);
  assert.equal(scene.paced.state.get()?.ask, ask);
  scene.change(3, ["d"]);
  assert.deepEqual(scene.seen(), [3, "a long b c d", "d", 0]);
});

void test("what an own press brings about is shown without delay", async () => {
  const scene = new Scene();
  scene.change(1, ["long"], askNumber(2, "go"));
  await scene.paced.act("go");
  scene.change(2, ["b"]);
  assert.deepEqual(scene.seen(), [2, "long b", "b", 0]);
});

void test("the same question stays while others' events are shown", () => {
  const scene = new Scene();
  const ask = askNumber(2, "go");
  scene.change(1, ["a"], ask);
  scene.change(1, ["b", "c"], { ...ask });
  assert.equal(scene.paced.state.get()?.ask, ask);
});

void test("an answer to a question that is not the open one any more is refused", async () => {
  const scene = new Scene();
  scene.change(1, ["a"], askNumber(2, "yes", "no"));
  const shown = scene.paced.state.get();
  scene.change(2, ["b", "c"], askNumber(2, "yes", "never"));
  assert.equal(scene.paced.state.get()?.ask, null);
  await assert.rejects(scene.paced.act("yes"), { code: "stale" });
  assert.equal(shown?.ask?.legal.length, 2);
  assert.deepEqual(scene.acted, []);
});

void test("with the page hidden, nothing waits", () => {
  const scene = new Scene();
  scene.hidden = true;
  scene.change(1, ["a", "b"]);
  scene.change(2, ["c"]);
  assert.deepEqual(scene.seen(), [2, "a b c", "c", 0]);
});

void test("at most half of the time for an answer is spent on what happened before", () => {
  const scene = new Scene(); // its clock shows 1000
  scene.change(1, ["long", "long", "long", "long"], askNumber(2, "go"), 2000);
  scene.wait(500);
  assert.notEqual(scene.paced.state.get()?.ask, null);
});

void test("an undo and an absence show the present at once", () => {
  const scene = new Scene();
  scene.change(1, ["a", "b", "c"]);
  const known = scene.state.get()!;
  scene.state.set({ ...known, view: { turn: 0 }, log: known.log.slice(0, 1), news: [] });
  assert.deepEqual(scene.seen().slice(0, 2), [0, "a"]);
  scene.state.set({ ...known, view: { turn: 5 }, log: [...known.log, eventNamed("d")], news: [] });
  assert.deepEqual(scene.seen(), [5, "a b c d", "d", 0]);
});

void test("what is said is heard at once", () => {
  const scene = new Scene();
  scene.change(1, ["a", "b"]);
  const known = scene.state.get()!;
  scene.state.set({ ...known, talks: [{ at: 1, from: null, name: "Ann", text: "hello" }] });
  assert.equal(scene.paced.state.get()?.talks.length, 1);
  assert.deepEqual(scene.seen(), [1, "a", "a", 1]);
});

void test("an earlier part of the log comes before what is shown, and nothing else changes", () => {
  const scene = new Scene();
  scene.change(1, ["c", "d"]);
  const known = scene.state.get()!;
  scene.state.set({ ...known, logFirst: known.logFirst });
  const later = { ...known, logFirst: 2 };
  scene.state.set(later);
  scene.paced.skip();
  scene.change(2, ["e", "f"]);
  const now = scene.state.get()!;
  scene.state.set({ ...now, logFirst: 0, log: [eventNamed("a"), eventNamed("b"), ...now.log] });
  assert.deepEqual(scene.seen(), [2, "a b c d e", "e", 1]);
});

void test("a whole table continues the log that is known", () => {
  const known = { ...firstState(), logFirst: 10, log: ["k", "l", "m"].map(eventNamed) };
  const table = (count: number, ...events: string[]) =>
    ({ event_count: count, events: events.map(eventNamed) }) as unknown as TableMessage;
  const joined = (message: TableMessage) => {
    const { log, logFirst } = joinedLog(known, message);
    return `${logFirst} ${log.map(({ event }) => event).join("")}`;
  };
  assert.equal(joined(table(14, "m", "n")), "10 klmn");
  assert.equal(joined(table(12, "l")), "10 kl", "an undo has taken the last event back");
  assert.equal(joined(table(20, "s", "t")), "18 st", "what lies between was missed");
  assert.equal(joined(table(13, "x", "y")), "11 xy", "an undo has taken events back, and others have come since");
  assert.equal(joined(table(15, "n", "o")), "13 no", "nothing tells whether what was known still belongs to the game");
  assert.equal(joined(table(5, "e")), "4 e");
});
