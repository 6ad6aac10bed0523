// sessions.tsx: where the person is signed in, and how to end that; and all that the server keeps of the person, as a file.
import { useEffect, useState } from "preact/hooks";
import { callApi } from "../core/current-person";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";

/** A row of /api/sessions. */
interface Session {
  session: string;
  /** When it began; 0: before the server kept that. */
  created: number;
  used: number;
  /** The browser and the system; empty if they are not known. */
  agent: string;
  /** Whether it is the one of this browser. */
  current: boolean;
}

function SessionRow({ row, end }: { row: Session; end: (body: object) => void }) {
  const { say, language } = useSpeech();
  const date = (at: number) => new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const name = row.agent || say("web.sessions.unknown");
  return (
    <li>
      <span>
        <b>{name}</b> {row.current && <em>{say("web.sessions.here")}</em>}
        <br />
        <span class="note">{say("web.sessions.used", date(row.used))}</span>
        {row.created > 0 && <span class="note"> · {say("web.sessions.since", date(row.created))}</span>}
      </span>
      {!row.current && (
        <button
          type="button"
          class="small"
          aria-label={`${say("web.sessions.end")}: ${name}, ${date(row.used)}`}
          onClick={() => end({ session: row.session })}
        >
          {say("web.sessions.end")}
        </button>
      )}
    </li>
  );
}

export function Sessions() {
  const { say } = useSpeech();
  const [rows, setRows] = useState<Session[]>([]);
  const [error, setError] = useState<unknown>(null);
  const load = () =>
    callApi("/api/sessions").then(({ sessions }) => (setRows(sessions as Session[]), setError(null)), setError);
  useEffect(() => void load(), []);
  const end = (body: object) => void callApi("/api/sessions", body).then(load, setError);
  return (
    <section class="sessions">
      <h2>{say("web.sessions.title")}</h2>
      <ul>
        {rows.map((row) => (
          <SessionRow key={row.session} row={row} end={end} />
        ))}
      </ul>
      {rows.length > 1 && (
        <button type="button" onClick={() => end({ others: true })}>
          {say("web.sessions.end-others")}
        </button>
      )}
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
    </section>
  );
}

/** All that is kept of the person, as a file. */
export function ExportLink() {
  const { say } = useSpeech();
  return (
    <section>
      <h2>{say("web.export.title")}</h2>
      <p>{say("web.export.what")}</p>
      <a class="button" href="/api/export" download="apparat-data.json">
        {say("web.export.get")}
      </a>
    </section>
  );
}
