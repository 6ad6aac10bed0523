// push.ts: whether this browser can be told about games by Web Push, and how that begins and ends.
import { callApi } from "./current-person";

/** Why a browser cannot be told: the page came without HTTPS; it knows no Web Push; or it keeps no service worker. */
export type PushObstacle = "insecure" | "unsupported" | "no-worker";

/** Returns what is in the way; null: nothing is, once there is a service worker. */
export function pushObstacle(): PushObstacle | null {
  if (!isSecureContext) return "insecure";
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return isSupported ? null : "unsupported";
}

/** Returns the registration of the service worker; undefined if there is none (yet). */
const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  pushObstacle() ? undefined : navigator.serviceWorker.getRegistration();

export async function findSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager.getSubscription()) ?? null;
}

/** Calls the function as soon as a service worker is there; returns a function that makes it forget that. */
export function whenWorkerIsReady(then: () => void): () => void {
  let isWanted = true;
  if (!pushObstacle()) void navigator.serviceWorker.ready.then(() => isWanted && then());
  return () => {
    isWanted = false;
  };
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

const isSameKey = (key: ArrayBuffer | null, other: Uint8Array): boolean =>
  key !== null && String(new Uint8Array(key)) === String(other);

/** Subscribes at the browser's push service; a subscription that was made for another server's key is replaced. */
async function subscribe(registration: ServiceWorkerRegistration, serverKey: string): Promise<PushSubscription> {
  const key = bytesOf(serverKey);
  const old = await registration.pushManager.getSubscription();
  if (old && isSameKey(old.options.applicationServerKey, key)) return old;
  await old?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * Asks the person for permission, subscribes, and tells the server. Returns its answer; null if the person does not
 * allow it.
 */
export async function beginPush(serverKey: string, language: string): Promise<Record<string, unknown> | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const subscription = await subscribe(await navigator.serviceWorker.ready, serverKey);
  return callApi("/api/notices", { push: subscription.toJSON(), language });
}

/** Ends the subscription of this browser. Returns the server's answer; null if there was none. */
export async function endPush(): Promise<Record<string, unknown> | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  try {
    return await callApi("/api/notices", { push: { endpoint: subscription.endpoint } });
  } finally {
    await subscription.unsubscribe(); // also if the server cannot be told: it finds out when it sends the next notice
  }
}
