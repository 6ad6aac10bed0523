// sheet.tsx: the question on a phone: a sheet at the lower edge of the window. Its handle is pressed or dragged.
import { useRef, useState } from "preact/hooks";
import { useSpeech } from "../core/words";

/** How high the sheet stands: its first lines, at most a third of the window, or most of the window. */
export type SheetHeight = "low" | "third" | "high";
const HEIGHTS: SheetHeight[] = ["low", "third", "high"];
/** A pointer that moves further than this drags the handle, and does not press it. */
const SLACK_PX = 24;

const moved = (height: SheetHeight, by: number): SheetHeight =>
  HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, HEIGHTS.indexOf(height) + by))] ?? height;

export function useSheet() {
  const [height, setHeight] = useState<SheetHeight>("third");
  return { height, setHeight };
}

/** A press lifts the sheet, or lets it down if it is high; a drag or an arrow key moves it up or down. */
export function SheetHandle({ height, setHeight }: ReturnType<typeof useSheet>) {
  const { say } = useSpeech();
  const from = useRef<number | null>(null);
  const wasDragged = useRef(false);
  const onDown = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    from.current = event.clientY;
    wasDragged.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onUp = (event: PointerEvent) => {
    const way = from.current === null ? 0 : from.current - event.clientY;
    from.current = null;
    wasDragged.current = Math.abs(way) > SLACK_PX;
    if (wasDragged.current) setHeight(moved(height, Math.sign(way)));
  };
  const onClick = () => {
    if (!wasDragged.current) setHeight(height === "high" ? "third" : moved(height, 1));
    wasDragged.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setHeight(moved(height, by));
  };
  return (
    <button
      type="button"
      class="sheet-handle"
      aria-label={say("web.table.sheet")}
      aria-expanded={height === "high"}
      onPointerDown={onDown}
      onPointerUp={onUp}
      onPointerCancel={() => (from.current = null)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    />
  );
}
