// facade.tsx: the Politburo as a house: the chief's window on top, below it three windows, then four, and the Candidates on the pavement.
import { SeatSymbol } from "client/core/seats";
import * as k from "./facts";
import { nameOf, Person, PlaceName, type Table } from "./person";

/* ---- The tally of parades ------------------------------------------------------------------------- */

function bannerWords(t: Table, year: number): string {
  const { s, speech } = t;
  const who = s.waved[year];
  const seat = s.waved_for[year];
  const over = year < s.year || (s.over !== null && year === s.year);
  if (who && seat) return speech.word("web.banner.waved", year, nameOf(t, who), speech.name("faction", seat));
  if (who) return speech.word("web.banner.nobody", year, nameOf(t, who));
  return speech.word(over ? "web.banner.none" : "web.banner.open", year);
}

function Banner({ t, year }: { t: Table; year: number }) {
  const { s } = t;
  const who = s.waved[year];
  const seat = s.waved_for[year];
  const kind = seat ? "won" : who ? "lost" : year === s.year ? "now" : year < s.year ? "none" : "open";
  const text = bannerWords(t, year);
  return (
    <li class={`kr-banner ${kind}`} title={text}>
      <span class="hidden">{text}</span>
      <svg viewBox="0 0 34 52" aria-hidden="true">
        <path d="M2 3 H32" class="kr-rod" />
        <path d="M5 3 H29 V50 L17 43 L5 50z" class="kr-cloth" />
        {seat && <SeatSymbol seats={t.seats} seat={seat} x={17} y={17} size={17} />}
        {who && (
          <text x="17" y={seat ? 40 : 26} text-anchor="middle" class="kr-waver">
            {k.politician(who).letter}
          </text>
        )}
        {kind === "none" && <path d="M12 23 H22" class="kr-stroke" />}
        {!who && kind !== "none" && (
          <text x="17" y="29" text-anchor="middle" class="kr-year">
            {year}
          </text>
        )}
      </svg>
      <span class="kr-banner-year" aria-hidden="true">
        {year}
      </span>
    </li>
  );
}

function Banners({ t, years }: { t: Table; years: number[] }) {
  return (
    <ol class="kr-banners" aria-label={t.speech.word("web.banners")}>
      {years.map((year) => (
        <Banner key={year} t={t} year={year} />
      ))}
    </ol>
  );
}

/* ---- Windows -------------------------------------------------------------------------------------- */

/** The politician whom the chief's new order puts into this post. */
function Pencilled({ t, post }: { t: Table; post: string }) {
  const next = k.orderedTo(t.s, post);
  return next ? (
    <span class="kr-pencil" data-over="">
      → {nameOf(t, next)}
    </span>
  ) : null;
}

function Vacant({ t }: { t: Table }) {
  return (
    <span class="kr-man tall kr-vacant">
      <span class="kr-pane">
        <svg viewBox="0 0 64 80" class="kr-portrait" aria-hidden="true">
          <path d="M20 80 V34 Q32 26 44 34 V80 M20 58 H44 M14 60 V80 M50 60 V80" class="kr-chair" />
        </svg>
      </span>
      <span class="kr-name">{t.speech.word("web.vacant")}</span>
    </span>
  );
}

function Window({ t, post }: { t: Table; post: string }) {
  const id = k.holder(t.s, post);
  return (
    <li class={`kr-window kr-${post}`}>
      <PlaceName t={t} place={post} short={t.speech.word(`web.post.${post}`)} />
      {id ? <Person t={t} id={id} tall /> : <Vacant t={t} />}
      <Pencilled t={t} post={post} />
    </li>
  );
}

function Roof() {
  return (
    <svg class="kr-roof" viewBox="0 0 200 46" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <path
        d="M100 0 102.9 8.2 111.6 8.4 104.7 13.7 107.2 22 100 17 92.8 22 95.3 13.7 88.4 8.4 97.1 8.2z"
        class="kr-red"
      />
      <path d="M99 18 h2 v10 h-2z" class="kr-ink" />
      <path d="M100 26 L196 46 H4z" class="kr-red" />
    </svg>
  );
}

function Level({ t, posts, n }: { t: Table; posts: string[]; n: number }) {
  return (
    <ul class={`kr-level kr-level-${n}`}>
      {posts.map((post) => (
        <Window key={post} t={t} post={post} />
      ))}
    </ul>
  );
}

function Pavement({ t }: { t: Table }) {
  const here = k.everybodyIn(t.s, "candidates");
  const places = Math.max(t.s.is.number("candidate-places"), here.length);
  return (
    <div class="kr-pavement">
      <h2>
        <PlaceName t={t} place="candidates" />
      </h2>
      <ul>
        {Array.from({ length: places }, (_, n) => (
          <li key={here[n] ?? n}>{here[n] ? <Person t={t} id={here[n]} tall /> : <Vacant t={t} />}</li>
        ))}
      </ul>
    </div>
  );
}

export function Facade({ t }: { t: Table }) {
  const [top, first, second] = k.FLOORS;
  const years = k.paradeYears(t.s);
  const half = years.length / 2;
  return (
    <section class="kr-facade" aria-label={t.speech.word("web.politburo")}>
      <Roof />
      <div class="kr-summit">
        <Banners t={t} years={years.slice(0, half)} />
        <Level t={t} posts={top ?? []} n={0} />
        <Banners t={t} years={years.slice(half)} />
      </div>
      <Level t={t} posts={first ?? []} n={1} />
      <Level t={t} posts={second ?? []} n={2} />
      <Pavement t={t} />
    </section>
  );
}
