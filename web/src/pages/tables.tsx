// tables.tsx: all tables that the person may see, a page at a time, by game, state, name and free seats.
import { useEffect, useState } from "preact/hooks";
import { currentPerson } from "../core/current-person";
import { gameNames } from "../core/games";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";
import { TableRow, useLobby } from "../parts/table-lists";
import { SignInForm } from "./sign-in";

const STATUSES = ["lobby", "running", "over"] as const;

/** Returns the value as it was when it last stayed the same for a moment: the server is not asked for every letter. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function TableList() {
  const { say } = useSpeech();
  const [game, setGame] = useState("");
  const [status, setStatus] = useState<string>("lobby");
  const [name, setName] = useState("");
  const [isFree, setFree] = useState(false);
  const wantedName = useSettled(name.trim());
  const lobby = useLobby({
    status,
    ...(game ? { game } : {}),
    ...(wantedName ? { name: wantedName } : {}),
    ...(isFree && status === "lobby" ? { free: true } : {}),
  });
  return (
    <>
      <div class="filters">
        <select
          aria-label={say("web.tables.game")}
          value={game}
          onChange={(event) => setGame(event.currentTarget.value)}
        >
          <option value="">{say("web.tables.any")}</option>
          {gameNames.map((name) => (
            <option key={name} value={name}>
              {say(`${name}.title`)}
            </option>
          ))}
        </select>
        <select
          aria-label={say("web.tables.state")}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        >
          {STATUSES.map((choice) => (
            <option key={choice} value={choice}>
              {say(`web.tables.${choice}-list`)}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={say("web.tables.name")}
          placeholder={say("web.tables.name")}
          maxLength={24}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        {status === "lobby" && (
          <label class="free-seats">
            <input type="checkbox" checked={isFree} onChange={(event) => setFree(event.currentTarget.checked)} />
            {say("web.tables.with-room")}
          </label>
        )}
        <a class="button main" href="/new">
          {say("web.tables.new")}
        </a>
      </div>
      {lobby?.tables.length === 0 && <p class="note">{say("web.tables.none")}</p>}
      <ul class="tables">
        {(lobby?.tables ?? []).map((row) => (
          <TableRow key={row.table} row={row} />
        ))}
      </ul>
      {lobby?.more && (
        <button type="button" onClick={lobby.more}>
          {say("web.tables.more")}
        </button>
      )}
    </>
  );
}

export function TablesPage() {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  return (
    <main class="narrow-page">
      <h1>{say("web.nav.tables")}</h1>
      {person === null ? <SignInForm /> : person && <TableList />}
    </main>
  );
}
