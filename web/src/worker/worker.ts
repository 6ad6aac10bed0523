// worker.ts: the service worker. It is a bundle of its own, /worker.js: it runs beside the pages, also when none is open.
// Each of its tasks is a function that adds its listeners.
import { keepFiles } from "./keep-files";
import { type NoticeWorker, showNotices } from "./push";

keepFiles(self as unknown as ServiceWorkerGlobalScope);
showNotices(self as unknown as NoticeWorker);
