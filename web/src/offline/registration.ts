// registration.ts: the service worker of this page: whether there can be one, and whether it has everything that is needed
// to play without the server.
import { observable } from "../core/observable";

/**
 * "insecure": browsers allow no worker without HTTPS, unless the server is on the same machine; "none": this browser
 * cannot have one; "preparing": files are being fetched; "ready": everything is kept.
 */
export type OfflineState = "insecure" | "none" | "preparing" | "ready";

const initialState = (): OfflineState =>
  !isSecureContext ? "insecure" : "serviceWorker" in navigator ? "preparing" : "none";

export const offlineState = observable<OfflineState>(initialState());

/** The address of the script of this page: it names the build that the page belongs to. */
const ownScript = (): string =>
  document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src") ?? "";

/** Registers the worker once the page has loaded: what the worker fetches must not delay it. */
export function registerWorker(): void {
  if (offlineState.get() !== "preparing") return;
  const register = async () => {
    const registration = await navigator.serviceWorker.register("/worker.js");
    // A worker of this page's build may take over from an older one.
    registration.waiting?.postMessage({ script: ownScript() });
    await navigator.serviceWorker.ready;
    offlineState.set("ready");
  };
  const start = () => void register().catch(() => offlineState.set("none"));
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
