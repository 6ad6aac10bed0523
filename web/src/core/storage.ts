// storage.ts: gives pages that may not store anything a storage in memory, so that all others can use `localStorage`
// without a thought: a replay inside a page of another site, and browsers that keep nothing for anybody. Modules that
// read the storage while they are loaded import this one before.

/** Whether this page is shown inside a page of another site. It shows a replay, and stays that whatever its address says. */
export const isEmbedded = typeof location !== "undefined" && location.pathname.startsWith("/embed/");

/** Whether the browser lets this page store something; merely looking throws if it does not. */
function canStore(): boolean {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (n) => [...items.keys()][n] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}

if (isEmbedded || !canStore())
  Object.defineProperty(globalThis, "localStorage", { value: memoryStorage(), configurable: true });
