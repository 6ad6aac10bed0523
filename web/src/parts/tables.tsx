// tables.tsx: tables in a list that stays up to date.
import { useEffect, useState } from "preact/hooks";
import { link } from "../core/link";
import type { Message, Row } from "../core/protocol";
import { sitterWord } from "../core/seats";
import { useSpeech } from "../core/words";

/** All tables one may see; null: not known yet. */
export function useLobby(): Row[] | null {
  const [tables, setTables] = useState<Row[] | null>(null);
  useEffect(() => {
    const fill = () =>
      void link.ask({ type: "lobby" }).then(
        (answer) => setTables(answer["tables"] as Row[]),
        () => {},
      );
    const change = (message: Message) => {
      if (message.type !== "lobby_change") return;
      const one = message as unknown as Row;
      setTables((known) => {
        if (!known) return known;
        const old = known.find(({ table }) => table === one.table);
        const rest = known.filter(({ table }) => table !== one.table);
        return one.status === "cancelled" ? rest : [{ ...old, ...one }, ...rest];
      });
    };
    const stops = [link.onGreeted(fill), link.onMessage(change)];
    return () => {
      for (const stop of stops) stop();
      if (link.state.get() === "on") link.ask({ type: "lobby", watch: false }).catch(() => {});
    };
  }, []);
  return tables;
}

/** One's own games that are over; null: not known yet. */
export function usePast(): Row[] | null {
  const [tables, setTables] = useState<Row[] | null>(null);
  useEffect(
    () =>
      link.onGreeted(
        () =>
          void link.ask({ type: "past" }).then(
            (answer) => setTables(answer["tables"] as Row[]),
            () => {},
          ),
      ),
    [],
  );
  return tables;
}

/** A game that is over: who won, when, and again. */
export function PastRow({ one }: { one: Row }) {
  const speech = useSpeech();
  const { say, language } = speech;
  const winners = one.seats.filter(({ seat }) => one.won?.includes(seat)).map((seat) => sitterWord(speech, seat));
  return (
    <li class="table-row">
      <a href={`/replay/${one.table}`}>
        <b class="table-game">{say(`${one.game}.title`)}</b>
        <span class="table-who">
          {winners.length ? say("web.tables.won", winners.join(", ")) : say("web.tables.nobody-won")}
        </span>
        <time class="table-state" dateTime={new Date(one.updated).toISOString()}>
          {new Date(one.updated).toLocaleDateString(language)}
        </time>
      </a>
    </li>
  );
}

export function TableRow({ one, children }: { one: Row; children?: preact.ComponentChildren }) {
  const speech = useSpeech();
  const { say } = speech;
  const free = one.seats.filter((seat) => seat.kind === "open").length;
  return (
    <li class="table-row">
      <a href={`/t/${one.table}`}>
        <b class="table-game">{say(`${one.game}.title`)}</b>
        <span class="table-who">
          {one.seats
            .filter((seat) => seat.kind !== "open")
            .map((seat) => sitterWord(speech, seat))
            .join(", ")}
        </span>
        <span class="table-state">
          {one.your_turn && <b class="table-turn">{say("web.table.your-turn")}</b>}{" "}
          {one.status === "lobby" ? say("web.tables.free", free) : say(`web.tables.${one.status}`)} ·{" "}
          {say(`web.tables.${one.pace}`)}
        </span>
      </a>
      {children}
    </li>
  );
}
