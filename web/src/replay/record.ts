// record.ts: reads as much of a record (docs/records.md) as is needed to show it, and writes those of games that were
// played in this browser.

/** The game before its first move, or after a move. */
export interface RecordMoment {
  /** What every viewer saw then, as JSON; null if the record does not have it. */
  seen: string | null;
  /** Whether that has whole views, and not only what has changed. */
  begins: boolean;
}

export interface RecordText {
  game: string;
  /** The version of the rules and the hash of the data. */
  rules: string;
  players: number;
  options: Record<string, string>;
  /** Who sat in each seat: a name, or "bot LEVEL". */
  sitters: Record<string, string>;
  /** The lines of the moves that were not taken back. */
  moves: string[];
  /** One more than there are moves. */
  moments: RecordMoment[];
  /** Whether the rules changed during the game. */
  hasParts: boolean;
  /** The seat whose view the record shows; null if it shows everything, as it must to be replayed. */
  view: string | null;
}

function readHead(lines: string[], record: RecordText): void {
  for (const line of lines) {
    const [word, first = "", ...rest] = line.split(" ");
    if (word === "game") record.game = first;
    else if (word === "rules") record.rules = [first, ...rest].join(" ");
    else if (word === "players") record.players = Number(first);
    else if (word === "option") record.options[first] = rest.join(" ");
    else if (word === "seat") record.sitters[first] = rest.join(" ");
    else if (word === "view") record.view = first;
  }
}

const unseen = (): RecordMoment => ({ seen: null, begins: false });

/** An action of chance ends with its number among the possible ones: the engine does not need it. */
export const withoutNumber = (line: string): string =>
  line.startsWith("chance ") ? line.replace(/ \d+\/\d+$/, "") : line;

function readBody(lines: string[], record: RecordText): void {
  let begins = true;
  for (const line of lines) {
    if (line.startsWith("{")) {
      record.moments[record.moves.length] = { seen: line, begins };
      begins = false;
    } else if (line.startsWith("undo ")) {
      record.moves.length = Number(line.slice(5));
      record.moments.length = record.moves.length + 1;
    } else if (line.startsWith("rules ")) {
      record.hasParts = true;
    } else if (line.startsWith("state ")) {
      begins = true;
    } else if (line && !/^(end|signed) /.test(line)) {
      record.moves.push(withoutNumber(line));
      record.moments.push(unseen());
    }
  }
}

/** Throws if the text is not a record. */
export function readRecord(text: string): RecordText {
  const record: RecordText = {
    game: "",
    rules: "",
    players: 0,
    options: {},
    sitters: {},
    moves: [],
    moments: [unseen()],
    hasParts: false,
    view: null,
  };
  const lines = text.split("\n");
  const blank = lines.indexOf("");
  if (!/^apparat record [12]$/.test(lines[0] ?? "") || blank < 0) throw new Error("this is no record");
  readHead(lines.slice(1, blank), record);
  readBody(lines.slice(blank + 1), record);
  return record;
}

/** What a record of a game in this browser is made of. */
export interface WrittenRecord {
  game: string;
  rules: string;
  players: number;
  options: Record<string, string>;
  sitters: Record<string, string>;
  /** Where chance came from. */
  dice: string;
  lines: string[];
  /** The reason for which the game ended and the fingerprint of its state, as the engine writes them. */
  end: string;
}

/** The bytes that a record has for the name of a player. */
const LONGEST_NAME = 63;

/** Returns as much of a name as fits into a record, in one line. */
function nameInRecord(name: string): string {
  const letters = [...name.replace(/\s+/g, " ").trim()];
  while (new TextEncoder().encode(letters.join("")).length > LONGEST_NAME) letters.pop();
  return letters.join("");
}

export function writeRecord(record: WrittenRecord): string {
  const pairs = (word: string, values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `${word} ${name} ${value}`);
  const sitters = Object.fromEntries(
    Object.entries(record.sitters).map(([seat, sitter]) => [seat, nameInRecord(sitter)]),
  );
  return [
    "apparat record 2",
    `game ${record.game}`,
    `rules ${record.rules}`,
    `players ${record.players}`,
    ...pairs("option", record.options),
    ...pairs("seat", sitters),
    `dice ${record.dice}`,
    "",
    ...record.lines,
    `end ${record.end}`,
    "",
  ].join("\n");
}

/** Returns the lines of the moves that are in force, without those that were taken back. */
export function movesInForce(lines: string[]): string[] {
  const moves: string[] = [];
  for (const line of lines)
    if (line.startsWith("undo ")) moves.length = Number(line.slice(5));
    else moves.push(line);
  return moves;
}
