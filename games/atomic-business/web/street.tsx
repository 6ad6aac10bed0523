// street.tsx: the street from the Airport to the Palace, and where the chosen diplomat could go.
import { Target, usePointing } from "client/core/board";
import { seatLook } from "client/core/seats";
import type { Moment } from "./moment";
import { Pawn, type Table } from "./pieces";
import { Scene } from "./scenes";
import { destination, everybodyIn, isLoaded, numberOf, ownerOf, pawnsOf, powersOf, type State, stepCost, street } from "./state";

/** Spaces of a row; the second row comes back above the first. */
const ROW = 6;
/** Diplomats of a space that still stand at full size. */
const ROOM = 8;

/* ---- Where the chosen diplomat could go --------------------------------------------------------- */

export interface Goal {
  pawn: string;
  way: string;
  to: string;
  words: string;
  /** Points, for a step of his own. */
  cost: number | null;
}

/** What the legal list says of the diplomats that are picked: a way is pressed where it leads. */
export function useGoals(s: State): Goal[] {
  const pointing = usePointing();
  const picked = powersOf(s).flatMap((power) => pawnsOf(s, power)).filter((name) => pointing.isPicked({ kind: "diplomat", name }));
  return picked.flatMap((pawn) =>
    pointing.actionsOn({ kind: "diplomat", name: pawn }).flatMap((action) => {
      const way = action.args.find((arg) => arg.kind === "way")?.name;
      if (!way) return [];
      const cost = action.verb === "move" ? stepCost(s, pawn) : null;
      return [{ pawn, way, to: destination(s, action.verb, pawn, way), words: action.words, cost }];
    }),
  );
}

/** The shape of the one who would stand here. */
export function Ghost({ t, goal }: { t: Table; goal: Goal }) {
  const cost = goal.cost === null ? "" : t.speech.word("web.cost", goal.cost);
  const label = `${goal.words} → ${t.speech.name("space", goal.to)}${cost ? ` (${cost})` : ""}`;
  return (
    <Target kind="way" name={goal.way} label={label} flip="" class="ab-ghost">
      <svg viewBox="0 0 40 52" width="40" height="52" aria-hidden="true">
        <g style={`stroke:${seatLook(t.marks, ownerOf(goal.pawn)).colour}`}>
          <circle cx="20" cy="12" r="10" />
          <path d="M2 51V35q0-12 11-12h14q11 0 11 12V51z" />
        </g>
        <text class="ab-ghost-number" x="20" y="46">
          {numberOf(goal.pawn)}
        </text>
      </svg>
      {cost && <span class="ab-ghost-cost" data-cost={cost} />}
    </Target>
  );
}

/* ---- Spaces ------------------------------------------------------------------------------------- */

interface SpaceProps {
  t: Table;
  index: number;
  narrow: boolean;
  goals: Goal[];
  moment: Moment | null;
}

const weight = (s: State, pawns: string[]): number => pawns.reduce((sum, pawn) => sum + (isLoaded(s, pawn) ? 1.6 : 1), 0);

/** The first row goes right, the second comes back above it. */
function position(index: number, narrow: boolean): string {
  if (narrow) return "";
  return index < ROW ? `grid-row:2;grid-column:${index + 1}` : `grid-row:1;grid-column:${2 * ROW - index}`;
}

const turnedTo = (index: number, narrow: boolean): number => (narrow ? -90 : index < ROW - 1 ? 0 : index === ROW - 1 ? -90 : 180);

function Space({ t, index, narrow, goals, moment }: SpaceProps) {
  const { s, speech } = t;
  const space = street[index] ?? "";
  const pawns = everybodyIn(s, space);
  const crowded = weight(s, pawns) > ROOM;
  const name = speech.name("space", space);
  const burst = moment?.space === space ? ` ab-burst ab-burst-${moment.kind}` : "";
  return (
    <li class={`ab-space ab-at-${space}${burst}`} style={position(index, narrow)}>
      <Target kind="space" name={space} label={name} flip="" class="ab-place">
        <Scene space={space} />
        <span class="ab-sign">{name}</span>
      </Target>
      <div class="ab-pavement">
        {pawns.map((pawn) => (
          <Pawn key={pawn} t={t} pawn={pawn} crowded={crowded} turned={turnedTo(index, narrow)} />
        ))}
        {goals.filter((goal) => goal.to === space).map((goal) => (
          <Ghost key={goal.pawn + goal.way} t={t} goal={goal} />
        ))}
      </div>
      <div class="ab-road" aria-hidden="true" />
    </li>
  );
}

export function Street({ t, narrow, goals, moment }: Omit<SpaceProps, "index">) {
  return (
    <div class="ab-street">
      <ol class="ab-spaces" aria-label={t.speech.word("web.street")}>
        {street.map((space, index) => (
          <Space key={space} t={t} index={index} narrow={narrow} goals={goals} moment={moment} />
        ))}
      </ol>
    </div>
  );
}
