// crowd.ts: how large diplomats are drawn so that all who stand in a space of the street are in sight.
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The measures of a diplomat: without and with a briefcase, and how high he is. */
export interface Measures {
  width: number;
  loaded: number;
  height: number;
}

/** A diplomat of full size, and one in a crowded space. */
export const WHOLE: Measures = { width: 40, loaded: 66, height: 52 };
export const SMALL: Measures = { width: 32, loaded: 52, height: 38 };

export interface Size {
  width: number;
  height: number;
}

/** How the diplomats of a space are drawn. */
export interface Drawn {
  isCrowded: boolean;
  scale: number;
}

/** The gap between diplomats, and the height of the notes above one of full size who has moved. */
const GAP = 4;
const NOTES = 21;
/** The part of a space that diplomats of full size may take: the building has the rest. */
const FULL_SIZE_PART = 0.55;
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3];

export interface Stander {
  isLoaded: boolean;
  hasNotes: boolean;
}

/** Returns how high the lines are in which diplomats of this size stand. */
export function heightOf(standing: Stander[], measures: Measures, scale: number, width: number): number {
  let [height, line, used] = [0, 0, 0];
  for (const one of standing) {
    const own = (one.isLoaded ? measures.loaded : measures.width) * scale;
    if (used > 0 && used + GAP + own > width) {
      height += line + GAP;
      [line, used] = [0, 0];
    }
    used += (used > 0 ? GAP : 0) + own;
    line = Math.max(line, (measures.height + (one.hasNotes ? NOTES : 0)) * scale);
  }
  return height + line;
}

/** Returns how to draw those who stand in a space: as large as there is room for. */
export function drawn(standing: Stander[], room: Size): Drawn {
  for (const scale of [1, 0.75])
    if (heightOf(standing, WHOLE, scale, room.width) <= room.height * FULL_SIZE_PART)
      return { isCrowded: false, scale };
  const scale = SCALES.find((one) => heightOf(standing, SMALL, one, room.width) <= room.height);
  return { isCrowded: true, scale: scale ?? (SCALES[SCALES.length - 1] as number) };
}

/** Returns the size of an element, which is null before it is laid out. */
export function useSize(element: RefObject<Element | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const measure = ({ width, height }: Size) =>
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    measure(element.current.getBoundingClientRect());
    const sizes = new ResizeObserver(([entry]) => entry && measure(entry.contentRect));
    sizes.observe(element.current);
    return () => sizes.disconnect();
  }, [element]);
  return size;
}
