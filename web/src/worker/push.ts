// push.ts: the part of the service worker that shows notices which came by Web Push, also when no page is open, and
// opens the table when one is pressed. The server has written them in the person's language.

/** What the server sends; see "Notices" in docs/protocol.md. */
interface Notice {
  table: string;
  /** The key of the table for the next game. */
  rematch?: string;
  /** The title of the game. */
  title: string;
  text: string;
  language: string;
}

/** A window of the client. */
interface Page {
  url: string;
  focus: () => Promise<unknown>;
}

interface WaitingEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

interface PushedEvent extends WaitingEvent {
  data: { json: () => unknown } | null;
}

interface PressedEvent extends WaitingEvent {
  notification: { close: () => void; data: unknown };
}

/** What is used of the global scope of a service worker. */
export interface NoticeWorker {
  location: { origin: string };
  registration: { showNotification: (title: string, options?: NotificationOptions) => Promise<void> };
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly Page[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushedEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: PressedEvent) => void): void;
}

/** Returns the notice; null if it cannot be read, which a later version of the server might bring about. */
function readNotice(event: PushedEvent): Notice | null {
  try {
    const { table, rematch, title, text, language } = event.data?.json() as Partial<Notice>;
    if (!table || !title || !text) return null;
    return { table, rematch, title, text, language: language ?? "en" };
  } catch {
    return null;
  }
}

/** Browsers demand that every push shows something. A later notice of the same table replaces an earlier one. */
async function show(worker: NoticeWorker, notice: Notice | null): Promise<void> {
  if (!notice) return worker.registration.showNotification("Apparat", { data: "/tables" });
  return worker.registration.showNotification(notice.title, {
    body: notice.text,
    lang: notice.language,
    tag: notice.table,
    data: `/t/${notice.rematch ?? notice.table}`,
  });
}

/** Shows the window that is at this path already, or opens one. */
async function open(worker: NoticeWorker, path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : worker.clients.openWindow(worker.location.origin + path));
}

/** Shows notices from now on. */
export function showNotices(worker: NoticeWorker): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, readNotice(event))));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data)));
  });
}
