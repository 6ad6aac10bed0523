// routes.ts: which page is shown: the path of the address, changed without loading anew.
import { value } from "./value";

export interface Place {
  /** "/t/KEY" is ["t", "KEY"]. */
  path: string[];
  query: URLSearchParams;
  /** What follows "#": an invitation stays out of logs and of Referer. */
  secret: string;
}

const read = (): Place => ({
  path: location.pathname.split("/").filter(Boolean),
  query: new URLSearchParams(location.search),
  secret: location.hash.slice(1),
});

export const place = value<Place>(read());

addEventListener("popstate", () => place.set(read()));

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place.set(read());
  scrollTo(0, 0);
}

/** Links of our own are followed without a new load. */
export function followLinks(): void {
  addEventListener("click", (event) => {
    const anchor = (event.target as Element | null)?.closest?.("a[href^='/']");
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!anchor || !plain || anchor.hasAttribute("download")) return;
    event.preventDefault();
    go(anchor.getAttribute("href") ?? "/");
  });
}
