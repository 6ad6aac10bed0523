// sight.ts: where a board scrolls, as on a phone, brings something that can be pressed into sight when a question is put.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Scrolls the board so that the first thing that can be pressed is in its middle, unless some such thing is in sight. */
function showChoice(board: Element): void {
  const ground = board.querySelector("[data-part=ground]");
  if (!ground || ground.scrollHeight <= ground.clientHeight) return;
  const { top, bottom } = ground.getBoundingClientRect();
  const things = [...ground.querySelectorAll("[data-legal=thing]")].filter((thing) => thing.checkVisibility());
  const places = things.map((thing) => thing.getBoundingClientRect());
  const [first] = places;
  if (!first || places.some((place) => place.top >= top && place.bottom <= bottom)) return;
  ground.scrollTop += (first.top + first.bottom - top - bottom) / 2;
}

/** Does the same for the hand, which is a strip on a phone. */
function showInHand(board: Element): void {
  const hand = board.querySelector("[data-part=hand]");
  const things = [...(hand?.querySelectorAll("[data-legal=thing]") ?? [])].filter((thing) => thing.checkVisibility());
  const [first] = things;
  if (!hand || !first) return;
  const { left, right } = hand.getBoundingClientRect();
  const places = things.map((thing) => thing.getBoundingClientRect());
  if (!places.some((place) => place.left >= left && place.right <= right))
    first.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Waits until nothing on the board moves any more; what moves without end is not waited for. */
async function motionEnds(board: Element): Promise<void> {
  const motions = board.getAnimations({ subtree: true });
  const ending = motions.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Whenever `question` or the size of the window changes, brings something that can be pressed on the board into sight. */
export function useChoiceInSight(board: RefObject<Element | null>, question: unknown): void {
  useEffect(() => {
    let isAsked = Boolean(question);
    const show = async () => {
      if (board.current) await motionEnds(board.current); // what is under way is not yet where it will be
      if (!isAsked || !board.current) return;
      showChoice(board.current);
      showInHand(board.current);
    };
    void show();
    const showSoon = () => requestAnimationFrame(() => void show()); // the board is laid out for its new size before
    addEventListener("resize", showSoon);
    return () => {
      isAsked = false;
      removeEventListener("resize", showSoon);
    };
  }, [board, question]);
}
