// lessons.tsx: the guided game of Kremlin: its options and dice, the rules for each question, the drawings of its opening page.
//
// The seed was chosen so that a player who follows the coach meets nearly every question early, and wins.
import declared from "declared:kremlin";
import { Situation } from "client/core/situation";
import type { Lesson } from "client/learn/lesson";
import { Man, Stack } from "client/learn/shapes";

/** The numbers that the rules fix are the same in every game. */
const rules = new Situation([], declared.figures);
const years = (deed: string): number => rules.number("years", deed);
const purgeNumber = (place: string): number => rules.number("level-number", place);

const faces = rules.number("faces");
const highestNumber = rules.number("highest-number");
const wavesToWin = rules.number("waves-to-win");
const retirementAge = rules.number("retirement-age");
const votesToAcquit = rules.number("votes-to-acquit");
const votesToDefeat = rules.number("votes-to-defeat");

/** One post of each level of the Politburo, from the top, and the Candidates below them. */
const LEVELS = ["chief", "kgb", "ideology", "candidates"];

const numbers: Record<string, number[]> = {
  "intro.1": [wavesToWin],
  "intro.1.text": [wavesToWin],
  "intro.2.text": [highestNumber, rules.number("all-points")],
  "step.write": [highestNumber],
  "step.purge.why": [
    faces,
    ...LEVELS.map(purgeNumber),
    rules.number("away-modifier"),
    years("purge"),
    years("failed-purge"),
  ],
  "step.spy.why": [years("investigation"), years("condemnation"), years("lost-trial")],
  "step.spy.tip": [votesToAcquit],
  "step.trial.why": [votesToAcquit, years("lost-trial")],
  "step.nominate.why": [votesToDefeat, years("lost-nomination")],
  "step.ballot.why": [votesToDefeat],
  "step.promote": [years("promotion"), years("exchange")],
  "step.rehabilitate": [years("release")],
  "step.rehabilitate.tip": [years("release")],
  "event.ages": [retirementAge],
  "event.purge-fails": [years("failed-purge")],
  "event.trial-called": [votesToAcquit],
  "event.condemned": [years("condemnation")],
  "event.guilty": [votesToAcquit],
  "event.acquitted": [years("lost-trial")],
  "event.nominates": [votesToDefeat],
  "event.exchanges": [years("exchange")],
  "event.returns": [years("release")],
  "event.parade-roll": [rules.number("wave-roll")],
  "event.waves": [wavesToWin],
  "event.retires": [retirementAge],
};

const lesson: Lesson = {
  players: 3,
  options: { rules: "basic" },
  seed: 104,
  level: "greedy",
  seat: "red",
  steps: {
    write: ["KR-SU-3", "KR-SU-4"],
    listen: ["KR-DE-5", "KR-DE-1", "KR-DE-2", "KR-DE-3"],
    cure: ["KR-1", "KR-1.1", "KR-IN-1"],
    purge: ["KR-2", "KR-2.1", "KR-2.2"],
    spy: ["KR-3", "KR-3.1", "KR-3.2", "KR-3.3"],
    trial: ["KR-3"],
    nominate: ["KR-5", "KR-5.1"],
    ballot: ["KR-5"],
    shift: ["KR-6"],
    promote: ["KR-6.1", "KR-6.2", "KR-6.3"],
    rehabilitate: ["KR-7"],
  },
  numbers,
  runs: { write: { answer: "advice", until: [] }, listen: { answer: "pass", until: ["phase", "declares"] } },
  drawings: [
    <>
      <path class="learn-red" d="M52 66h96v34H52z" />
      <Man x={100} y={66} size={1.3} />
      <path class="learn-arm" d="M110 58 128 44 126 24" />
      <circle class="learn-ink" cx="126" cy="18" r="6" />
      <path class="learn-line" d="M138 10q6 8 2 18M146 4q9 12 3 28" />
      {[64, 100, 136].map((x) => (
        <path
          key={x}
          class="learn-paper"
          d={`M${x} 74l2.4 6.8 7.1.1-5.6 4.4 2 6.8-5.9-4.1-5.9 4.1 2-6.8-5.6-4.4 7.1-.1z`}
        />
      ))}
    </>,
    <>
      <rect class="learn-sheet" x="62" y="8" width="76" height="86" transform="rotate(-4 100 50)" />
      {[0, 1, 2, 3].map((i) => (
        <g key={i} transform={`rotate(-4 100 50) translate(72 ${28 + i * 18})`}>
          <text class="learn-small">{highestNumber - i}</text>
          <path class="learn-line" d="M18-5h38" />
        </g>
      ))}
      <circle class="learn-red" cx="138" cy="82" r="13" />
      <path class="learn-paper" d="M132 81v-4a6 6 0 0 1 12 0v4h2v9h-16v-9zm3 0h6v-4a3 3 0 0 0-6 0z" />
    </>,
    <>
      <Man x={100} y={44} />
      <Stack x={60} n={3} ink="learn-faint" />
      <Stack x={100} n={4} ink="learn-red" />
      <Stack x={140} n={2} ink="learn-ink" />
    </>,
    <>
      {Array.from({ length: 8 }, (_, i) => (
        <g key={i} transform={`translate(${24 + i * 22} ${i % 2 ? 30 : 26})`}>
          <rect class={i === 7 ? "learn-red" : "learn-sheet"} x="-9" y="-12" width="18" height="24" />
          <text class={i === 7 ? "learn-on-red" : "learn-small"} y="6" text-anchor="middle">
            {i + 1}
          </text>
        </g>
      ))}
      <Man x={56} y={92} size={0.9} />
      <path class="learn-red" d="M82 64h6v8h8v6h-8v8h-6v-8h-8v-6h8z" />
      <path
        class="learn-line"
        d="M108 92h76M120 92V70l-6 10m6-10 6 10m20 12V62l-8 12m8-12 8 12m14 18V74l-5 8m5-8 5 8"
      />
    </>,
  ],
};

export const lessons: Lesson[] = [lesson];
