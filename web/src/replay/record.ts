// record.ts: reads as much of a record (docs/records.md) as the engine needs to replay it.

export interface RecordText {
  game: string;
  players: number;
  options: Record<string, string>;
  /** Who sat in each seat: a name, or "bot LEVEL". */
  sitters: Record<string, string>;
  /** The lines of the moves that were not taken back. */
  moves: string[];
  /** The seat whose view the record shows; null if it shows everything, as it must to be replayed. */
  view: string | null;
}

function readHead(lines: string[], record: RecordText): void {
  for (const line of lines) {
    const [word, first = "", ...rest] = line.split(" ");
    if (word === "game") record.game = first;
    else if (word === "players") record.players = Number(first);
    else if (word === "option") record.options[first] = rest.join(" ");
    else if (word === "seat") record.sitters[first] = rest.join(" ");
    else if (word === "view") record.view = first;
  }
}

/** Throws if the text is not a record. */
export function readRecord(text: string): RecordText {
  const record: RecordText = { game: "", players: 0, options: {}, sitters: {}, moves: [], view: null };
  const lines = text.split("\n");
  const blank = lines.indexOf("");
  if (!/^apparat record [12]$/.test(lines[0] ?? "") || blank < 0) throw new Error("this is no record");
  readHead(lines.slice(1, blank), record);
  for (const line of lines.slice(blank + 1)) {
    if (line.startsWith("undo ")) record.moves.length = Number(line.slice(5));
    else if (line && !line.startsWith("end ")) record.moves.push(line);
  }
  return record;
}
