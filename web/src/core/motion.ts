// motion.ts: things move from where they were to where they are, so that one sees what happened.
//
// Everything with data-flip is measured before and after a change (first, last, invert, play).
import { useLayoutEffect, useRef } from "preact/hooks";

const TIME = 350;

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function places(root: Element): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll("[data-flip]")) {
    const name = element.getAttribute("data-flip");
    if (name) found.set(name, element.getBoundingClientRect());
  }
  return found;
}

function scaleOf(element: Element): number {
  const svg = (element as SVGElement).ownerSVGElement;
  const matrix = svg?.getScreenCTM();
  return matrix ? matrix.a : 1;
}

function move(element: Element, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const scale = scaleOf(element);
  const dx = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
  const dy = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], {
    duration: TIME,
    easing: "cubic-bezier(.3,.7,.2,1)",
  });
}

/** The root of a board: whatever in it has another place than when `key` last changed moves there. */
export function useMotion<T extends Element>(key: unknown) {
  const root = useRef<T>(null);
  const before = useRef<Map<string, DOMRect>>(new Map());
  const width = useRef(0);
  useLayoutEffect(() => {
    const at = root.current;
    if (!at || calm()) return; // to measure costs a layout
    const resized = Math.abs(width.current - at.getBoundingClientRect().width) > 1;
    if (!resized)
      for (const element of at.querySelectorAll("[data-flip]")) {
        const from = before.current.get(element.getAttribute("data-flip") ?? "");
        if (from) move(element, from);
      }
    before.current = places(at);
    width.current = at.getBoundingClientRect().width;
  }, [key]);
  return root;
}
