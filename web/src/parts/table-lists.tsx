// table-lists.tsx: lists of tables, kept up to date with the server's messages, and their rows.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../core/connection";
import type { Message, Row } from "../core/protocol";
import { sitterWord } from "../core/seats";
import { useSpeech } from "../core/words";

/** Which tables are wanted; what is left out is not looked at. */
export interface ListFilter {
  game?: string;
  status?: string;
  /** Somebody at the table whose name, or one of whose names, begins so. */
  name?: string;
  /** Only tables with a free seat. */
  free?: boolean;
}

interface List {
  tables: Row[];
  /** Where the next page begins; null: there is none. */
  next: string | null;
}

/** Whether a table that has changed belongs to the list. The server decides that for all others. */
function isWanted(row: Row, { game, status, name, free }: ListFilter): boolean {
  const beginning = name?.toLowerCase() ?? "";
  const names = row.seats.flatMap((seat) => (seat.name ? [seat.name, ...seat.name.split(" ")] : []));
  return (
    row.status !== "cancelled" &&
    (!game || row.game === game) &&
    (!status || row.status === status) &&
    (!free || (row.status === "lobby" && row.seats.some(({ kind }) => kind === "open"))) &&
    (!beginning || names.some((word) => word.toLowerCase().startsWith(beginning)))
  );
}

/** The list with a table that is new or has changed: at its top, or no longer in it. */
function withChange({ tables, next }: List, changed: Row, filter: ListFilter): List {
  const old = tables.find(({ table }) => table === changed.table);
  const others = tables.filter(({ table }) => table !== changed.table);
  const row = { ...old, ...changed };
  return { tables: isWanted(row, filter) ? [row, ...others] : others, next };
}

/**
 * Returns the person's own tables and the first public ones that are wanted, and how to get more of them; null until the
 * server has answered. `more` is null if there are no more.
 */
export function useLobby(filter: ListFilter = {}): { tables: Row[]; more: (() => void) | null } | null {
  const [list, setList] = useState<List | null>(null);
  const wanted = JSON.stringify(filter);
  useEffect(() => {
    const asked = JSON.parse(wanted) as ListFilter;
    let isCurrent = true;
    const requestFirst = () =>
      void connection.request({ type: "lobby", ...asked }).then(
        (answer) => isCurrent && setList({ tables: answer["tables"] as Row[], next: answer["next"] as string | null }),
        () => {},
      );
    const applyChange = (message: Message) => {
      if (message.type !== "lobby_change") return;
      setList((known) => known && withChange(known, message as unknown as Row, asked));
    };
    const unsubscribers = [connection.onConnected(requestFirst), connection.onMessage(applyChange)];
    return () => {
      isCurrent = false;
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [wanted]);
  useEffect(
    () => () => {
      if (connection.state.get() === "on") connection.request({ type: "lobby", watch: false }).catch(() => {});
    },
    [],
  );
  if (!list) return null;
  const addPage = (answer: Message) =>
    setList((known) => {
      if (!known || known.next !== list.next) return known; // the list is another one by now
      const keys = new Set(known.tables.map(({ table }) => table));
      const added = (answer["tables"] as Row[]).filter(({ table }) => !keys.has(table));
      return { tables: [...known.tables, ...added], next: answer["next"] as string | null };
    });
  const more = () => void connection.request({ type: "lobby", ...filter, from: list.next }).then(addPage, () => {});
  return { tables: list.tables, more: list.next === null ? null : more };
}

/** Returns the person's own games that are over; null until the server has answered. */
export function usePastGames(): Row[] | null {
  const [tables, setTables] = useState<Row[] | null>(null);
  useEffect(
    () =>
      connection.onConnected(
        () =>
          void connection.request({ type: "past" }).then(
            (answer) => setTables(answer["tables"] as Row[]),
            () => {},
          ),
      ),
    [],
  );
  return tables;
}

/** A game that is over, with its winners and its date; a link to its replay. */
export function PastGameRow({ row }: { row: Row }) {
  const speech = useSpeech();
  const { say, language } = speech;
  const winners = row.seats.filter(({ seat }) => row.won?.includes(seat)).map((seat) => sitterWord(speech, seat));
  return (
    <li class="table-row">
      <a href={`/replay/${row.table}`}>
        <b class="table-game">{say(`${row.game}.title`)}</b>
        <span class="table-who">
          {winners.length ? say("web.tables.won", winners.join(", ")) : say("web.tables.nobody-won")}
        </span>
        <time class="table-state" dateTime={new Date(row.updated).toISOString()}>
          {row.unsigned && `${say("web.tables.unsigned")} · `}
          {new Date(row.updated).toLocaleDateString(language)}
        </time>
      </a>
    </li>
  );
}

/** A table with who sits there and its state; a link to it. */
export function TableRow({ row }: { row: Row }) {
  const speech = useSpeech();
  const { say } = speech;
  const openSeats = row.seats.filter((seat) => seat.kind === "open").length;
  return (
    <li class="table-row">
      <a href={`/t/${row.table}`}>
        <b class="table-game">{say(`${row.game}.title`)}</b>
        <span class="table-who">
          {row.seats
            .filter((seat) => seat.kind !== "open")
            .map((seat) => sitterWord(speech, seat))
            .join(", ")}
        </span>
        <span class="table-state">
          {row.your_turn && <b class="table-turn">{say("web.table.your-turn")}</b>}{" "}
          {row.status === "lobby" ? say("web.tables.free", openSeats) : say(`web.tables.${row.status}`)} ·{" "}
          {say(`web.tables.${row.pace}`)}
        </span>
      </a>
    </li>
  );
}
