// cells.ts: the values of any game's view as the cells of a generic board. It knows a game by what it declares alone.
import type { Json, View } from "../core/protocol";
import type { GameSpeech, GameWords } from "../core/words";

/** What a game declares; words.c writes it. */
export interface Declared {
  /** The fields of a view. */
  fields: Record<string, Field>;
  /** The attributes of each name of each list. */
  attributes: Record<string, Record<string, Record<string, unknown>>>;
}

export interface Field {
  kind: "number" | "name" | "set" | "table";
  /** The list of names for each of which the field has a value; null: it has one value. */
  each: string | null;
  /** The list of names that the values are from; null: they are numbers. */
  is: string | null;
}

/** What a cell of the board shows: names of a list, each of which can be pointed at, or a text. */
export interface Cell {
  /** The list of the names; null if there are none. */
  kind: string | null;
  things: string[];
  /** The text; if there are names, a number for each of them or "". */
  text: string;
}

/** A field or figure that has a value for each name of a list. */
export interface Column {
  name: string;
  label: string;
  /** Returns the cell for a name of the list; null if there is nothing to show. */
  cell: (key: string) => Cell | null;
}

/** Returns what a field or figure is called; if the game has no word for it, its name with spaces: "hand size". */
export const labelOf = (speech: GameSpeech, part: "field" | "figure", name: string): string =>
  speech.has(`${part}.${name}`) ? speech.word(`${part}.${name}`) : name.replaceAll(/[_-]/g, " ");

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: Json): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

const textCell = (text: string): Cell => ({ kind: null, things: [], text });

/** Returns a cell with names; null if there are none. `numbers`: one for each name. */
const namesCell = (kind: string | null, things: string[], numbers: string[] = []): Cell | null =>
  things.length ? { kind, things, text: numbers.join(" ") } : null;

/** Returns a value of the view as a cell; null if there is nothing to show. */
function cellOf(field: Field, value: Json | undefined): Cell | null {
  if (value === undefined || value === null || value === 0) return null;
  if (Array.isArray(value)) return namesCell(field.is, value.map(textOf));
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, number]) => number !== 0 && number !== null);
    return namesCell(
      field.is,
      entries.map(([name]) => name),
      entries.map(([, number]) => textOf(number)),
    );
  }
  if (field.kind !== "name") return textCell(String(value));
  return value === "unseen" ? textCell("?") : namesCell(field.is, [String(value)]);
}

/** Returns the fields that have a value for each name of this list. */
export function fieldColumns(declared: Declared, view: View, kind: string, speech: GameSpeech): Column[] {
  return Object.entries(declared.fields)
    .filter(([, field]) => field.each === kind)
    .map(([name, field]) => {
      const values = view[name];
      return {
        name,
        label: labelOf(speech, "field", name),
        cell: (key) => (isObject(values) ? cellOf(field, values[key]) : null),
      };
    });
}

/** Returns the fields that have one value, as far as there is something to show. */
export function singleCells(
  declared: Declared,
  view: View,
  speech: GameSpeech,
): { name: string; label: string; cell: Cell }[] {
  return Object.entries(declared.fields).flatMap(([name, field]) => {
    const cell = field.each === null ? cellOf(field, view[name]) : null;
    return cell ? [{ name, label: labelOf(speech, "field", name), cell }] : [];
  });
}

/** Returns the lists of names, except the seats, for which some field or figure has values. */
export function keyedLists(declared: Declared, words: GameWords): string[] {
  const lists = new Set<string>();
  for (const { each } of [...Object.values(declared.fields), ...Object.values(words.figures)])
    if (each && each !== words.seats && each in words.names) lists.add(each);
  return [...lists];
}
