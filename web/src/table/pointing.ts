// pointing.ts: choosing an action by pressing things on the board: each press leaves fewer actions, until one is left.
import { useEffect, useMemo, useState } from "preact/hooks";
import { actionsWith, type LegalAction, namesAll, sameThing, type Thing } from "../core/actions";
import type { Pointing } from "../core/board";

export interface Picking {
  pointing: Pointing;
  /** The things that were pressed so far. */
  picked: Thing[];
  /** The legal actions that name all picked things. */
  left: LegalAction[];
  /** Forgets what was picked. */
  clear: () => void;
}

/** Whether every argument of the action was picked or need not be picked: numbers, and what the game calls implied. */
export const isComplete = (action: LegalAction, picked: Thing[], implied: string[]): boolean =>
  action.args.every(
    (arg) => arg.kind === "number" || implied.includes(arg.kind) || picked.some((thing) => sameThing(arg, thing)),
  );

/**
 * Returns what is picked after a press on a thing that takes `also` with it. What fits none of the actions that are
 * left begins anew.
 */
export function pickedWith(picked: Thing[], left: LegalAction[], thing: Thing, also: Thing[]): Thing[] {
  const pressed = [...also.filter((one) => !picked.some((other) => sameThing(other, one))), thing];
  return left.some((action) => namesAll(action, pressed)) ? [...picked, ...pressed] : [...also, thing];
}

/**
 * `legal` are the legal actions; a new `question` forgets what was picked; `implied` are the kinds of arguments that
 * need not be picked; `choose` is called with the action when a press completes one; `marked` are the things to be
 * marked on the board.
 */
export function usePicking(
  legal: LegalAction[],
  question: unknown,
  implied: string[],
  choose: (action: LegalAction) => void,
  marked: Thing[],
): Picking {
  const [picked, setPicked] = useState<Thing[]>([]);
  useEffect(() => setPicked([]), [question]);
  const left = useMemo(() => legal.filter((action) => namesAll(action, picked)), [legal, picked]);

  function press(thing: Thing, also: Thing[] = []): void {
    if (picked.some((other) => sameThing(other, thing))) {
      setPicked(picked.filter((other) => !sameThing(other, thing)));
      return;
    }
    const nowPicked = pickedWith(picked, left, thing, also);
    const nowLeft = legal.filter((action) => namesAll(action, nowPicked));
    const only = nowLeft.length === 1 ? nowLeft[0] : undefined;
    if (only && isComplete(only, nowPicked, implied)) {
      setPicked([]);
      choose(only);
    } else {
      setPicked(nowPicked);
    }
  }

  const pointing: Pointing = {
    actionsOn: (thing) => actionsWith(legal, thing),
    press,
    isPicked: (thing) => picked.some((other) => sameThing(other, thing)),
    isMarked: (thing) => marked.some((other) => sameThing(other, thing)),
  };
  return { pointing, picked, left, clear: () => setPicked([]) };
}
