// push.test.ts: what the service worker does with a push, and when somebody presses a notice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { showNotices, type NoticeWorker } from "./push";

/** A worker without a browser: it notes what is shown, and which windows are focused or opened. */
function fakeWorker(urls: string[] = []) {
  const done: unknown[] = [];
  const note = (what: unknown): Promise<void> => Promise.resolve(void done.push(what));
  const listeners: Record<string, (event: never) => void> = {};
  const worker: NoticeWorker = {
    location: { origin: "https://play.example.org" },
    registration: { showNotification: (...words) => note(words) },
    clients: {
      matchAll: () => Promise.resolve(urls.map((url) => ({ url, focus: () => note(`focus ${url}`) }))),
      openWindow: (url) => note(`open ${url}`),
    },
    addEventListener: (type: string, listener: (event: never) => void) => void (listeners[type] = listener),
  };
  showNotices(worker);
  const happen = async (type: string, event: object) => {
    const works: Promise<unknown>[] = [];
    listeners[type]?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) } as never);
    await Promise.all(works);
  };
  const push = (json: () => unknown) => happen("push", { data: { json } });
  const press = (data: string) =>
    happen("notificationclick", { notification: { data, close: () => done.push("close") } });
  return { done, happen, push, press };
}

const NOTICE = { kind: "asked", table: "abc", title: "Red Flags", text: "Que faites-vous ?", language: "fr" };

void test("a notice is shown in the person's language, and replaces an earlier one of its table", async () => {
  const { done, push } = fakeWorker();
  await push(() => NOTICE);
  assert.deepEqual(done, [["Red Flags", { body: "Que faites-vous ?", lang: "fr", tag: "abc", data: "/t/abc" }]]);
});

void test("the notice of a next game leads to its table", async () => {
  const { done, push } = fakeWorker();
  await push(() => ({ ...NOTICE, kind: "rematch", rematch: "next" }));
  assert.equal((done[0] as [string, { data: string }])[1].data, "/t/next");
});

void test("something is shown even for a push that cannot be read", async () => {
  const { done, happen, push } = fakeWorker();
  await push(() => {
    throw new SyntaxError();
  });
  await push(() => ({ table: "abc" }));
  await push(() => null);
  await happen("push", { data: null });
  assert.deepEqual(done, Array(4).fill(["Apparat", { data: "/tables" }]));
});

void test("pressing a notice shows the window with its table, or opens one", async () => {
  const table = "https://play.example.org/t/abc#invitation";
  const { done, press } = fakeWorker(["https://play.example.org/", table]);
  await press("/t/abc");
  await press("/t/other");
  assert.deepEqual(done, ["close", `focus ${table}`, "close", "open https://play.example.org/t/other"]);
});
