// pieces.tsx: a diplomat with his face, his number and his briefcase, and his description in words.
import { Target } from "client/core/board";
import type { Seat } from "client/core/protocol";
import { nameBeside, seatLook, SeatSymbol } from "client/core/seats";
import type { GameSpeech } from "client/core/words";
import { type Measures, SMALL, WHOLE } from "./crowd";
import {
  barredFrom,
  isLoaded,
  isPressable,
  type Kind,
  numberOf,
  onBoard,
  ownerOf,
  powersOf,
  type State,
} from "./facts";

/** What every part of the board needs. */
export interface Table {
  s: State;
  me: string | null;
  speech: GameSpeech;
  /** The powers of the game, in the form that seat symbols need. */
  marks: { seat: string }[];
  /** Who plays them. */
  seats: Seat[];
}

/** Returns who plays a power, to stand beside its symbol. */
export const playerOf = ({ seats, speech }: Table, power: string): string =>
  nameBeside(seats, power, speech.name("power", power));

/* ---- Briefcases --------------------------------------------------------------------------------- */

/** The symbol of a nuclear briefcase, within a radius of 12 around 0,0. */
export function Trefoil() {
  const blade = "M1.9-3.3L5.7-9.9A11.4 11.4 0 0 1 11.4 0H3.8A3.8 3.8 0 0 0 1.9-3.3z";
  return (
    <g>
      <circle r="2.3" />
      {[30, 150, 270].map((turn) => (
        <path key={turn} d={blade} transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}

export function Sunshine() {
  return (
    <g>
      <circle r="4.6" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
        <path key={turn} d="M-1.5-6.5L0-11.5 1.5-6.5z" transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}

/** A briefcase, 26 wide and 21 high, from 0,0. It is closed if the viewer does not know what is in it. */
export function Case({ load }: { load: Kind | "unseen" }) {
  return (
    <g class={`ab-case ab-case-${load}`}>
      <path class="ab-handle" d="M9 4V1.5h8V4" />
      <rect x=".75" y="4" width="24.5" height="16.25" rx="1.5" />
      {load === "unseen" ? (
        <path class="ab-latch" d="M5 9h4v3H5zM17 9h4v3h-4z" />
      ) : (
        <g class="ab-inside" transform="translate(13 12.2) scale(.62)">
          {load === "nuclear" ? <Trefoil /> : <Sunshine />}
        </g>
      )}
    </g>
  );
}

/** A small picture of a briefcase beside a number. */
export function CaseMark({ load }: { load: Kind | "unseen" }) {
  return (
    <svg class="ab-case-mark" viewBox="0 0 26 21" width="26" height="21" aria-hidden="true">
      <Case load={load} />
    </svg>
  );
}

/* ---- Faces -------------------------------------------------------------------------------------- */

function Face({ worried }: { worried: boolean }) {
  return (
    <g class="ab-face">
      <circle class="ab-skin" r="10" />
      {worried ? (
        <>
          <path class="ab-feature" d="M-6-3.5L-2.5-5M6-3.5L2.5-5M-4.5 5.5q1.5-3 3-1t3-1 3 2" />
          <path class="ab-drop" d="M-9.5-9q3 4 0 5.5-3-1.5 0-5.5zM10-6q3 4 0 5.5-3-1.5 0-5.5z" />
        </>
      ) : (
        <path class="ab-feature" d="M-5 2.5q5 5.5 10 0" />
      )}
      <path class="ab-eyes" d="M-5-1.5h2.6v2.6H-5zM2.4-1.5H5v2.6H2.4z" />
    </g>
  );
}

/* ---- The diplomat ------------------------------------------------------------------------------- */

interface Cut extends Measures {
  head: string;
  body: string;
  symbol: [number, number, number];
  number: [number, number, number];
  load: string;
  seen: string;
}

const whole: Cut = {
  ...WHOLE,
  head: "translate(20 12)",
  body: "M2 52V35q0-12 11-12h14q11 0 11 12V52z",
  symbol: [12.5, 41, 13],
  number: [27, 47, 18],
  load: "translate(39.5 31)",
  seen: "translate(40 4)",
};

/** The measures of a diplomat in a crowded space. */
const small: Cut = {
  ...SMALL,
  head: "translate(16 8.5) scale(.78)",
  body: "M1 38V26q0-9.5 8-9.5h14q8 0 8 9.5V38z",
  symbol: [9.5, 29, 11],
  number: [22, 34.5, 15],
  load: "translate(32 22) scale(.76)",
  seen: "translate(32.5 1.5) scale(.76)",
};

/** The positions of the seats that know a briefcase: the first is beside the eye, the others are below. */
const seenAt: [number, number][] = [
  [19, 4],
  [5, 14],
  [14, 14],
  [23, 14],
  [5, 23],
  [14, 23],
];

/** An eye, and the powers that have looked into the briefcase. */
function Seen({ t, pawn }: { t: Table; pawn: string }) {
  const knowing = t.s.known_to[pawn] ?? [];
  if (!knowing.length) return null;
  return (
    <g>
      <path class="ab-eye" d="M1 4q6-7 12 0-6 7-12 0z" />
      <circle class="ab-k" cx="7" cy="4" r="1.8" />
      {knowing.map((seat, i) => {
        const [x, y] = seenAt[i] ?? [0, 0];
        return <SeatSymbol key={seat} seats={t.marks} seat={seat} x={x} y={y} size={8.5} />;
      })}
    </g>
  );
}

export function Figure({ t, pawn, cut = whole }: { t: Table; pawn: string; cut?: Cut }) {
  const load = t.s.load[pawn] ?? null;
  const width = load ? cut.loaded : cut.width;
  const [sx, sy, size] = cut.symbol;
  const [nx, ny, font] = cut.number;
  const look = seatLook(t.marks, ownerOf(t.s, pawn));
  const paid = t.s.surcharged.includes(pawn);
  return (
    <svg
      class="ab-figure"
      viewBox={`0 0 ${width} ${cut.height}`}
      style={`--w:${width};--h:${cut.height}`}
      aria-hidden="true"
    >
      <path class="ab-body" d={cut.body} style={`fill:${look.colour}`} />
      <g transform={cut.head}>
        <Face worried={isPressable(t.s, pawn)} />
      </g>
      <path class="ab-badge" d={look.symbol} transform={`translate(${sx} ${sy}) scale(${size / 20})`} />
      <text class="ab-number" x={nx} y={ny} font-size={font}>
        {numberOf(pawn)}
      </text>
      {load && (
        <g transform={cut.load}>
          <Case load={load} />
          {paid && <path class="ab-paid" d="M22 15.5l3 3 5-6.5" />}
        </g>
      )}
      {load && (
        <g transform={cut.seen}>
          <Seen t={t} pawn={pawn} />
        </g>
      )}
    </svg>
  );
}

/** Whether something stands above a diplomat: see Notes. */
export const hasNotes = ({ s }: Table, pawn: string): boolean =>
  (s.way[pawn] ?? "none") !== "none" || barredFrom(s, pawn).length > 0 || s.mover === pawn;

/** The way that the diplomat has taken this turn, and the powers that may not press him again here. */
function Notes({ t, pawn, turned }: { t: Table; pawn: string; turned: number }) {
  const barred = barredFrom(t.s, pawn);
  const way = t.s.way[pawn] ?? "none";
  if (way === "none" && !barred.length) return null;
  const arrow = `translate(7 6) rotate(${way === "palace" ? turned : turned + 180})`;
  return (
    <svg
      class="ab-notes"
      viewBox={`0 0 ${14 + barred.length * 11 + (barred.length ? 12 : 0)} 12`}
      height="12"
      aria-hidden="true"
    >
      {way !== "none" && <path class="ab-way" d="M-5-4L5 0-5 4-2 0z" transform={arrow} />}
      {barred.length > 0 && <path class="ab-bar" d="M20 1.5a4.5 4.5 0 1 1-.1 0zM17 9l6-6" />}
      {barred.map((seat, i) => (
        <SeatSymbol key={seat} seats={t.marks} seat={seat} x={32 + i * 11} y={6} size={10} />
      ))}
    </svg>
  );
}

/* ---- In words ----------------------------------------------------------------------------------- */

export const listed = (t: Table, powers: string[]): string =>
  powersOf(t.s)
    .filter((power) => powers.includes(power))
    .map((power) => t.speech.name("power", power))
    .join(", ");

/** Returns everything that the picture shows, in words. */
export function described(t: Table, pawn: string): string {
  const { s, speech } = t;
  const load = s.load[pawn] ?? "none";
  const who = [
    speech.name("diplomat", pawn),
    speech.name("power", ownerOf(s, pawn)),
    speech.name("space", s.place[pawn] ?? ""),
  ];
  const parts = [speech.word("web.pawn", ...who)];
  if (onBoard(s, pawn)) parts.push(speech.word(`web.case.${load}`));
  if (isLoaded(s, pawn) && s.known_to[pawn]?.length) parts.push(speech.word("web.seen", listed(t, s.known_to[pawn])));
  if (isPressable(s, pawn)) parts.push(speech.word("web.pressable"));
  const barred = barredFrom(s, pawn);
  if (barred.length) parts.push(speech.word("web.barred", listed(t, barred)));
  if (s.way[pawn] && s.way[pawn] !== "none") parts.push(speech.word("web.way", speech.name("way", s.way[pawn])));
  if (s.surcharged.includes(pawn)) parts.push(speech.word("web.paid"));
  return parts.join(" ");
}

interface PawnProps {
  t: Table;
  pawn: string;
  crowded?: boolean;
  /** The direction of the Palace; 0 is to the right. */
  turned?: number;
  /** True for a second picture of a diplomat, which is not animated. */
  again?: boolean;
}

export function Pawn({ t, pawn, crowded = false, turned = 0, again = false }: PawnProps) {
  const text = described(t, pawn);
  return (
    <Target
      kind="diplomat"
      name={pawn}
      label={text}
      {...(again ? { flip: "" } : {})}
      class={`ab-pawn${crowded ? " ab-crowded" : ""}${t.s.mover === pawn ? " ab-mover" : ""}`}
    >
      <span class="ab-stand" title={text}>
        {!again && <Notes t={t} pawn={pawn} turned={turned} />}
        <Figure t={t} pawn={pawn} cut={crowded ? small : whole} />
      </span>
      <span class="hidden">{text}</span>
    </Target>
  );
}
