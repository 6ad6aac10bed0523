// motion.ts: animates things on a board from their old place to their new one, so that people see what has happened.
//
// Every element with a data-flip attribute is measured just before and just after a change of the board. An element that
// has the same data-flip as one before, but another place, begins there and moves to its own. Nobody can scroll between
// the two, so a page or a part of it that was scrolled since the last change moves nothing.
import { useLayoutEffect, useRef } from "preact/hooks";

const DURATION_MS = 350;

/** Whether the person has asked the browser for less motion. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns where each element with a data-flip that is drawn is, by its data-flip. */
function measure(root: Element): Map<string, DOMRect> {
  const places = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll("[data-flip]")) {
    const name = element.getAttribute("data-flip");
    const place = element.getBoundingClientRect();
    if (name && place.width > 0) places.set(name, place);
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
  if (to.width === 0) return;
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
  const lastKey = useRef(key);
  const before = useRef<Map<string, DOMRect> | null>(null);
  // While the component is called, the page still shows the board as it was. Measuring makes the browser compute the
  // layout, which takes time, so it is left out where nothing moves.
  if (key !== lastKey.current && before.current === null && root.current && !calm())
    before.current = measure(root.current);
  useLayoutEffect(() => {
    lastKey.current = key;
    const places = before.current;
    before.current = null;
    if (!places || !root.current) return;
    for (const element of root.current.querySelectorAll("[data-flip]")) {
      const from = places.get(element.getAttribute("data-flip") ?? "");
      if (from) animateFrom(element, from);
    }
  }, [key]);
  return root;
}
