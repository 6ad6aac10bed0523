// saved-games.ts: the games that are played without a server, as this browser keeps them (in IndexedDB).
import { observable } from "../core/observable";
import type { LocalGame } from "../learn/local-table";

/** A game as it is kept: how it began, and the lines of its record. */
export interface SavedGame extends Omit<LocalGame, "position" | "stops"> {
  key: string;
  /** The rules by which it is played, as a record has them. */
  rules: string;
  lines: string[];
  /** The end of its record, as the engine writes it. */
  end: string;
  isOver: boolean;
  /** Whether the person is asked something. */
  isTurn: boolean;
  /** The seats that won or shared the victory. */
  won: string[];
  /** When it was played last, in milliseconds since 1970. */
  updated: number;
  /** Whether the person wants the server to have it, too. */
  wantsSending?: boolean;
  /** Why the server did not take it: the code of its refusal. */
  refusal?: string | undefined;
  /** The table that the server made of it, once it was sent there. */
  sentAs?: string;
}

const DATABASE = "apparat";
const GAMES = "games";

/** All games that are kept, the last one first; null until they are read. */
export const savedGames = observable<SavedGame[] | null>(null);

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });

let opened: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "key" });
  return finished(request);
}

/** Runs a request on the store of games; resolves when it is durable. */
async function onGames<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await (opened ??= openDatabase())).transaction(GAMES, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser keeps nothing"));
  });
  const result = await finished(run(transaction.objectStore(GAMES)));
  await done;
  return result;
}

/** Reads all games; a browser that keeps nothing has none. */
export async function readSavedGames(): Promise<void> {
  const all = await onGames("readonly", (store) => store.getAll() as IDBRequest<SavedGame[]>).catch(() => []);
  savedGames.set(all.sort((a, b) => b.updated - a.updated));
}

export const findSavedGame = (key: string): Promise<SavedGame | undefined> =>
  onGames("readonly", (store) => store.get(key) as IDBRequest<SavedGame | undefined>);

export async function keepGame(game: SavedGame): Promise<void> {
  await onGames("readwrite", (store) => store.put(game));
  await readSavedGames();
}

export async function deleteSavedGame(key: string): Promise<void> {
  await onGames("readwrite", (store) => store.delete(key));
  await readSavedGames();
}

/** Returns a key for a new game. */
export const newKey = (): string => Math.random().toString(36).slice(2, 12);
