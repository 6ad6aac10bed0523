// seats.tsx: the colour, the symbol and the name of each seat. A colour never stands alone: not everybody can tell
// colours apart.
import { useMemo } from "preact/hooks";
import { games } from "./games";
import type { Seat } from "./protocol";
import { useSpeech, type GameSpeech, type Speech } from "./words";

/** The outlines of the symbols, each within a circle of radius 10 around 0,0. */
const SYMBOLS = [
  "M0-10 2.4-3.2 9.5-3.1 3.9 1.3 5.9 8.1 0 4 -5.9 8.1 -3.9 1.3 -9.5-3.1 -2.4-3.2z", // star
  "M-7-7H7V7H-7z", // square
  "M0-9 9 7H-9z", // triangle
  "M0-8a8 8 0 1 1 0 16a8 8 0 1 1 0-16z", // disc
  "M0-10 8 0 0 10 -8 0z", // diamond
  "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3z", // cross
];

/** The number in the palette of each seat that has a colour of its own; all others have colours by their order. */
const COLOURS: Record<string, number> = Object.fromEntries(games.flatMap(({ colours }) => Object.entries(colours)));

/** How a seat is drawn. */
export interface SeatLook {
  /** A CSS colour. */
  colour: string;
  /** The outline of a symbol, for the attribute d of a <path>. */
  symbol: string;
}

/** Returns how `seat` is drawn at a table with these seats. */
export function seatLook(seats: { seat: string }[], seat: string): SeatLook {
  const index = Math.max(
    0,
    seats.findIndex((other) => other.seat === seat),
  );
  return { colour: `var(--seat-${COLOURS[seat] ?? index + 1})`, symbol: SYMBOLS[index % SYMBOLS.length] ?? "" };
}

/** The symbol of a seat in its colour, inside an <svg>; `size` is its diameter. */
export function SeatSymbol({
  seats,
  seat,
  x = 0,
  y = 0,
  size = 20,
}: {
  seats: { seat: string }[];
  seat: string;
  x?: number;
  y?: number;
  size?: number;
}) {
  const { colour, symbol } = seatLook(seats, seat);
  return <path d={symbol} transform={`translate(${x} ${y}) scale(${size / 20})`} style={`fill:${colour}`} />;
}

/** The symbol of a seat as a small picture of its own, beside a name. */
export function SeatMark({ seats, seat, size = 16 }: { seats: { seat: string }[]; seat: string; size?: number }) {
  return (
    <svg class="seat-mark" width={size} height={size} viewBox="-11 -11 22 22" aria-hidden="true">
      <SeatSymbol seats={seats} seat={seat} />
    </svg>
  );
}

/** Returns the name of a seat in the person's language. */
export function seatWord(speech: GameSpeech, seat: string): string {
  for (const [kind, names] of Object.entries(speech.facts.names))
    if (seat in names && speech.has(`${kind}.${seat}`)) return speech.name(kind, seat);
  return seat;
}

/** Returns who sits there: the name of a person, the level of a bot, or that the seat is open. */
export function sitterWord({ say }: Speech, seat: Seat): string {
  if (seat.kind === "bot") return say("web.seat.bot", say(`level.${seat.level ?? "random"}`));
  if (seat.kind === "open") return say("web.seat.open");
  const name = seat.name || say("web.seat.gone");
  return seat.resigned ? say("web.seat.resigned", name) : name;
}

/** Returns the seat in which the person plays; null if they look on, or have left it for good. */
export function ownSeat({ you, seats }: { you: string | null; seats: Seat[] }): string | null {
  return seats.some(({ seat, resigned }) => seat === you && !resigned) ? you : null;
}

export function Sitter({ seat }: { seat: Seat }) {
  return <>{sitterWord(useSpeech(), seat)}</>;
}

/** Returns the two names of a player in their order: a person's own comes before that of the seat, a bot's after it. */
export const namesInOrder = (seat: Seat | undefined, seatName: string, sitter: string): [string, string] =>
  seat?.kind === "person" ? [sitter, seatName] : [seatName, sitter];

/** Returns who plays a seat, for a place where its symbol stands beside: a person's name; a bot has no name but its seat's. */
export function nameBeside(seats: Seat[], seat: string, seatName: string): string {
  const sitter = seats.find((other) => other.seat === seat);
  return sitter?.kind === "person" && sitter.name ? sitter.name : seatName;
}

/** Returns who plays a seat, for a sentence: a person's name with the seat behind it; a bot has no name but its seat's. */
export function playerWord(speech: GameSpeech, seats: Seat[], seat: string): string {
  const word = seatWord(speech, seat);
  const sitter = seats.find((other) => other.seat === seat);
  return sitter?.kind === "person" && sitter.name ? `${sitter.name} (${word})` : word;
}

/** Returns the words that tell the events at a table of several people: they are named, each before the seat. */
export function useToldSpeech(speech: GameSpeech, seats: Seat[]): GameSpeech {
  const isTogether = seats.filter(({ kind }) => kind === "person").length > 1;
  const players = JSON.stringify(isTogether ? seats.map(({ seat }) => [seat, playerWord(speech, seats, seat)]) : []);
  return useMemo(
    () => speech.withPlayers(Object.fromEntries(JSON.parse(players) as [string, string][])),
    [speech, players],
  );
}

interface PlayerNameProps {
  speech: GameSpeech;
  seats: Seat[];
  seat: string;
  size?: number;
}

/** Who plays a seat: the symbol in its colour, the person's name, then the seat. Of a bot the seat comes first. */
export function PlayerName({ speech, seats, seat, size = 18 }: PlayerNameProps) {
  const common = useSpeech();
  const word = seatWord(speech, seat);
  const sitter = seats.find((other) => other.seat === seat);
  const [first, second] = namesInOrder(sitter, word, sitter ? sitterWord(common, sitter) : "");
  return (
    <span class="player-name">
      <SeatMark seats={seats} seat={seat} size={size} /> <b>{first}</b>{" "}
      {second && <span class="player-seat">{second}</span>}
    </span>
  );
}
