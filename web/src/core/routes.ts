// routes.ts: the address in the browser's address bar, and how to go to another page without loading anything anew.
import { observable } from "./observable";

export interface Route {
  /** The parts of the path: ["t", "KEY"] for "/t/KEY". */
  path: string[];
  query: URLSearchParams;
  /** What follows "#": a clause of the rules, or an invitation, which so stays out of logs and of Referer headers. */
  fragment: string;
}

const currentRoute = (): Route => ({
  path: location.pathname.split("/").filter(Boolean),
  query: new URLSearchParams(location.search),
  fragment: location.hash.slice(1),
});

export const route = observable<Route>(currentRoute());

addEventListener("popstate", () => route.set(currentRoute()));

/** Shows the page of an address; `replace`: in place of the current entry of the browser's history. */
export function navigate(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  route.set(currentRoute());
  scrollTo(0, 0);
}

/** From now on a click on a link to a page of the client shows that page without loading anything anew. */
export function followLinks(): void {
  addEventListener("click", (event) => {
    const anchor = (event.target as Element | null)?.closest?.("a[href^='/']");
    const isPlain =
      !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!anchor || !isPlain || anchor.hasAttribute("download")) return;
    event.preventDefault();
    navigate(anchor.getAttribute("href") ?? "/");
  });
}
