// attention.ts: the window's title and icon, a sound and a notice tell when it is one's turn.
import { useEffect, useRef } from "preact/hooks";
import { callAttention } from "../core/settings";

const CALM = "/favicon.svg";
const CALLED =
  "data:image/svg+xml," +
  encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#b8150f"/><path d="M13 4h6l-1 17h-4zM13 24h6v5h-6z" fill="#fff8ea"/></svg>');

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
