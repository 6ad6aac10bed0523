// table-lists.tsx: lists of tables, kept up to date with the server's messages, and their rows.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../core/connection";
import type { Message, Row } from "../core/protocol";
import { sitterWord } from "../core/seats";
import { useSpeech } from "../core/words";

/** Returns all tables that the person may see; null until the server has answered. */
export function useLobby(): Row[] | null {
  const [tables, setTables] = useState<Row[] | null>(null);
  useEffect(() => {
    const requestAll = () =>
      void connection.request({ type: "lobby" }).then(
        (answer) => setTables(answer["tables"] as Row[]),
        () => {},
      );
    const applyChange = (message: Message) => {
      if (message.type !== "lobby_change") return;
      const changed = message as unknown as Row;
      setTables((known) => {
        if (!known) return known;
        const old = known.find(({ table }) => table === changed.table);
        const others = known.filter(({ table }) => table !== changed.table);
        return changed.status === "cancelled" ? others : [{ ...old, ...changed }, ...others];
      });
    };
    const unsubscribers = [connection.onConnected(requestAll), connection.onMessage(applyChange)];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      if (connection.state.get() === "on") connection.request({ type: "lobby", watch: false }).catch(() => {});
    };
  }, []);
  return tables;
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
