// scroller.ts: a map that is scrolled like a page, and zoomed about the point under the finger or the mouse.
//
// The browser itself scrolls, so that an element that gets the focus comes into sight.
import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { calm } from "client/core/motion";
import { HIGH, WIDE } from "./tables";

/** Scales are in pixels for a unit of the board. */
export const NORMAL = 1;
const MOST = 2.2;
const STEP = 1.3;
/** A pointer that moves further than this drags the map, and does not press. */
const SLACK = 5;

export interface Scroller {
  scale: number;
  /** The scale at which the whole map is in sight. */
  least: number;
  zoomBy: (factor: number, x?: number, y?: number) => void;
  zoomTo: (scale: number) => void;
  /** Brings a point of the board into the middle. */
  show: (x: number, y: number) => void;
  /** Brings something on the board into the middle. */
  showElement: (element: Element) => void;
  step: number;
}

const middle = (a: Touch, b: Touch): [number, number] => [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
const apart = (a: Touch, b: Touch): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

function useDrag(frame: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const at = frame.current;
    if (!at) return;
    let from: { x: number; y: number; left: number; top: number } | null = null;
    let dragged = false;
    const down = (event: PointerEvent) => {
      dragged = false;
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, left: at.scrollLeft, top: at.scrollTop };
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!dragged && Math.hypot(dx, dy) < SLACK) return;
      dragged = true;
      at.scrollTo({ left: from.left - dx, top: from.top - dy, behavior: "instant" });
    };
    const up = () => (from = null);
    const click = (event: MouseEvent) => {
      if (dragged) event.stopPropagation();
      dragged = false;
    };
    at.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    at.addEventListener("click", click, true);
    return () => {
      at.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      at.removeEventListener("click", click, true);
    };
  }, [frame]);
}

/** Zooms by the wheel, by two fingers, and by the keys + - 0. */
function useGestures(
  frame: RefObject<HTMLDivElement | null>,
  zoomBy: Scroller["zoomBy"],
  canZoom: (factor: number) => boolean,
): void {
  useEffect(() => {
    const at = frame.current;
    if (!at) return;
    let pinch = 0;
    const wheel = (event: WheelEvent) => {
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      if (event.shiftKey || event.deltaX !== 0 || !canZoom(factor)) return; // the browser scrolls
      event.preventDefault();
      zoomBy(factor, event.clientX, event.clientY);
    };
    const touch = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!a || !b) return void (pinch = 0);
      event.preventDefault();
      const now = apart(a, b);
      if (pinch > 0) zoomBy(now / pinch, ...middle(a, b));
      pinch = now;
    };
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const factor = { "+": STEP, "=": STEP, "-": 1 / STEP, "0": 0 }[event.key];
      if (factor === undefined) return;
      event.preventDefault();
      zoomBy(factor);
    };
    at.addEventListener("wheel", wheel, { passive: false });
    at.addEventListener("touchstart", touch, { passive: false });
    at.addEventListener("touchmove", touch, { passive: false });
    at.addEventListener("touchend", touch, { passive: false });
    at.addEventListener("keydown", key);
    return () => {
      at.removeEventListener("wheel", wheel);
      at.removeEventListener("touchstart", touch);
      at.removeEventListener("touchmove", touch);
      at.removeEventListener("touchend", touch);
      at.removeEventListener("keydown", key);
    };
  }, [frame, zoomBy, canZoom]);
}

export function useScroller(frame: RefObject<HTMLDivElement | null>, first: [number, number]): Scroller {
  const [scale, setScale] = useState(NORMAL);
  const [least, setLeast] = useState(0.3);
  const now = useRef(scale);
  /** Where the map is when it appears; later values of `first` change nothing. */
  const start = useRef(first);
  /** A point of the board, and the place in the frame where it must be after the zoom. */
  const anchor = useRef<{ x: number; y: number; dx: number; dy: number } | null>(null);

  const zoomTo = useCallback(
    (next: number, x?: number, y?: number) => {
      const at = frame.current;
      if (!at) return;
      const box = at.getBoundingClientRect();
      const low = Math.min(at.clientWidth / WIDE, 1);
      const to = Math.min(MOST, Math.max(low, next));
      const [dx, dy] = [x === undefined ? box.width / 2 : x - box.left, y === undefined ? box.height / 2 : y - box.top];
      // A zoom that is not drawn yet has not been scrolled either: its point is kept.
      const held = anchor.current ?? { x: (at.scrollLeft + dx) / now.current, y: (at.scrollTop + dy) / now.current };
      anchor.current = { x: held.x, y: held.y, dx, dy };
      if (to === now.current) anchor.current = null;
      now.current = to;
      setLeast(low);
      setScale(to);
    },
    [frame],
  );
  const zoomBy = useCallback(
    (factor: number, x?: number, y?: number) => zoomTo(factor === 0 ? NORMAL : now.current * factor, x, y),
    [zoomTo],
  );
  const canZoom = useCallback(
    (factor: number) => {
      const low = (frame.current?.clientWidth ?? 0) / WIDE;
      return factor > 1 ? now.current < MOST : now.current > low + 0.001;
    },
    [frame],
  );
  /** Brings a point, in pixels from the corner of the board, into the middle. */
  const centre = useCallback(
    (x: number, y: number) => {
      const at = frame.current;
      if (!at) return;
      const [left, top] = [x - at.clientWidth / 2, y - at.clientHeight / 2];
      at.scrollTo({ left, top, behavior: calm() ? "instant" : "smooth" });
    },
    [frame],
  );
  const show = useCallback((x: number, y: number) => centre(x * now.current, y * now.current), [centre]);
  const showElement = useCallback(
    (element: Element) => {
      const at = frame.current;
      if (!at) return;
      const [box, outer] = [element.getBoundingClientRect(), at.getBoundingClientRect()];
      const x = at.scrollLeft + box.x + box.width / 2 - outer.x;
      centre(x, at.scrollTop + box.y + box.height / 2 - outer.y);
    },
    [frame, centre],
  );

  useLayoutEffect(() => {
    const at = frame.current;
    const keep = anchor.current;
    if (!at || !keep) return;
    at.scrollTo({ left: keep.x * scale - keep.dx, top: keep.y * scale - keep.dy, behavior: "instant" });
    anchor.current = null;
  }, [frame, scale]);
  useLayoutEffect(() => {
    const at = frame.current;
    if (!at) return;
    setLeast(Math.min(at.clientWidth / WIDE, 1));
    at.scrollTo({
      left: start.current[0] * now.current - at.clientWidth / 2,
      top: start.current[1] * now.current - at.clientHeight / 2,
      behavior: "instant",
    });
  }, [frame]);
  useDrag(frame);
  useGestures(frame, zoomBy, canZoom);
  return { scale, least, zoomBy, zoomTo, show, showElement, step: STEP };
}

/** The part of the board that is in sight. */
export function useSight(
  frame: RefObject<HTMLDivElement | null>,
  scale: number,
): { x: number; y: number; wide: number; high: number } {
  const [sight, setSight] = useState({ x: 0, y: 0, wide: WIDE, high: HIGH });
  useEffect(() => {
    const at = frame.current;
    if (!at) return;
    const look = () =>
      setSight({
        x: at.scrollLeft / scale,
        y: at.scrollTop / scale,
        wide: at.clientWidth / scale,
        high: at.clientHeight / scale,
      });
    look();
    at.addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      at.removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [frame, scale]);
  return sight;
}
