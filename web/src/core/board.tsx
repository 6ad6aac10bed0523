// board.tsx: what a game's board is given, and Target, which makes a thing on a board pressable.
//
// A board only draws. It puts everything that can be pointed at into a Target. Whether a Target can be pressed now, and
// what happens then, comes from the list of legal actions alone.
import { type ComponentChildren, createContext, type FunctionComponent } from "preact";
import { useContext } from "preact/hooks";
import { type LegalAction, namesAll, type Thing } from "./actions";
import type { GameEvent, Outcome, Seat, View } from "./protocol";
import type { Foreseen, Situation } from "./situation";
import type { GameSpeech } from "./words";

export interface BoardProps {
  /** The game as the viewer may know it; what is hidden is null or "unseen". */
  view: View;
  /** What the engine says about the view: facts and figures. */
  situation: Situation;
  /** What the legal actions of the viewer would lead to. */
  foreseen: Foreseen;
  /** The viewer's seat; null for an observer. */
  me: string | null;
  /** The seats of the table and who sits there. */
  seats: Seat[];
  options: Record<string, string>;
  /** The seats that are asked now, as far as everybody may know. */
  asked: string[];
  /** The step of the rules that asks; null if nothing is asked. */
  step: string | null;
  /** What happened between the view before and this one, oldest first; empty after a reload. */
  events: GameEvent[];
  outcome: Outcome | null;
  speech: GameSpeech;
  /** Whether the window is as narrow as a phone. */
  narrow: boolean;
}

export type Board = FunctionComponent<BoardProps>;

/** What can be done with the things on a board now. */
export interface Pointing {
  /** Returns the legal actions that name a thing. */
  actionsOn: (thing: Thing) => LegalAction[];
  /** Presses a thing; `also` are things that are picked with it, unless they are picked already. */
  press: (thing: Thing, also?: Thing[]) => void;
  /** Whether a thing was pressed as a part of an action that is not complete yet. */
  isPicked: (thing: Thing) => boolean;
  /** Whether a thing is to be shown to the viewer: by the line of the log under the pointer, or by the coach. */
  isMarked: (thing: Thing) => boolean;
}

/** For a board on which nothing can be pressed. */
export const noPointing: Pointing = {
  actionsOn: () => [],
  press: () => {},
  isPicked: () => false,
  isMarked: () => false,
};
export const PointingContext = createContext<Pointing>(noPointing);
export const usePointing = (): Pointing => useContext(PointingContext);

interface TargetProps extends Thing {
  /** What a screen reader says; "": it reads the content. A label must contain all words of the content (WCAG 2.5.3). */
  label: string;
  /** What is picked with it in one press: only actions that name these things, too, make it a button. */
  also?: Thing[];
  /** Whether the Target is inside an <svg>: it is a <g> then, otherwise a <span>. */
  svg?: boolean;
  /** The data-flip for animations (see motion.ts): KIND:NAME if it is missing; "": it is never animated. */
  flip?: string;
  class?: string;
  transform?: string;
  style?: string;
  children: ComponentChildren;
}

/** A thing on a board. It behaves as a button while some legal action names it. */
export function Target({
  kind,
  name,
  label,
  also = [],
  svg = false,
  flip,
  class: extraClass = "",
  transform,
  style,
  children,
}: TargetProps) {
  const pointing = usePointing();
  const thing = { kind, name };
  const isPressable = pointing.actionsOn(thing).some((action) => namesAll(action, also));
  const isPicked = pointing.isPicked(thing);
  const states = `${isPressable ? " can" : ""}${isPicked ? " picked" : ""}${pointing.isMarked(thing) ? " marked" : ""}`;
  const flipName = flip ?? `${kind}:${name}`;
  const attributes = {
    class: `target${states} ${extraClass}`,
    style,
    "data-thing": `${kind}:${name}`,
    ...(flipName ? { "data-flip": flipName } : {}),
    ...(isPressable ? buttonAttributes(() => pointing.press(thing, also), label, isPicked) : {}),
  };
  return svg ? (
    <g {...attributes} transform={transform}>
      {children}
    </g>
  ) : (
    <span {...attributes}>{children}</span>
  );
}

/**
 * The raised edge, the red corner and the frame of a Target inside an <svg>, around the rectangle that it fills. It is the
 * last child of the Target.
 */
export function TargetEdge({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const [right, bottom] = [x + width, y + height];
  return (
    <>
      <rect class="target-frame" x={x - 2} y={y - 2} width={width + 4} height={height + 4} />
      <path class="target-edge" d={`M${right + 1.5} ${y + 3}V${bottom + 1.5}H${x + 3}`} />
      <path class="target-corner" d={`M${right} ${bottom}h-13l13-13z`} />
    </>
  );
}

/** Returns the attributes that make an element a button for the mouse, the keyboard and screen readers. */
function buttonAttributes(press: () => void, label: string, isPicked: boolean) {
  return {
    role: "button" as const,
    tabIndex: 0,
    ...(label ? { "aria-label": label } : {}),
    "aria-pressed": isPicked,
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
