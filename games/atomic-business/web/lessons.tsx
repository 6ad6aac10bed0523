// lessons.tsx: the guided game of Atomic Business: its options and seed, the rules for each question, and the drawings of its opening page.
//
// The seed was chosen by playing: whoever follows the coach meets nearly every question early, and wins.
import declared from "declared:atomic-business";
import { Situation } from "client/core/situation";
import type { Lesson } from "client/learn/lesson";
import { Card, Case, Man } from "client/learn/shapes";

/** The numbers that the rules fix are the same in every game. */
const rules = new Situation([], declared.figures);
const surcharge = rules.number("surcharge");
const stepCost = rules.number("step-cost", "francie-1");

/** How many briefcases with brochures there are for each with a contract: the same at every table. */
const brochures = rules.number("cases-in-all", "tourist") / rules.number("cases-in-all", "nuclear");

const numbers: Record<string, number[]> = {
  "intro.2.text": [rules.number("movement-points")],
  "intro.4.text": [brochures, brochures + 1],
  "step.movement": [rules.number("movement-points"), stepCost],
  "step.movement.why": [surcharge],
  "step.counter-window.why": [rules.number("copies", "counter")],
  "step.stop-ask.tip": [brochures, brochures + 1],
  "event.cases": [brochures],
  "event.flies-in": [stepCost],
  "event.surcharge": [surcharge],
};

const lesson: Lesson = {
  players: 3,
  options: { series: "1" },
  seed: 2209,
  level: "greedy",
  seat: "francie",
  steps: {
    secret: ["AB-TU-2", "AB-TU-3"],
    movement: ["AB-MO-1", "AB-MO-3", "AB-MO-5", "AB-MO-6"],
    "window-call": ["AB-SE-1", "AB-SE-5", "AB-SE-7"],
    window: ["AB-SE-1"],
    "counter-window": ["AB-SC-15", "AB-SE-2"],
    "stop-pick": ["AB-PR-2"],
    "stop-ask": ["AB-PR-1", "AB-PR-7", "AB-PR-6"],
    "pressure-immunity": ["AB-SC-14"],
    "pressure-allies": ["AB-PR-3", "AB-PR-7"],
    "pressure-cards": ["AB-PR-4", "AB-SE-3", "AB-SE-4"],
    "pressure-losses": ["AB-PR-7"],
  },
  numbers,
  runs: { movement: { answer: "advice", until: [] } },
  drawings: [
    <>
      <circle class="learn-red" cx="148" cy="30" r="18" />
      <path class="learn-ink" d="m24 60 92-30c10-3 18-2 18 2s-6 8-14 10L98 48 76 84l-9 2 9-30-26 8-10 14-7 2 3-16z" />
      <Case x={150} y={94} ink="learn-red" />
    </>,
    <>
      <path class="learn-line" d="M12 72h176" />
      {[30, 60, 90, 120, 150].map((x) => (
        <circle key={x} class="learn-sheet" cx={x} cy="72" r="7" />
      ))}
      <path class="learn-red" d="M160 66V36l16-14 16 14v30z" />
      <path class="learn-ink" d="m8 52 4-4 12 4 12-10 6 1-7 13-22 4z" />
      <Man x={90} y={64} size={0.9} />
    </>,
    <>
      <Man x={100} y={78} ink="learn-faint" />
      <Case x={100} y={98} ink="learn-red" />
      <Man x={56} y={78} />
      <Man x={24} y={78} />
      <Man x={144} y={78} />
      <path class="learn-line" d="m70 44 14 8m46-8-14 8" />
    </>,
    <>
      {[28, 68, 108].map((x) => (
        <g key={x}>
          <Case x={x} y={62} />
          <text class="learn-small" x={x} y="84" text-anchor="middle">
            ?
          </text>
        </g>
      ))}
      <Card x={164} y={52} n="?" turn={8} red />
    </>,
  ],
};

export const lessons: Lesson[] = [lesson];
