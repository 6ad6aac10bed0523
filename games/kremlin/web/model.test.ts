// model.test.ts: ages, control, odds and the matter at hand, as the engine has them.
import assert from "node:assert/strict";
import test from "node:test";
import type { GameSpeech } from "client/core/words";
import * as k from "./model";
import type { Frame, KView } from "./model";
import { actorOf, ballotOf, diceOf, mattersOf, unpack } from "./scene";

const VERBS = "seal deal draw die lot recorded write pass declare play give favour nothing cure work purge".split(" ");
const PLACES = [...k.POSTS, "candidates", "people", "siberia", "wall", "retired"];

/** Everybody among the People, nothing declared, except as said. */
function view(change: Partial<KView> = {}): KView {
  const none = { red: null, blue: null, green: null };
  const empty = { red: {}, blue: {}, green: {} };
  const place = Object.fromEntries(k.men.map(({ id }) => [id, "people"]));
  return {
    options: { rules: "basic" },
    over: null,
    stack: [],
    year: 1,
    phase: 1,
    stress: {},
    sick: [],
    ill: [],
    cure: [],
    suspect: [],
    waved: {},
    waved_for: {},
    winners: [],
    order: {},
    bared: { red: [], blue: [], green: [] },
    card: {},
    hand_size: { red: 0, blue: 0, green: 0 },
    intent: none,
    gift: none,
    gift_to: none,
    fever: 0,
    vaccinated: [],
    outing: [],
    no_visits: 0,
    specialist: null,
    guarded: { "oil-field": null, airliner: null, "space-success": null, medals: null },
    imposed: null,
    stage: "free",
    blackmail: { actor: null, target: null },
    chief_blackmail: { author: null, holder: null },
    chief_blackmail_men: { chief: null, blackmailer: null },
    pravda: null,
    pravda_for: null,
    written: { red: {}, blue: null, green: null },
    shown: empty,
    declared: empty,
    since: empty,
    pending: { red: {}, blue: null, green: null },
    ...change,
    place: { ...place, ...change.place },
  };
}

/** Enough of a speech to see who and what is told. */
const speech = {
  facts: {
    verbs: Object.fromEntries(VERBS.map((verb) => [verb, []])),
    names: { place: Object.fromEntries(PLACES.map((p) => [p, p])), intrigue: {} },
  },
  word: (key: string, ...args: unknown[]) => [key, ...args].join(" "),
  name: (_kind: string, name: string) => name,
  event: (e: { event: string; args: unknown[] }) => [e.event, ...e.args].join(" ").trim(),
} as unknown as GameSpeech;

const said = (verb: string, x = 0, y = 0): number => ((VERBS.indexOf(verb) << 10) | (x << 5) | y) << 16 >> 16;
const index = (id: string): number => k.man(id).index;

test("age is the printed age and all stress", () => {
  assert.equal(k.age(view({ stress: { satin: 3 } }), "satin"), 65);
  assert.equal(k.age(view(), "wasolin"), 50);
});

test("of equal age the earlier letter is older", () => {
  const v = view({ stress: { schukrutoff: 0, goferbrok: 1, krakemheds: 5 } });
  assert.deepEqual(k.oldest(v, "people").slice(0, 4), ["aparatschik", "krakemheds", "schukrutoff", "goferbrok"]);
});

test("most declared points control, and of equal totals the earlier", () => {
  const declared = { red: { satin: 4 }, blue: { satin: 4 }, green: { satin: 3 } };
  const at = (since: KView["since"]) => k.controller(view({ declared, since }), "satin");
  assert.equal(at({ red: { satin: 2 }, blue: { satin: 1 }, green: { satin: 1 } }), "blue");
  assert.equal(at({ red: { satin: 1 }, blue: { satin: 2 }, green: { satin: 1 } }), "red");
  assert.equal(k.controller(view(), "satin"), null);
});

test("hidden points are those written and neither shown nor under seal, and die with him", () => {
  const v = view({
    written: { red: { satin: 9 }, blue: null, green: null },
    shown: { red: { satin: 2 }, blue: {}, green: {} },
    pending: { red: { satin: 3 }, blue: null, green: null },
  });
  assert.equal(k.hidden(v, "red", "satin"), 4);
  assert.equal(k.hidden(v, "blue", "satin"), 0);
  assert.equal(k.hidden({ ...v, place: { ...v.place, satin: "wall" } }, "red", "satin"), 0);
  assert.equal(k.left(v, "red"), 53);
});

