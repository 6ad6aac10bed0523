// actions.ts: what may be done now, as the things on the board it is about.
import type { GameSpeech } from "./words";

/** Something that can be pointed at: a politician, a card, a space. */
export interface Thing {
  kind: string;
  name: string;
}

export interface Legal {
  /** As the protocol wants it: "declare palavrian 5". */
  text: string;
  verb: string;
  args: Thing[];
  /** In words: "Declare 5 on Palavrian". */
  words: string;
}

export const sameThing = (a: Thing, b: Thing): boolean => a.kind === b.kind && a.name === b.name;

export function readLegal(list: string[], speech: GameSpeech): Legal[] {
  return list.map((text) => {
    const [verb = "", ...names] = text.split(" ");
    const kinds = speech.facts.verbs[verb] ?? [];
    const args = names.map((name, i) => ({ kind: kinds[i] ?? "number", name }));
    return { text, verb, args, words: speech.action(verb, names) };
  });
}

/** Does the action fit everything that was pointed at, in any order? */
export function fits(action: Legal, picked: Thing[]): boolean {
  return picked.every((thing) => action.args.some((arg) => sameThing(arg, thing)));
}

export const about = (actions: Legal[], thing: Thing): Legal[] => actions.filter((action) => fits(action, [thing]));
