// reflow.ts: what a scrolled list has to do again when its lines were laid out anew.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Calls `then` whenever the lines of a list may have changed their places without a change of the list itself: its size
 * changes, or a font has come. `isShown`: the list is in the page.
 */
export function useReflow(list: RefObject<Element | null>, isShown: boolean, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const laidOut = () => latest.current();
    const sizes = new ResizeObserver(laidOut);
    sizes.observe(element);
    document.fonts.addEventListener("loadingdone", laidOut);
    return () => {
      sizes.disconnect();
      document.fonts.removeEventListener("loadingdone", laidOut);
    };
  }, [list, isShown]);
}
