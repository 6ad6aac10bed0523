// keep-files.ts: keeps everything that a page can need (scripts, fonts, words, boards, the engine), so that it opens and
// plays without the server.
//
// The files of one build are kept together, under the version of that build. A new build has a new worker, which fetches
// its own files first and then waits until no page of the old build is open; then the old files are deleted. A page
// itself is always asked for from the server first, so nobody has an old one while there is a connection.

/** The files of this build, and a name for all of them together; build.mjs fills them in. */
declare const KEPT_FILES: string[];
declare const KEPT_VERSION: string;

const PREFIX = "apparat-";
const CACHE = PREFIX + KEPT_VERSION;
/** The address under which the page is kept. The path of a page is read by its script, so one is enough for all. */
const PAGE = "/";

/** The paths that the server must answer: what they say changes, or is secret. */
const NEVER_KEPT = /^\/(api|embed|ws|records|healthz|metrics)(\/|$)/;

/** The milliseconds after which a server that does not answer counts as away. */
const PATIENCE = 4000;

/** Fetches the files of this build. Those that the old build had, too, are not fetched again: their names have hashes. */
async function fillCache(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    KEPT_FILES.map(async (path) => {
      const isHashed = path.startsWith("/assets/");
      const known = isHashed ? await caches.match(path) : undefined;
      await (known ? cache.put(path, known) : cache.add(new Request(path, { cache: isHashed ? "default" : "reload" })));
    }),
  );
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** Rejects if there is no answer in time. */
async function fetchInTime(request: Request): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await fetch(request, { signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Answers with the page of the server; with the one that was kept if the server is away. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetchInTime(request);
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}

/** Answers with a file that was kept; the server has all others. */
const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);

/** What a page says to a worker that waits: the address of its own script. */
interface TakeOver {
  script: string;
}

export function keepFiles(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("install", (event) => event.waitUntil(fillCache()));

  worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => worker.clients.claim())));

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== worker.location.origin || NEVER_KEPT.test(pathname)) return;
    if (request.mode === "navigate") event.respondWith(answerPage(request));
    else if (KEPT_FILES.includes(pathname)) event.respondWith(answerFile(request));
  });

  // A page of this build lets the worker take over at once, if no other page is open that may need older files.
  worker.addEventListener("message", (event) => {
    const { script } = event.data as TakeOver;
    if (!KEPT_FILES.includes(script)) return;
    event.waitUntil(
      worker.clients
        .matchAll({ includeUncontrolled: true, type: "window" })
        .then((pages) => (pages.length <= 1 ? worker.skipWaiting() : undefined)),
    );
  });
}
