// lesson.tsx: the guided game of Triumph of Chaos: its options and dice, the rules behind each question, the drawings of its opening page.
//
// The seed was chosen by playing: a player who follows the coach meets nearly every question early, and wins.
import declared from "declared:triumph-of-chaos";
import type { Lesson } from "client/learn/lesson";
import { Card } from "client/learn/shapes";
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

export const lesson: Lesson = {
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
