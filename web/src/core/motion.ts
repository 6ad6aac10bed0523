// motion.ts: animates things on a board from their old place to their new one, so that people see what has happened.
//
// Every element with a data-flip attribute is measured before and after a change of the board. An element that has the
// same data-flip as one before, but another place, begins there and moves to its own.
import { useLayoutEffect, useRef } from "preact/hooks";

const DURATION_MS = 350;

/** Whether the person has asked the browser for less motion. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns where each element with a data-flip is on the screen, by its data-flip. */
function measure(root: Element): Map<string, DOMRect> {
  const places = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll("[data-flip]")) {
    const name = element.getAttribute("data-flip");
    if (name) places.set(name, element.getBoundingClientRect());
  }
  return places;
}

/** Returns how many pixels of the screen one unit of the element's drawing is. */
function scaleOf(element: Element): number {
  const svg = (element as SVGElement).ownerSVGElement;
  const matrix = svg?.getScreenCTM();
  return matrix ? matrix.a : 1;
}

function animateFrom(element: Element, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const scale = scaleOf(element);
  const dx = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
  const dy = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], {
    duration: DURATION_MS,
    easing: "cubic-bezier(.3,.7,.2,1)",
  });
}

/** Returns the ref for the root of a board. Whenever `key` changes, what has another place than before moves there. */
export function useMotion<T extends Element>(key: unknown) {
  const root = useRef<T>(null);
  const before = useRef<Map<string, DOMRect>>(new Map());
  const width = useRef(0);
  useLayoutEffect(() => {
    const board = root.current;
    if (!board || calm()) return; // measuring makes the browser compute the layout, which takes time
    const wasResized = Math.abs(width.current - board.getBoundingClientRect().width) > 1;
    if (!wasResized)
      for (const element of board.querySelectorAll("[data-flip]")) {
        const from = before.current.get(element.getAttribute("data-flip") ?? "");
        if (from) animateFrom(element, from);
      }
    before.current = measure(board);
    width.current = board.getBoundingClientRect().width;
  }, [key]);
  return root;
}
