// sight.ts: where a board scrolls, as on a phone, brings something that can be pressed into sight when a question is put.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Scrolls the board so that the first thing that can be pressed is in its middle, unless some such thing is in sight. */
function showChoice(board: Element): void {
  const ground = board.querySelector("[data-part=ground]");
  if (!ground || ground.scrollHeight <= ground.clientHeight) return;
  const { top, bottom } = ground.getBoundingClientRect();
  const places = [...ground.querySelectorAll("[data-legal=thing]")].map((thing) => thing.getBoundingClientRect());
  const [first] = places;
  if (!first || places.some((place) => place.top >= top && place.bottom <= bottom)) return;
  ground.scrollTop += (first.top + first.bottom - top - bottom) / 2;
}

/** Whenever `question` or the size of the window changes, brings something that can be pressed on the board into sight. */
export function useChoiceInSight(board: RefObject<Element | null>, question: unknown): void {
  useEffect(() => {
    const show = () => {
      if (question && board.current) showChoice(board.current);
    };
    show();
    const showSoon = () => requestAnimationFrame(show); // the board is laid out for its new size before
    addEventListener("resize", showSoon);
    return () => removeEventListener("resize", showSoon);
  }, [board, question]);
}
