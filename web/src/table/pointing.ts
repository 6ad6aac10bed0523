// pointing.ts: pressing things narrows the legal list until one action is left.
import { useEffect, useMemo, useState } from "preact/hooks";
import { about, fits, type Legal, sameThing, type Thing } from "../core/actions";
import type { Pointing } from "../core/board";

export interface Picking {
  pointing: Pointing;
  picked: Thing[];
  /** The actions that fit what was picked; all of them if nothing was. */
  left: Legal[];
  clear(): void;
}

/** Nobody points at these when only one is possible. */
const IMPLIED = ["number", "way"];

/** An action that is nothing but the things picked needs no further word. */
const isWhole = (action: Legal, picked: Thing[]) =>
  action.args.every((arg) => IMPLIED.includes(arg.kind) || picked.some((thing) => sameThing(arg, thing)));

export function usePicking(
  legal: Legal[],
  question: unknown,
  choose: (action: Legal) => void,
  marked: Thing[],
): Picking {
  const [picked, setPicked] = useState<Thing[]>([]);
  useEffect(() => setPicked([]), [question]);
  const left = useMemo(() => legal.filter((action) => fits(action, picked)), [legal, picked]);

  function press(thing: Thing): void {
    if (picked.some((one) => sameThing(one, thing))) {
      setPicked(picked.filter((one) => !sameThing(one, thing)));
      return;
    }
    const further = about(left, thing).length ? [...picked, thing] : [thing];
    const rest = legal.filter((action) => fits(action, further));
    const only = rest.length === 1 ? rest[0] : undefined;
    if (only && isWhole(only, further)) {
      setPicked([]);
      choose(only);
    } else {
      setPicked(further);
    }
  }

  const pointing: Pointing = {
    actionsOn: (thing) => about(legal, thing),
    press,
    isPicked: (thing) => picked.some((one) => sameThing(one, thing)),
    isMarked: (thing) => marked.some((one) => sameThing(one, thing)),
  };
  return { pointing, picked, left, clear: () => setPicked([]) };
}
