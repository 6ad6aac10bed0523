// parts.ts: the parts of any game's view, sorted by what a generic board shows them as: by what the game declares alone.
import type { Json, View } from "../core/protocol";
import type { GameSpeech, GameWords } from "../core/words";

/** What a game declares: see words.c. */
export interface Declared {
  fields: Record<string, Field>;
  attributes: Record<string, Record<string, Record<string, unknown>>>;
}

export interface Field {
  kind: "number" | "name" | "set" | "table";
  each: string | null;
  is: string | null;
}

/** A cell of the board: names of a list, each of which can be pointed at, or a plain number. */
export interface Cell {
  kind: string | null;
  things: string[];
  text: string;
}

/** A field or figure that has a value for each name of a list. */
export interface Column {
  name: string;
  label: string;
  cell(key: string): Cell | null;
}

const nothing: Cell | null = null;

/** "hand_size" is "hand size", where the game has no word for it. */
export const labelOf = (speech: GameSpeech, part: "field" | "figure", name: string): string =>
  speech.has(`${part}.${name}`) ? speech.word(`${part}.${name}`) : name.replaceAll(/[_-]/g, " ");

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of the view as a cell; null where there is nothing to show. */
function cellOf(field: Field, value: Json | undefined): Cell | null {
  if (value === undefined || value === null || value === 0) return nothing;
  if (Array.isArray(value)) return value.length ? { kind: field.is, things: value.map(String), text: "" } : nothing;
  if (isMap(value)) {
    const numbers = Object.entries(value).filter(([, number]) => number !== 0 && number !== null);
    return numbers.length
      ? {
          kind: field.is,
          things: numbers.map(([name]) => name),
          text: numbers.map(([, number]) => String(number)).join(" "),
        }
      : nothing;
  }
  if (field.kind === "name")
    return value === "unseen"
      ? { kind: null, things: [], text: "?" }
      : { kind: field.is, things: [String(value)], text: "" };
  return { kind: null, things: [], text: String(value) };
}

/** Fields with a value for each name of this list. */
export function fieldColumns(declared: Declared, view: View, kind: string, speech: GameSpeech): Column[] {
  return Object.entries(declared.fields)
    .filter(([, field]) => field.each === kind)
    .map(([name, field]) => {
      const values = view[name];
      return {
        name,
        label: labelOf(speech, "field", name),
        cell: (key) => (isMap(values) ? cellOf(field, values[key]) : nothing),
      };
    });
}

/** Fields with one value for the whole table. */
export function singleCells(
  declared: Declared,
  view: View,
  speech: GameSpeech,
): { name: string; label: string; cell: Cell }[] {
  return Object.entries(declared.fields).flatMap(([name, field]) => {
    const cell = field.each === null ? cellOf(field, view[name]) : nothing;
    return cell ? [{ name, label: labelOf(speech, "field", name), cell }] : [];
  });
}

/** The lists that some field or figure has values for, the seats apart. */
export function keyedLists(declared: Declared, words: GameWords): string[] {
  const found = new Set<string>();
  for (const { each } of [...Object.values(declared.fields), ...Object.values(words.figures)])
    if (each && each !== words.seats && each in words.names) found.add(each);
  return [...found];
}
