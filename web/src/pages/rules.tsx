// rules.tsx: the rules, clause by clause, searchable.
import { useEffect, useState } from "preact/hooks";
import { place } from "../core/routes";
import { useValue } from "../core/value";
import { gameNames } from "../core/games";
import { type Clause, loadRules, useSpeech } from "../core/words";

function Book({ game }: { game: string }) {
  const { say, language } = useSpeech();
  const [clauses, setClauses] = useState<Clause[] | null>(null);
  const [wanted, setWanted] = useState("");
  const { secret } = useValue(place);
  useEffect(() => {
    let open = true;
    void loadRules(game, language).then((rules) => open && setClauses(rules));
    return () => {
      open = false;
    };
  }, [game, language]);
  useEffect(() => {
    if (clauses && secret) document.getElementById(secret)?.scrollIntoView();
  }, [clauses, secret]);
  const needle = wanted.trim().toLowerCase();
  const shown = (clauses ?? []).filter(({ id, title, body }) =>
    `${id} ${title} ${body}`.toLowerCase().includes(needle),
  );
  return (
    <>
      <input
        type="search"
        class="rules-search"
        value={wanted}
        placeholder={say("web.rules.search")}
        aria-label={say("web.rules.search")}
        onInput={(event) => setWanted(event.currentTarget.value)}
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

export function Rules({ game }: { game: string | undefined }) {
  const { say } = useSpeech();
  const known = game && gameNames.includes(game) ? game : undefined;
  return (
    <main class="narrow-page rules">
      <h1>{known ? say(`${known}.title`) : say("web.nav.rules")}</h1>
      <p class="choice">
        {gameNames.map((one) => (
          <a
            key={one}
            class={`button${one === known ? " main" : ""}`}
            href={`/rules/${one}`}
            aria-current={one === known ? "page" : undefined}
          >
            {say(`${one}.title`)}
          </a>
        ))}
      </p>
      {known ? <Book game={known} /> : <p>{say("web.rules.choose")}</p>}
    </main>
  );
}
