// lessons.tsx: the lessons of Triumph of Chaos: their options and dice, the rules behind each question, the drawings of
// their opening pages. The first is a guided game, the others begin with positions of lessons/: one about the Political
// Phase, one about Poland.
//
// The seeds were chosen by playing: a player who follows the coach meets nearly every question early.
import declared from "declared:triumph-of-chaos";
import type { Lesson } from "client/learn/lesson";
import { Card } from "client/learn/shapes";
import poland from "position:triumph-of-chaos/poland";
import politics from "position:triumph-of-chaos/politics";
import outcomeRows from "table:triumph-of-chaos/die-outcomes";
import generationRows from "table:triumph-of-chaos/generations";
import modifierRows from "table:triumph-of-chaos/modifiers";
import numberRows from "table:triumph-of-chaos/numbers";
import settingRows from "table:triumph-of-chaos/settings";
import turnRows from "table:triumph-of-chaos/turns";
import { BOXES, cardNamed, PILES, printedCombat, printedMove } from "./tables";

/** Returns a number from a table. A number that is not there is an error. */
function numberIn(rows: Record<string, string>[], id: string, column: string): number {
  const text = rows.find((row) => row["id"] === id)?.[column];
  if (!text) throw new Error(`there is no ${column} of ${id}`);
  return Number(text);
}
const rule = (id: string): number => numberIn(numberRows, id, "value");
/** A setting of the scenario of the lesson. */
const setting = (column: string): number => numberIn(settingRows, "introduction", column);

const lastTurn = setting("final");
const turns = lastTurn - setting("first") + 1;
const firstYear = numberIn(turnRows, `turn-${setting("first")}`, "year");
/** The factions that are in play in that scenario. */
const factions = Object.values(declared.attributes["faction"] ?? {}).filter((of) => of["introduction_box"] !== "out");
const markerPrice = rule("marker-price");
/** What Bluff is worth. */
const bluff = cardNamed("w53")?.printed ?? 0;
const lessInWinter = -Number(declared.attributes["season"]?.["winter"]?.["movement"]);
const armiesTogether = rule("stack-armies");

const numbers: Record<string, number[]> = {
  "intro.1": [turns],
  "intro.1.text": [firstYear, turns],
  "intro.2.text": [factions.length, BOXES.length, PILES.length],
  "step.politics-place": [PILES.length],
  "step.politics-place.tip": [bluff, PILES.length],
  "step.choose.why": [markerPrice],
  "step.play.tip": [setting("years")],
  "step.move.why": [
    printedMove("red-army-9"),
    printedMove("red-corps-5"),
    lessInWinter,
    -rule("limited-movement"),
    armiesTogether + rule("stack-corps"),
    armiesTogether,
  ],
  "step.redeploy": [rule("redeploy-corps"), rule("redeploy-army")],
  "step.replace.why": [rule("duty-share")],
  "event.marker": [markerPrice],
  "event.retreats": [rule("retreat-most")],
  "event.turn-over": [turns],
};

