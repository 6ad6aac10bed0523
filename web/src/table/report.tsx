// report.tsx: reporting a problem to whoever runs the server: one's words, and a description of what is shown. The server
// adds the position, which nobody at the table gets to see.
import { useRef, useState } from "preact/hooks";
import type { Talk } from "../core/protocol";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  /** The line of talk that is reported; without it a problem, or a person. */
  talk?: Talk;
}

/** The most bytes that the server takes of one's words and of the description. */
const MOST_TEXT = 2000;
const MOST_SHOWN = 8000;

/** The last lines of the log that are described. */
const LAST_LINES = 20;

/** Returns as much of the beginning of a text as has no more than so many bytes. */
function cutToBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  // A character that is cut in the middle is left out.
  return new TextDecoder().decode(bytes.slice(0, most), { stream: true });
}

/** Describes what the person is shown; the rest of the address could be an invitation. */
function describe({ table, ask, log }: TableState, speech: GameSpeech): string {
  const { open, you } = table;
  const lines = [
    `page: ${location.pathname}`,
    `seat: ${you ?? "none"}`,
    open ? `question: ${open.question} ${open.step}` : "question: none",
    ask ? `asked: ${ask.step}, ${ask.legal.length} answers` : "asked: nothing",
    `window: ${innerWidth}x${innerHeight}, ${devicePixelRatio} pixels to a point`,
    `language: ${speech.language}`,
    "log:",
    ...log.slice(-LAST_LINES).map((event) => `  ${speech.event(event)} (${event.clause})`),
  ];
  return cutToBytes(lines.join("\n"), MOST_SHOWN);
}

/** What a report can be about: "" is a problem with the game, otherwise it is the seat of a person. */
function Subject({ state, seat, choose }: { state: TableState; seat: string; choose: (seat: string) => void }) {
  const { say } = useSpeech();
  const { seats, you } = state.table;
  const people = seats.filter(({ seat: other, kind, name }) => kind === "person" && name && other !== you);
  if (people.length === 0) return null;
  return (
    <label>
      {say("web.report.subject")}
      <select value={seat} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{say("web.report.subject.game")}</option>
        {people.map(({ seat: other, name }) => (
          <option key={other} value={other}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Report({ model, state, speech, talk }: Props) {
  const { say } = useSpeech();
  const [seat, setSeat] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [number, setNumber] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const title = say(talk ? "web.report.line-title" : "web.report.title");
  const open = () => {
    setNumber(null);
    setError(null);
    dialog.current?.showModal();
  };
  const send = async () => {
    try {
      const subject = talk ? { talk: talk.at } : seat ? { seat } : { shown: describe(state, speech) };
      const answer = await model.request("report", { text: cutToBytes(text.trim(), MOST_TEXT), ...subject });
      setNumber(Number(answer["report"]));
      setText("");
      setError(null);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <>
      {talk ? (
        <button
          type="button"
          class="small report-line"
          aria-label={`${say("web.report.line")}: ${talk.name}`}
          onClick={open}
        >
          {say("web.report.line")}
        </button>
      ) : (
        <button type="button" class="small" onClick={open}>
          {say("web.report.title")}
        </button>
      )}
      <dialog ref={dialog} class="report" aria-label={title}>
        <h2>{title}</h2>
        {talk && (
          <blockquote>
            {talk.name}: {talk.text}
          </blockquote>
        )}
        {number === null ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            {!talk && <Subject state={state} seat={seat} choose={setSeat} />}
            <label>
              {say("web.report.what")}
              <textarea
                rows={5}
                required
                maxLength={MOST_TEXT}
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </label>
            <p class="note">{say(talk || seat ? "web.report.about-person" : "web.report.about")}</p>
            {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
            <p class="buttons">
              <button type="submit" class="main" disabled={!text.trim()}>
                {say("web.report.send")}
              </button>
              <button type="button" onClick={() => dialog.current?.close()}>
                {say("web.report.cancel")}
              </button>
            </p>
          </form>
        ) : (
          <>
            <p role="status">{say("web.report.thanks", number)}</p>
            <button type="button" class="main" onClick={() => dialog.current?.close()}>
              {say("web.report.close")}
            </button>
          </>
        )}
      </dialog>
    </>
  );
}
