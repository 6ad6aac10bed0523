// board.tsx: what a game's board is given, and Target, through which it becomes the interface.
//
// A board only draws. It wraps what can be pointed at in a Target; whether that can be pressed
// now, and what happens then, comes from the legal list alone.
import { type ComponentChildren, createContext, type FunctionComponent } from "preact";
import { useContext } from "preact/hooks";
import type { Legal, Thing } from "./actions";
import type { GameEvent, Outcome, Seat, View } from "./protocol";
import type { Foreseen, Situation } from "./situation";
import type { GameSpeech } from "./words";

export interface BoardProps {
  /** The game as the viewer may know it; hidden things are null or "unseen". */
  view: View;
  /** What the engine says of it: what is going on, and what follows by the rules. */
  situation: Situation;
  /** What the viewer's legal actions would come to, by their words in the notation. */
  foreseen: Foreseen;
  /** The viewer's seat; null: he looks on. */
  me: string | null;
  /** Who sits where. */
  seats: Seat[];
  options: Record<string, string>;
  /** Who is asked now, as everybody may know. */
  asked: string[];
  /** The step that asks. */
  step: string | null;
  /** What happened on the way to this view, oldest first; empty after a reload. */
  events: GameEvent[];
  outcome: Outcome | null;
  speech: GameSpeech;
  /** Narrow: a phone. */
  narrow: boolean;
}

export type Board = FunctionComponent<BoardProps>;

/** What may be done with a thing now. */
export interface Pointing {
  actionsOn(thing: Thing): Legal[];
  press(thing: Thing): void;
  isPicked(thing: Thing): boolean;
  /** A line of the log is pointed at, and this thing is in it. */
  isMarked(thing: Thing): boolean;
}

export const noPointing: Pointing = {
  actionsOn: () => [],
  press: () => {},
  isPicked: () => false,
  isMarked: () => false,
};
export const PointingContext = createContext<Pointing>(noPointing);
export const usePointing = (): Pointing => useContext(PointingContext);

interface TargetProps extends Thing {
  /** What a screen reader says. "": what is inside says it, for a label must repeat all words one sees inside (WCAG 2.5.3). */
  label: string;
  /** Inside an <svg>: a <g>; otherwise a <span> that behaves as a button. */
  svg?: boolean;
  /** Animated from where it was: see motion.ts. By default kind:name. "": never. */
  flip?: string;
  class?: string;
  transform?: string;
  style?: string;
  children: ComponentChildren;
}

export function Target({
  kind,
  name,
  label,
  svg = false,
  flip,
  class: extra = "",
  transform,
  style,
  children,
}: TargetProps) {
  const pointing = usePointing();
  const thing = { kind, name };
  const count = pointing.actionsOn(thing).length;
  const state = `${count ? " can" : ""}${pointing.isPicked(thing) ? " picked" : ""}${pointing.isMarked(thing) ? " marked" : ""}`;
  const moved = flip ?? `${kind}:${name}`;
  const common = {
    class: `target${state} ${extra}`,
    style,
    "data-thing": `${kind}:${name}`,
    ...(moved ? { "data-flip": moved } : {}),
    ...(count ? pressable(() => pointing.press(thing), label, pointing.isPicked(thing)) : {}),
  };
  return svg ? (
    <g {...common} transform={transform}>
      {children}
    </g>
  ) : (
    <span {...common}>{children}</span>
  );
}

function pressable(press: () => void, label: string, picked: boolean) {
  return {
    role: "button" as const,
    tabIndex: 0,
    ...(label ? { "aria-label": label } : {}),
    "aria-pressed": picked,
    "data-legal": "thing",
    onClick: (event: Event) => {
      event.stopPropagation();
      press();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    },
  };
}
