// outside.tsx: the politicians who are not in the house: the People in the square, Siberia, the Wall, the retired.
import { Target } from "client/core/board";
import * as k from "./facts";
import { describe, nameOf, Person, PlaceName, type Table } from "./person";

export function Square({ t }: { t: Table }) {
  const people = k.everybodyIn(t.s, "people");
  return (
    <section class="kr-square" aria-label={t.speech.name("place", "people")}>
      <h2>
        <PlaceName t={t} place="people" />
        <span class="kr-hint">{t.speech.word("web.people.note")}</span>
      </h2>
      <ul class="kr-crowd" tabIndex={0} aria-label={t.speech.name("place", "people")}>
        {people.map((id) => (
          <li key={id}>
            <Person t={t} id={id} />
          </li>
        ))}
      </ul>
      {people.length === 0 && <p class="kr-empty">{t.speech.word("web.people.none")}</p>}
    </section>
  );
}

function Trees() {
  return (
    <svg class="kr-trees" viewBox="0 0 120 40" aria-hidden="true">
      <path d="M18 4 L28 22 H23 L31 36 H20 V40 H16 V36 H5 L13 22 H8z" class="kr-ink" />
      <path d="M92 10 L100 24 H96 L103 36 H94 V40 H90 V36 H81 L88 24 H84z" class="kr-ink" />
      <path d="M58 18 L64 28 H61 L67 37 H60 V40 H56 V37 H49 L55 28 H52z" class="kr-ink" />
    </svg>
  );
}

export function Siberia({ t }: { t: Table }) {
  const there = k.everybodyIn(t.s, "siberia");
  return (
    <section class="kr-siberia" aria-label={t.speech.name("place", "siberia")}>
      <h2>
        <PlaceName t={t} place="siberia" />
      </h2>
      <ul class="kr-crowd" tabIndex={0} aria-label={t.speech.name("place", "siberia")}>
        {there.map((id) => (
          <li key={id}>
            <Person t={t} id={id} />
          </li>
        ))}
      </ul>
      {there.length === 0 && <p class="kr-empty">{t.speech.word("web.siberia.none")}</p>}
      <Trees />
    </section>
  );
}

function Plaque({ t, id }: { t: Table; id: string }) {
  const about = describe(t, id).join(" ");
  const waves = k.wavesOf(t.s, id);
  return (
    <li title={about}>
      <Target kind="politician" name={id} label={about} class="kr-plaque">
        <b>{nameOf(t, id)}</b>
        <span>
          {k.age(t.s, id)}
          {waves > 0 && <span class="kr-plaque-waves"> {t.speech.word("web.plaque.waves", waves)}</span>}
        </span>
      </Target>
    </li>
  );
}

export function Wall({ t }: { t: Table }) {
  const dead = k.everybodyIn(t.s, "wall");
  const retired = k.everybodyIn(t.s, "retired");
  return (
    <section class="kr-wall" aria-label={t.speech.name("place", "wall")}>
      <div class="kr-merlons" aria-hidden="true" />
      <div class="kr-bricks" tabIndex={0} role="group" aria-label={t.speech.name("place", "wall")}>
        <h2>
          <PlaceName t={t} place="wall" />
        </h2>
        <ul>
          {dead.map((id) => (
            <Plaque key={id} t={t} id={id} />
          ))}
        </ul>
        {dead.length === 0 && <p class="kr-empty">{t.speech.word("web.wall.none")}</p>}
        {retired.length > 0 && (
          <>
            <h2>
              <PlaceName t={t} place="retired" />
            </h2>
            <ul>
              {retired.map((id) => (
                <Plaque key={id} t={t} id={id} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