test("purge numbers by level, with bed, post, protection and card", () => {
  const at = (place: string, change: Partial<KView> = {}) => k.purgeNeeds(view({ ...change, place: { satin: place } }), "satin");
  assert.deepEqual(["chief", "kgb", "sport", "candidates", "people"].map((place) => at(place)), [18, 14, 10, 6, null]);
  assert.equal(at("kgb", { cure: ["satin"] }), 11);
  assert.equal(at("kgb", { cure: ["satin"], outing: ["satin"] }), 14);
  const advanced = { options: { rules: "advanced" } } as const;
  assert.equal(at("kgb", advanced), 12, "weak as KGB Head");
  assert.equal(at("ideology", advanced), 12, "strong as Ideology Chief");
  assert.equal(at("economy", { ...advanced, guarded: { "oil-field": "satin", medals: "satin" } }), 16);
  assert.equal(at("economy", { ...advanced, imposed: "hail", stage: "imposed" }), 7);
  assert.equal(at("kgb", { ...advanced, imposed: "hail", stage: "stand-in-again" }), 9);
});

test("chances in percent", () => {
  assert.deepEqual([21, 20, 14, 1, -3].map(k.chance), [0, 5, 35, 100, 100]);
});

test("the Health Table", () => {
  assert.deepEqual([1, 4, 13, 14].map((die) => k.healthChange(50, false, die)), [2, 1, 0, -1]);
  assert.equal(k.healthChange(69, false, 1), 3);
  assert.equal(k.healthChange(99, false, 4), 3, "beyond the last row the last row holds");
  assert.deepEqual([2, 6, 7].map((die) => k.healthChange(54, true, die)), [1, 0, -1]);
  const v = view({ fever: 2, sick: ["satin"] });
  assert.equal(k.changeFor(v, "satin", false, 5), 2, "fever makes it a three");
  assert.equal(k.changeFor({ ...v, vaccinated: ["satin"] }, "satin", false, 5), 1);
});

test("locals: announcements and votes", () => {
  assert.deepEqual(unpack(said("purge", index("satin"), 0), VERBS), { verb: "purge", x: 14, y: 0 });
  const v = view({ place: { satin: "chief", manjak: "kgb", patina: "foreign" } });
  const trial: Frame = { step: "trial-stand", asked: [], v: [(index("patina") << 8) | index("manjak"), 0b01, 0, (2 << 4) | 1] };
  assert.deepEqual(ballotOf(v, trial), { trial: true, subject: "manjak", votes: { chief: "innocent", kgb: "guilty" }, ayes: 1, nays: 0 });
  assert.equal(actorOf(v, trial, VERBS), "manjak");
});

test("the matter at hand: an announcement all listen to", () => {
  const stack: Frame[] = [
    { step: "purge-stand", asked: [], v: [index("satin"), said("purge", index("manjak")), 0, 0] },
    { step: "listen", asked: ["blue"], v: [index("satin") + 1, 0, 0, 0] },
  ];
  const place = { satin: "kgb", manjak: "candidates" };
  const held = view({ stack, place, declared: { red: { satin: 1 }, blue: {}, green: {} } });
  const [matter] = mattersOf(held, speech);
  assert.equal(matter?.text, "purge-announced satin manjak chief web.scene.needs 6 75");
  assert.deepEqual([matter?.actor, matter?.about, matter?.fate, matter?.badge], ["satin", "manjak", "down", "heard"]);
  const lost = view({ stack, place, declared: { red: {}, blue: { satin: 1 }, green: {} } });
  assert.match(mattersOf(lost, speech)[0]?.text ?? "", /web\.scene\.anew satin blue/);
});

test("dice with what changed them and what came of it", () => {
  const events = [
    { event: "purge-roll", clause: "KR-2", args: ["satin", "manjak", 9] },
    { event: "modifier", clause: "KR-2", args: [3] },
    { event: "to-siberia", clause: "KR-2", args: ["manjak"] },
    { event: "health-roll", clause: "KR-4", args: ["satin", 12, 62] },
    { event: "parade-roll", clause: "KR-8", args: ["satin", 3, 7] },
    { event: "does-not-wave", clause: "KR-8", args: ["satin"] },
  ];
  const dice = diceOf(events, view({ place: { manjak: "candidates" } }), speech);
  assert.deepEqual(
    dice.map(({ face, mods, need, who, result }) => [face, mods, need, who, result]),
    [
      [9, [3], 6, "manjak", "to-siberia manjak"],
      [12, [], null, "satin", ""],
      [3, [], 7, "satin", "does-not-wave satin"],
    ],
  );
});
