// rules.tsx: the rules of a game, clause by clause, with a search.
import { useEffect, useState } from "preact/hooks";
import { gameNames } from "../core/games";
import { useObservable } from "../core/observable";
import { route } from "../core/routes";
import { fetchPart } from "../core/lazy";
import { type Clause, loadRules, useSpeech } from "../core/words";

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
  const shown = (clauses ?? []).filter(({ id, title, body }) =>
    `${id} ${title} ${body}`.toLowerCase().includes(wanted),
  );
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
      {shown.map(({ id, title, body }) => (
        <article key={id} id={id} class="rule">
          <h2>
            <a href={`/rules/${game}#${id}`}>{id}</a> {title}
          </h2>
          {body.split(/\n\n+/).map((paragraph, n) => (
            <p key={n}>{paragraph}</p>
          ))}
        </article>
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
