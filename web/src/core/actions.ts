// actions.ts: the legal actions of a seat, with the things on the board that each of them names.
import type { GameSpeech } from "./words";

/** Something on the board that can be pointed at, such as a card or a space. */
export interface Thing {
  /** The list of names that the thing is in. */
  kind: string;
  /** Its name in that list. */
  name: string;
}

export interface LegalAction {
  /** The action in the notation, without the seat: "VERB NAME NUMBER". */
  text: string;
  verb: string;
  args: Thing[];
  /** The action as a sentence for people. */
  words: string;
}

export const sameThing = (a: Thing, b: Thing): boolean => a.kind === b.kind && a.name === b.name;

/** Reads a list of actions in the notation. */
export function readActions(list: string[], speech: GameSpeech): LegalAction[] {
  return list.map((text) => {
    const [verb = "", ...names] = text.split(" ");
    const kinds = speech.facts.verbs[verb] ?? [];
    const args = names.map((name, i) => ({ kind: kinds[i] ?? "number", name }));
    return { text, verb, args, words: speech.action(verb, names) };
  });
}

/** Whether all these things, in any order, are arguments of the action. */
export function namesAll(action: LegalAction, things: Thing[]): boolean {
  return things.every((thing) => action.args.some((arg) => sameThing(arg, thing)));
}

/** Returns the actions that have this thing as an argument. */
export const actionsWith = (actions: LegalAction[], thing: Thing): LegalAction[] =>
  actions.filter((action) => namesAll(action, [thing]));
