// street.tsx: the street from the Airport to the Palace, and the spaces to which the chosen diplomat could go.
import { Target, usePointing } from "client/core/board";
import { seatLook } from "client/core/seats";
import { useRef } from "preact/hooks";
import { drawn, type Drawn, type Size, useSize } from "./crowd";
import { everybodyIn, isLoaded, numberOf, ownerOf, pawns, type Ride, rideOf, type State, street } from "./facts";
import type { Moment } from "./moment";
import { hasNotes, Pawn, type Table } from "./pieces";
import { Scene } from "./scenes";

/** The number of spaces in a row. The second row runs back above the first. */
const ROW = 6;
/** The height of the road and of a sign of two lines, and the margins of the pavement. */
const ROAD = 20;
const SIGN = 40;
const MARGINS = { across: 8, above: 8 };

/* ---- Where the chosen diplomat could go --------------------------------------------------------- */

export interface Goal extends Ride {
  /** What is pressed beside the diplomat: the way of a step or of a ride, or the end of a walk. */
  kind: "way" | "site";
  name: string;
  words: string;
}

/**
 * Returns where the chosen diplomats can go by legal actions; unless one is chosen, where the diplomat who is under way
 * can go on to. A goal is pressed in the space to which it leads.
 */
export function useGoals(s: State): Goal[] {
  const pointing = usePointing();
  const picked = pawns(s).filter((name) => pointing.isPicked({ kind: "diplomat", name }));
  const movers = picked.length === 0 && s.mover ? [s.mover] : picked;
  return movers.flatMap((pawn) =>
    pointing.actionsOn({ kind: "diplomat", name: pawn }).flatMap((action) => {
      const to = action.args.find((arg) => arg.kind === "way" || arg.kind === "site");
      const ride = rideOf(s, action.text);
      return to && ride ? [{ ...ride, kind: to.kind as Goal["kind"], name: to.name, words: action.words }] : [];
    }),
  );
}

/** The outline of a diplomat in a space to which he could go. */
export function Ghost({ t, goal }: { t: Table; goal: Goal }) {
  const cost = goal.cost === null ? "" : t.speech.word("web.cost", goal.cost);
  const label = `${goal.words} → ${t.speech.name("space", goal.to)}${cost ? ` (${cost})` : ""}`;
  return (
    <Target
      kind={goal.kind}
      name={goal.name}
      also={[{ kind: "diplomat", name: goal.pawn }]}
      label={label}
      flip=""
      class="ab-ghost goal"
    >
      <svg viewBox="0 0 40 52" width="40" height="52" aria-hidden="true">
        <g style={`stroke:${seatLook(t.marks, ownerOf(t.s, goal.pawn)).colour}`}>
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
  space: string;
  index: number;
  narrow: boolean;
  /** The room for diplomats in a space; null where it is as high as it must be. */
  room: Size | null;
  goals: Goal[];
  moment: Moment | null;
}

const asSmall: Drawn = { isCrowded: true, scale: 1 };

function drawnIn({ t, room }: SpaceProps, standing: string[]): Drawn {
  if (!room) return asSmall;
  const standers = standing.map((pawn) => ({ isLoaded: isLoaded(t.s, pawn), hasNotes: hasNotes(t, pawn) }));
  return drawn(standers, room);
}

/** Returns the position of a space in the grid. The first row runs to the right, the second runs back above it. */
function position(index: number, narrow: boolean): string {
  if (narrow) return "";
  return index < ROW ? `grid-row:2;grid-column:${index + 1}` : `grid-row:1;grid-column:${2 * ROW - index}`;
}

const turnedTo = (index: number, narrow: boolean): number =>
  narrow ? -90 : index < ROW - 1 ? 0 : index === ROW - 1 ? -90 : 180;

function Space(props: SpaceProps) {
  const { t, space, index, narrow, goals, moment } = props;
  const { s, speech } = t;
  const standing = everybodyIn(s, space);
  const { isCrowded, scale } = drawnIn(props, standing);
  const name = speech.name("space", space);
  const burst = moment?.space === space ? ` ab-burst ab-burst-${moment.kind}` : "";
  return (
    <li class={`ab-space ab-at-${space}${burst}`} style={position(index, narrow)}>
      <Target kind="space" name={space} label={name} flip="" class="ab-place">
        <Scene space={space} />
        <span class="ab-sign">{name}</span>
      </Target>
      <div class="ab-pavement" style={`--pawn:${scale}`}>
        {standing.map((pawn) => (
          <Pawn key={pawn} t={t} pawn={pawn} crowded={isCrowded} turned={turnedTo(index, narrow)} />
        ))}
        {goals
          .filter((goal) => goal.to === space)
          .map((goal) => (
            <Ghost key={goal.pawn + goal.name} t={t} goal={goal} />
          ))}
      </div>
      <div class="ab-road" aria-hidden="true" />
    </li>
  );
}

export function Street({ t, narrow, goals, moment }: Omit<SpaceProps, "space" | "index" | "room">) {
  const list = useRef<HTMLOListElement>(null);
  const size = useSize(list);
  const spaces = street(t.s);
  const room = size && {
    width: size.width / ROW - MARGINS.across,
    height: size.height / Math.ceil(spaces.length / ROW) - ROAD - SIGN - MARGINS.above,
  };
  return (
    <div class="ab-street">
      <ol class="ab-spaces" aria-label={t.speech.word("web.street")} ref={list}>
        {spaces.map((space, index) => (
          <Space
            key={space}
            t={t}
            space={space}
            index={index}
            narrow={narrow}
            room={narrow ? null : room}
            goals={goals}
            moment={moment}
          />
        ))}
      </ol>
    </div>
  );
}
