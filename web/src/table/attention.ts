// attention.ts: the window's title and icon, a sound and a notice tell when it is one's turn.
import { useEffect, useRef } from "preact/hooks";
import calm from "../icon.svg";
import called from "../icon-called.svg";
import { callAttention } from "../core/settings";

/* In the page itself: an icon that had to be fetched could not be changed while the server is away. */
const address = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg.trim())}`;
const CALM = address(calm);
const CALLED = address(called);

export function useAttention(mine: boolean, title: string, call: string): void {
  const before = useRef(mine);
  useEffect(() => {
    document.title = mine ? `● ${call} · ${title}` : `${title} · Apparat`;
    document.querySelector("link[rel=icon]")?.setAttribute("href", mine ? CALLED : CALM);
    if (mine && !before.current) callAttention(title, call);
    before.current = mine;
  }, [mine, title, call]);
  useEffect(
    () => () => {
      document.title = "Apparat";
      document.querySelector("link[rel=icon]")?.setAttribute("href", CALM);
    },
    [],
  );
}
