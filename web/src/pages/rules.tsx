// rules.tsx: the rules of a game, clause by clause, with a search.
import { useEffect, useState } from "preact/hooks";
import { gameNames } from "../core/games";
import { useObservable } from "../core/observable";
import { route } from "../core/routes";
import { fetchPart } from "../core/lazy";
import { type Clause, loadRules, type RulesTable, useSpeech } from "../core/words";

/** How many letters of a cell make it a sentence, which needs some width to be read. */
const SENTENCE = 40;

const idOf = (table: RulesTable): string => `table-${table.name}`;

/** Everything that a search finds a clause by. */
const textOf = ({ id, title, body, tables }: Clause): string =>
  [id, title, body, ...tables.flatMap(({ title, about, rows }) => [title, about, ...rows.flat()])]
    .join(" ")
    .toLowerCase();

/** A table; where it is wider than the page it can be scrolled inside its own box. */
function Table({ table }: { table: RulesTable }) {
  const id = idOf(table);
  return (
    <div class="rules-table" id={id}>
      <h3 id={`${id}-title`}>{table.title}</h3>
      {table.about && <p>{table.about}</p>}
      <div class="rules-scroll" tabIndex={0} role="region" aria-labelledby={`${id}-title`}>
        <table>
          <thead>
            <tr>
              {table.headings.map((heading, n) => (
                <th key={n} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, n) => (
              <tr key={n}>
                {row.map((cell, column) => (
                  <td key={column} class={cell.length > SENTENCE ? "rules-sentence" : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Text in which `words like these` are what one types. */
function Typed({ text }: { text: string }) {
  return <>{text.split("`").map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}</>;
}

/** A clause with its tables; where it comes from is shown to who opens it. */
function Rule({ game, clause }: { game: string; clause: Clause }) {
  const { say } = useSpeech();
  const { id, title, body, provenance, tables } = clause;
  return (
    <article id={id} class="rule">
      <h2>
        <a href={`/rules/${game}#${id}`}>{id}</a> {title}
      </h2>
      {body.split(/\n\n+/).map((paragraph, n) => (
        <p key={n}>
          <Typed text={paragraph} />
        </p>
      ))}
      {provenance && (
        <details class="rules-provenance">
          <summary>{say("web.rules.provenance")}</summary>
          <p>
            <Typed text={provenance} />
          </p>
        </details>
      )}
      {tables.map((table) => (
        <Table key={table.name} table={table} />
      ))}
    </article>
  );
}

/** Links to all tables: what is looked up most often. */
function TableLinks({ game, clauses }: { game: string; clauses: Clause[] }) {
  const { say } = useSpeech();
  const tables = clauses.flatMap(({ tables }) => tables);
  if (tables.length === 0) return null;
  return (
    <nav class="rules-tables" aria-label={say("web.rules.tables")}>
      <b>{say("web.rules.tables")}</b>
      <ul>
        {tables.map((table) => (
          <li key={table.name}>
            <a href={`/rules/${game}#${idOf(table)}`}>{table.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RuleBook({ game }: { game: string }) {
  const { say, language } = useSpeech();
  const [clauses, setClauses] = useState<Clause[] | null>(null);
  const [search, setSearch] = useState("");
  const { fragment } = useObservable(route);
  useEffect(() => {
    let isWanted = true;
    fetchPart(
      () => loadRules(game, language),
      () => isWanted,
      setClauses,
    );
    return () => {
      isWanted = false;
    };
  }, [game, language]);
  useEffect(() => {
    if (clauses && fragment) document.getElementById(fragment)?.scrollIntoView();
  }, [clauses, fragment]);
  const wanted = search.trim().toLowerCase();
  const shown = (clauses ?? []).filter((clause) => textOf(clause).includes(wanted));
  return (
    <>
      <input
        type="search"
        class="rules-search"
        value={search}
        placeholder={say("web.rules.search")}
        aria-label={say("web.rules.search")}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {clauses && shown.length === 0 && <p class="note">{say("web.rules.none")}</p>}
      {clauses && !wanted && <TableLinks game={game} clauses={clauses} />}
      {shown.map((clause) => (
        <Rule key={clause.id} game={game} clause={clause} />
      ))}
    </>
  );
}

export function RulesPage({ game }: { game: string | undefined }) {
  const { say } = useSpeech();
  const chosen = game && gameNames.includes(game) ? game : undefined;
  return (
    <main class="narrow-page rules">
      <h1>{chosen ? say(`${chosen}.title`) : say("web.nav.rules")}</h1>
      <p class="choice">
        {gameNames.map((name) => (
          <a
            key={name}
            class={`button${name === chosen ? " main" : ""}`}
            href={`/rules/${name}`}
            aria-current={name === chosen ? "page" : undefined}
          >
            {say(`${name}.title`)}
          </a>
        ))}
      </p>
      {chosen ? <RuleBook game={chosen} /> : <p>{say("web.rules.choose")}</p>}
    </main>
  );
}
