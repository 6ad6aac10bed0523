// scripts.ts: the guided games: who plays by which options, with which dice, and the rules behind each question.
//
// The seeds were chosen by playing: whoever follows the coach meets nearly every question early, and wins.
import type { LocalGame, Run } from "./local";

export interface Script extends Omit<LocalGame, "game" | "seats" | "name"> {
  /** The first seat, which is one's own. */
  seat: string;
  /** Cards of the opening page. */
  cards: number;
  /** The steps at which a person can be asked in this set-up, in the order of the rules, with the clauses they rest on. */
  steps: Record<string, string[]>;
  /** What comes in a row may be answered in a row. */
  runs: Record<string, Run>;
}

export const scripts: Record<string, Script> = {
  kremlin: {
    players: 3,
    options: { rules: "basic" },
    seed: 104,
    level: "greedy",
    seat: "red",
    cards: 4,
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
    runs: { write: { answer: "advice", until: [] }, listen: { answer: "pass", until: ["phase", "declares"] } },
  },
  "red-empire": {
    players: 3,
    options: {},
    seed: 467,
    level: "greedy",
    seat: "moscow",
    cards: 4,
    steps: {
      "office-pick": ["RE-PR-5", "RE-PR-4"],
      "crisis-cards": ["RE-TU-4", "RE-CR-1"],
      contributions: ["RE-CR-1", "RE-CR-3", "RE-CR-4", "RE-CR-5"],
      "treaty-plea": ["RE-CR-9", "RE-CR-10", "RE-OP-2"],
      "mandate-cards": ["RE-TU-5", "RE-MA-1", "RE-MA-5", "RE-MA-7"],
      afflict: ["RE-MA-7", "RE-MA-9"],
      choice: ["RE-TU-6", "RE-TU-7", "RE-AC-3", "RE-AC-4"],
    },
    runs: {},
  },
  "atomic-business": {
    players: 3,
    options: { series: "1" },
    seed: 222,
    level: "greedy",
    seat: "francie",
    cards: 4,
    steps: {
      secret: ["AB-TU-2", "AB-TU-3"],
      movement: ["AB-MO-1", "AB-MO-3", "AB-MO-5", "AB-MO-6"],
      window: ["AB-SE-1", "AB-SE-5", "AB-SE-7"],
      "counter-window": ["AB-SC-15", "AB-SE-2"],
      "stop-pick": ["AB-PR-2"],
      "stop-ask": ["AB-PR-1", "AB-PR-7", "AB-PR-6"],
      "pressure-immunity": ["AB-SC-14"],
      "pressure-allies": ["AB-PR-3", "AB-PR-7"],
      "pressure-cards": ["AB-PR-4", "AB-SE-3", "AB-SE-4"],
      "pressure-losses": ["AB-PR-7"],
    },
    runs: { movement: { answer: "advice", until: [] } },
  },
  "triumph-of-chaos": {
    players: 2,
    options: { scenario: "1918", politics: "full", sides: "fixed" },
    seed: 1,
    level: "greedy",
    seat: "first",
    cards: 4,
    steps: {
      "politics-place": ["TC-8.11", "TC-8.12", "TC-AC-2"],
      choose: ["TC-8.12.3", "TC-8.13", "TC-8.131", "TC-8.153.1"],
      forces: ["TC-8.141", "TC-8.142", "TC-8.23"],
      play: ["TC-AC-1", "TC-EV-1", "TC-5.36.1"],
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
    runs: { mark: { answer: "advice", until: [] }, replace: { answer: "advice", until: [] } },
  },
};