/** The counter of an army: a bar, a crossed box, and its combat factor. */
const Army = ({ x, y, unit, red = false }: { x: number; y: number; unit: string; red?: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect class={red ? "learn-red" : "learn-sheet"} x="-20" y="-24" width="40" height="48" />
    <path class="learn-ink" d="M-20-24h40v5h-40z" />
    <path class="learn-line" d="M-12-15h24v14h-24zl24 14m-24 0 24-14" />
    <text class={red ? "learn-on-red" : "learn-small"} y="19" text-anchor="middle">
      {printedCombat(unit)}
    </text>
  </g>
);

const first: Lesson = {
  players: 2,
  options: { scenario: "1918", politics: "full", sides: "fixed" },
  seed: 1,
  level: "greedy",
  seat: "first",
  steps: {
    "politics-place": ["TC-8.11", "TC-8.12", "TC-AC-2"],
    choose: ["TC-8.12.3", "TC-8.13", "TC-8.131", "TC-8.153.1"],
    forces: ["TC-8.141", "TC-8.142", "TC-8.23"],
    play: ["TC-AC-1", "TC-EV-1", "TC-5.36.1"],
    "round-close": ["TC-8.51", "TC-8.511", "TC-8.52"],
    mark: ["TC-OP-1", "TC-OP-2", "TC-OP-3"],
    move: ["TC-MV-1", "TC-MV-2", "TC-ST-1"],
    "move-on": ["TC-CO-1", "TC-MV-5", "TC-SU-1"],
    fight: ["TC-CB-1", "TC-CB-5", "TC-CB-6"],
    join: ["TC-CB-4"],
    lose: ["TC-LS-1", "TC-LS-2", "TC-LS-3"],
    back: ["TC-RT-3", "TC-RT-1", "TC-RT-4"],
    advance: ["TC-AD-1"],
    redeploy: ["TC-SR-1", "TC-SR-2", "TC-SR-3"],
    interrupt: ["TC-IN-1"],
    "event-put": ["TC-EV-4"],
    replace: ["TC-RP-2", "TC-RP-1", "TC-14.7"],
  },
  numbers,
  runs: { mark: { answer: "advice", until: [] }, replace: { answer: "advice", until: [] } },
  drawings: [
    <>
      <path class="learn-red" d="M0 0h112L92 34l16 26-26 40H0z" />
      <path class="learn-paper" d="m48 22 7 20h21L59 55l6 20-17-12-17 12 6-20-17-13h21z" />
      <path class="learn-line" d="m150 22 28 28-28 28-28-28z" />
      <text class="learn-number" x="150" y="60" text-anchor="middle">
        {lastTurn}
      </text>
    </>,
    <>
      {BOXES.map((box, n) => (
        <rect key={box} class={n === 0 ? "learn-red" : "learn-sheet"} x={10 + n * 36} y="12" width="34" height="76" />
      ))}
      <path class="learn-ink" d="M88 24h20v12H88zM52 44h20v12H52zM124 64h20v12h-20z" />
      <path class="learn-line" d="M148 70h16m-6-6 6 6-6 6" />
    </>,
    <>
      <Card x={58} y={50} n={String(cardNamed("w1")?.printed)} turn={-8} />
      <path class="learn-line" d="M92 50h20m-6-6 6 6-6 6" />
      {["M124 22h20v18h-20z", "M156 22h20v18h-20z", "M124 60h20v18h-20z", "M156 60h20v18h-20z"].map((d, n) => (
        <path key={d} class={n === 3 ? "learn-red" : "learn-ink"} d={d} />
      ))}
    </>,
    <>
      <path class="learn-line" d="M20 82h160M30 76v12m20-12v12m20-12v12m20-12v12m20-12v12m20-12v12m20-12v12m20-12v12" />
      <Army x={58} y={40} unit="red-army-9" red />
      <Army x={142} y={40} unit="white-sib-army-1" />
      <path class="learn-line" d="M86 40h28m-8-8 8 8-8 8" />
    </>,
  ],
};

/* ---- The Political Phase ---------------------------------------------------------------------- */

/** The highest or lowest value of a column. */
const most = (rows: Record<string, string>[], column: string): number =>
  Math.max(...rows.map((row) => Number(row[column])));
const largeSum = Math.max(...generationRows.map((row) => Number(row["low"])));

const politicsLesson: Lesson = {
  name: "politics",
  players: 2,
  options: { scenario: "1918", politics: "full", sides: "fixed" },
  position: politics,
  stops: ["round"],
  seed: 8,
  level: "greedy",
  seat: "first",
  steps: {
    "politics-place": ["TC-8.11", "TC-8.12.2", "TC-8.12.1"],
    choose: ["TC-8.12.3", "TC-8.12.4", "TC-8.153.1"],
    veto: ["TC-8.152", "TC-8.131"],
    forces: ["TC-8.14", "TC-8.141", "TC-8.142"],
  },
  numbers: {
    ...numbers,
    "politics.intro.1.text": [PILES.length],
    "politics.intro.2.text": [largeSum, most(generationRows, "chosen"), most(generationRows, "apart")],
    "politics.intro.3.text": [markerPrice, rule("control-price")],
    "politics.step.politics-place.tip": [largeSum, most(generationRows, "apart")],
    "politics.step.choose.why": [rule("chosen-steps-most")],
    "politics.step.veto.why": [rule("control-price")],
  },
  runs: { forces: { answer: "advice", until: [] } },
  drawings: [
    <>
      {PILES.map((pile, n) => (
        <rect key={pile} class="learn-sheet" x={16 + n * 60} y="20" width="48" height="60" />
      ))}
      <Card x={40} y={50} n={String(cardNamed("w1")?.printed)} turn={-6} />
    </>,
    <>
      <Card x={60} y={50} n={String(cardNamed("w1")?.printed)} turn={-8} />
      <Card x={140} y={50} n={String(bluff)} turn={8} />
      <path class="learn-line" d="M92 50h16m-6-6 6 6-6 6" />
    </>,
    <>
      {BOXES.map((box, n) => (
        <rect key={box} class={n === 0 ? "learn-red" : "learn-sheet"} x={10 + n * 36} y="12" width="34" height="76" />
      ))}
      <path class="learn-ink" d="M124 44h20v12h-20z" />
      <path class="learn-line" d="M148 50h16m-6-6 6 6-6 6" />
    </>,
    <>
      <Army x={58} y={50} unit="white-sib-army-1" />
      <Army x={142} y={50} unit="red-army-9" red />
    </>,
  ],
};

/* ---- Poland ------------------------------------------------------------------------------------ */

/** The highest die, with all that is added, that has this result. */
const highestFor = (roll: string, result: string): number =>
  most(
    outcomeRows.filter((row) => row["roll"] === roll && row["result"] === result),
    "high",
  );
/** What a modifier of the Response adds to the die. */
const adds = (id: string): number => numberIn(modifierRows, id, "amount");

const polandLesson: Lesson = {
  name: "poland",
  players: 2,
  options: { scenario: "campaign" },
  position: poland,
  stops: ["polish-peace", "turn-over"],
  seed: 2,
  level: "greedy",
  seat: "first",
  steps: {
    play: ["TC-AC-1", "TC-8.321.5", "TC-RC-46"],
    mark: ["TC-OP-1", "TC-8.321.1"],
    move: ["TC-MV-1", "TC-8.321.5", "TC-8.321.6"],
    fight: ["TC-CB-1", "TC-8.321.13"],
    "polish-corps": ["TC-8.321.17"],
    "round-close": ["TC-8.51", "TC-8.321.1", "TC-8.321.3"],
    lose: ["TC-LS-1", "TC-LS-2", "TC-LS-3"],
    back: ["TC-RT-3", "TC-RT-1", "TC-RT-4"],
    advance: ["TC-AD-1"],
  },
  numbers: {
    ...numbers,
    "poland.intro.2.text": [
      highestFor("response-south", "war"),
      highestFor("response-south", "intervention"),
      adds("response-south-2"),
      adds("response-south-3"),
      adds("response-south-4"),
    ],
    "poland.intro.3.text": [highestFor("on-to-moskva", "lifted")],
    "poland.step.fight.why": [highestFor("vistula", "cancels")],
    "poland.step.round-close.why": [rule("levy-bought-steps"), rule("levy-vp-most")],
    "poland.event.levy-offered": [rule("levy-bought-steps")],
  },
  runs: { mark: { answer: "advice", until: [] }, replace: { answer: "advice", until: [] } },
  drawings: [
    <>
      <path class="learn-red" d="M100 0h100v100H92l18-30-16-28z" />
      <path class="learn-line" d="M20 70h70M30 30v40m20-40v40m20-40v40" />
    </>,
    <>
      <path class="learn-sheet" d="M70 20h60v60H70z" />
      <path class="learn-ink" d="M84 34h8v8h-8zm24 0h8v8h-8zm-24 24h8v8h-8zm24 0h8v8h-8z" />
    </>,
    <>
      <Army x={58} y={46} unit="po-army-1" />
      <Army x={142} y={46} unit="red-army-9" red />
      <path class="learn-line" d="M86 46h28m-8-8 8 8-8 8" />
    </>,
    <>
      <path class="learn-line" d="M20 60q40-30 80 0t80 0M20 76q40-30 80 0t80 0" />
      <Card x={100} y={40} n={String(cardNamed("r46")?.printed)} turn={6} />
    </>,
  ],
};

export const lessons: Lesson[] = [first, politicsLesson, polandLesson];
