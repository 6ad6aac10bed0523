// lessons.tsx: the guided game of Red Empire: its options and dice, the clauses behind each question, and the drawings of
// its first page.
//
// The seed was chosen by trial: whoever follows the advice meets nearly every question early, and wins.
import declared from "declared:red-empire";
import { Situation } from "client/core/situation";
import type { Lesson } from "client/learn/lesson";
import { Card } from "client/learn/shapes";

/** The numbers that the rules fix are the same in every game. */
const rules = new Situation([], declared.figures);
const collapseAt = rules.number("collapse-at");
const handLimit = rules.number("hand-limit");
const officeWorth = rules.number("office-worth");
const stain = rules.number("stain");
const ailing = [rules.number("recovers-at"), rules.number("lingers-at")];

/** The types of the cards with which leaders are purged. */
const actions = Object.values(declared.attributes["card"] ?? {}).filter(({ kind }) => kind === "action");
const types = new Set(actions.map(({ group }) => group));

const numbers: Record<string, number[]> = {
  "intro.1.text": [officeWorth],
  "intro.3.text": [collapseAt],
  "intro.4.text": [handLimit],
  "step.office-pick.why": [officeWorth],
  "step.contributions.tip": [collapseAt],
  "step.treaty-plea.tip": [officeWorth],
  "step.mandate-cards.why": [stain],
  "step.afflict.why": ailing,
  "step.choice.why": [handLimit],
  "event.disrepute": [stain],
  "event.scandal": [stain],
  "event.ailing-roll": ailing,
  "event.exposes": [rules.number("exposed-at")],
  "event.hero": [rules.number("hero-bonus")],
  "event.purge-spent": [types.size],
};

const lesson: Lesson = {
  players: 3,
  options: {},
  seed: 467,
  level: "greedy",
  seat: "moscow",
  steps: {
    "office-pick": ["RE-PR-5", "RE-PR-4"],
    "crisis-cards": ["RE-TU-4", "RE-CR-1"],
    contributions: ["RE-CR-1", "RE-CR-3", "RE-CR-4", "RE-CR-5"],
    "treaty-plea": ["RE-CR-9", "RE-CR-10", "RE-OP-2"],
    "mandate-cards": ["RE-TU-5", "RE-MA-1", "RE-MA-5", "RE-MA-7"],
    afflict: ["RE-MA-7", "RE-MA-9"],
    choice: ["RE-TU-6", "RE-TU-7", "RE-AC-3", "RE-AC-4"],
  },
  numbers,
  runs: {},
  drawings: [
    <>
      <path
        class="learn-red"
        d="m100 8 10 30 32 .4-25.600 19.400 9.400 30.400L100 70 74.200 88.200l9.400-30.400L58 38.400 90 38z"
      />
      <text class="learn-on-red" x="100" y="62" text-anchor="middle">
        {officeWorth}
      </text>
    </>,
    <>
      <Card x={78} y={48} n="7" />
      <Card x={112} y={58} n="3" turn={14} red />
      <Card x={136} y={62} n="4" turn={30} red />
    </>,
    <>
      <rect class="learn-sheet" x="20" y="20" width="70" height="62" />
      <rect class="learn-ink" x="20" y="20" width="70" height="14" />
      <path class="learn-line" d="M28 44h54M28 54h54M28 64h34" />
      <rect class="learn-sheet" x="124" y="8" width="22" height="84" />
      <rect class="learn-red" x="124" y="38" width="22" height="54" />
      <path class="learn-line" d="M146 8h10" />
      <text class="learn-small" x="160" y="14">
        {collapseAt}
      </text>
    </>,
    <>
      {[-24, -8, 8, 24].map((turn, i) => (
        <g key={turn} transform={`translate(${70 + i * 20} 62) rotate(${turn})`}>
          <rect class="learn-sheet" x="-20" y="-36" width="40" height="60" />
          <text class="learn-number" y="4" text-anchor="middle">
            ?
          </text>
        </g>
      ))}
    </>,
  ],
};

export const lessons: Lesson[] = [lesson];
