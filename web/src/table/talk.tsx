// talk.tsx: what people say at the table, to all or as a whisper to one seat.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { currentPerson } from "../core/current-person";
import { useObservable } from "../core/observable";
import type { Talk as TalkMessage } from "../core/protocol";
import { playerWord, SeatMark, seatWord } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { useReflow } from "../parts/reflow";
import { Report } from "./report";

interface TalkLineProps {
  model: PlayableTable;
  talk: TalkMessage;
  state: TableState;
  speech: GameSpeech;
}

function TalkLine({ model, talk, state, speech }: TalkLineProps) {
  const { say, language } = useSpeech();
  const person = useObservable(currentPerson);
  const time = new Date(talk.at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  const hasSeat = talk.from && talk.from !== "observer";
  return (
    <li class={talk.to ? "whisper" : ""}>
      <time dateTime={new Date(talk.at).toISOString()}>{time}</time>{" "}
      {hasSeat && <SeatMark seats={state.table.seats} seat={talk.from ?? ""} />}{" "}
      <b>{talk.name || say("web.seat.gone")}</b>
      {talk.to && (
        <span class="to"> → {talk.to.map((seat) => playerWord(speech, state.table.seats, seat)).join(", ")}</span>
      )}
      {talk.name && talk.name !== person?.name && <Report model={model} state={state} speech={speech} talk={talk} />}
      <span class="words">{talk.text}</span>
    </li>
  );
}

interface TalkProps {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
}

export function Talk({ model, state, speech }: TalkProps) {
  const { say } = useSpeech();
  const [text, setText] = useState("");
  const [to, setTo] = useState(""); // "": everybody
  const [error, setError] = useState<unknown>(null);
  const list = useRef<HTMLOListElement>(null);
  const { seats, you } = state.table;
  const showNewest = () => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  };
  useLayoutEffect(showNewest, [state.talks.length]);
  useReflow(list, true, showNewest);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await model.request("say", { text: text.trim(), ...(to ? { to: [to] } : {}) });
      setText("");
      setError(null);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <section class="talk" aria-label={say("web.talk.title")}>
      <ol ref={list} tabIndex={0} aria-label={say("web.talk.title")}>
        {state.talks.map((talk) => (
          <TalkLine key={talk.at} model={model} talk={talk} state={state} speech={speech} />
        ))}
        {state.talks.length === 0 && <li class="none">{say("web.talk.empty")}</li>}
      </ol>
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
      <form onSubmit={(event) => void send(event)}>
        {you && (
          <select value={to} aria-label={say("web.talk.to")} onChange={(event) => setTo(event.currentTarget.value)}>
            <option value="">{say("web.talk.all")}</option>
            {seats
              .filter(({ seat, kind }) => seat !== you && kind === "person")
              .map(({ seat, name }) => (
                <option key={seat} value={seat}>
                  {say("web.talk.whisper", name || seatWord(speech, seat))}
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
