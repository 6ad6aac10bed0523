// talk.tsx: what is said at the table, and whispers between seats: these games live on deals.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Look, TableLike } from "../core/table";
import type { Talk as Line } from "../core/protocol";
import { SeatMark, seatWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";

function Spoken({ line, look, speech }: { line: Line; look: Look; speech: GameSpeech }) {
  const { say, language } = useSpeech();
  const time = new Date(line.at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  const seated = line.from && line.from !== "observer";
  return (
    <li class={line.to ? "whisper" : ""}>
      <time dateTime={new Date(line.at).toISOString()}>{time}</time>{" "}
      {seated && <SeatMark seats={look.table.seats} seat={line.from ?? ""} />}{" "}
      <b>{line.name || say("web.seat.gone")}</b>
      {line.to && <span class="to"> → {line.to.map((seat) => seatWord(speech, seat)).join(", ")}</span>}
      <span class="words">{line.text}</span>
    </li>
  );
}

export function Talk({ model, look, speech }: { model: TableLike; look: Look; speech: GameSpeech }) {
  const { say } = useSpeech();
  const [text, setText] = useState("");
  const [to, setTo] = useState("");
  const [why, setWhy] = useState<unknown>(null);
  const list = useRef<HTMLOListElement>(null);
  const { seats, you } = look.table;
  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [look.talks.length]);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await model.ask("say", { text: text.trim(), ...(to ? { to: [to] } : {}) });
      setText("");
      setWhy(null);
    } catch (reason) {
      setWhy(reason);
    }
  };
  return (
    <section class="talk" aria-label={say("web.talk.title")}>
      <ol ref={list} tabIndex={0} aria-label={say("web.talk.title")}>
        {look.talks.map((line) => (
          <Spoken key={line.at} line={line} look={look} speech={speech} />
        ))}
        {look.talks.length === 0 && <li class="none">{say("web.talk.empty")}</li>}
      </ol>
      {why !== null && <Trouble why={why} speech={speech} close={() => setWhy(null)} />}
      <form onSubmit={(event) => void send(event)}>
        {you && (
          <select value={to} aria-label={say("web.talk.to")} onChange={(event) => setTo(event.currentTarget.value)}>
            <option value="">{say("web.talk.all")}</option>
            {seats
              .filter((one) => one.seat !== you && one.kind === "person")
              .map((one) => (
                <option key={one.seat} value={one.seat}>
                  {say("web.talk.whisper", one.name || seatWord(speech, one.seat))}
                </option>
              ))}
          </select>
        )}
        <input
          value={text}
          maxLength={400}
          placeholder={say("web.talk.say")}
          aria-label={say("web.talk.say")}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">{say("web.talk.send")}</button>
      </form>
    </section>
  );
}
