// places.tsx: the map as words: a space, who is there, and the ways out of it with their costs. It is read as a list, or
// told while the direction keys lead from space to space.
import { useEffect, useRef } from "preact/hooks";
import { Target, usePointing } from "client/core/board";
import type { GameSpeech } from "client/core/words";
import { leaderWords, markerWords, unitWords } from "./counters";
import * as f from "./facts";
import type { Shown } from "./map";
import * as t from "./tables";
import { type Way, waysFrom } from "./ways";

/** What a space is, without its name. */
function aboutSpace({ state, speech }: Shown, space: t.Space): string {
  const parts = [
    speech.name("region", space.region),
    space.city ? speech.word("web.city") : "",
    space.port ? speech.word("web.port") : "",
    speech.name("terrain", space.terrain),
    speech.word("web.owner", speech.name("owner", state.owner[space.id] ?? "nobody")),
    markerWords(f.marksOn(state, space.id), speech),
    f.goldTrain(state) === space.id ? speech.word("web.gold.here") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** Everything about a space and who is there, in one line. */
export function spaceWords(s: Shown, space: t.Space, stack: f.Stack | undefined): string {
  const { speech } = s;
  const parts = [
    speech.name("space", space.id),
    aboutSpace(s, space),
    ...(stack?.units ?? []).map((id) => speech.name("unit", id)),
    ...(stack?.leaders ?? []).map((id) => speech.name("leader", id)),
  ];
  return parts.join(", ");
}

/** Where a way leads, what it costs, and what is special about it. */
function wayWords(speech: GameSpeech, { to, bearing, kind, cost, ends, river }: Way): string {
  const notes = [
    speech.word("web.way.cost", cost),
    kind === "normal" ? "" : speech.word(`web.way.${kind}`),
    river ? speech.word("web.way.river") : "",
    ends ? speech.word("web.way.ends") : "",
  ];
  return speech.word(
    "web.way",
    speech.word(`web.bearing.${bearing}`),
    speech.name("space", to.id),
    notes.filter(Boolean).join(", "),
  );
}

/** What is told of a space when the keys lead there. */
export function placeWords(s: Shown, space: t.Space, stack: f.Stack | undefined): string {
  const ways = waysFrom(space).map((way) => wayWords(s.speech, way));
  return s.speech.word("web.place.told", spaceWords(s, space, stack), ways.join("; "));
}

interface PlacesProps {
  s: Shown;
  stacks: Map<string, f.Stack>;
  space: t.Space;
  /** Goes to another space. */
  go: (space: t.Space) => void;
  close: () => void;
}

/** All spaces by their regions; first those where something can be pressed. */
function Chooser({ s: { speech }, stacks, space, go }: PlacesProps) {
  const { actionsOn } = usePointing();
  const byName = (a: t.Space, b: t.Space) => speech.name("space", a.id).localeCompare(speech.name("space", b.id));
  const isLively = ({ id }: t.Space): boolean => {
    const { units = [], leaders = [] } = stacks.get(id) ?? {};
    const things = [
      { kind: "space", name: id },
      ...units.map((name) => ({ kind: "unit", name })),
      ...leaders.map((name) => ({ kind: "leader", name })),
    ];
    return things.some((thing) => actionsOn(thing).length > 0);
  };
  const option = ({ id }: t.Space) => (
    <option key={id} value={id}>
      {speech.name("space", id)}
    </option>
  );
  const lively = t.spaces.filter(isLively).sort(byName);
  return (
    <label class="tc-place-chooser">
      {speech.word("web.places.choose")}
      <select
        value={space.id}
        onChange={(event) => {
          const chosen = t.spaceNamed(event.currentTarget.value);
          if (chosen) go(chosen);
        }}
      >
        {lively.length > 0 && <optgroup label={speech.word("web.places.lively")}>{lively.map(option)}</optgroup>}
        {t.regions.map((region) => (
          <optgroup key={region} label={speech.name("region", region)}>
            {t.spaces
              .filter((one) => one.region === region && !lively.includes(one))
              .sort(byName)
              .map(option)}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** Who is in a space. Whoever can be pressed on the map can be pressed here. */
function Present({ s: { state, speech }, stack }: { s: Shown; stack: f.Stack | undefined }) {
  if (!stack || stack.units.length + stack.leaders.length === 0) return <p>{speech.word("web.place.empty")}</p>;
  return (
    <ul>
      {stack.units.map((id) => (
        <li key={id}>
          <Target kind="unit" name={id} label="" flip="">
            {unitWords(state, id, speech)}
          </Target>
        </li>
      ))}
      {stack.leaders.map((id) => (
        <li key={id}>
          <Target kind="leader" name={id} label="" flip="">
            {leaderWords(state, id, speech)}
          </Target>
        </li>
      ))}
    </ul>
  );
}

export function Places(props: PlacesProps) {
  const { s, stacks, space, go, close } = props;
  const { speech } = s;
  const { actionsOn } = usePointing();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.querySelector("select")?.focus(), []);
  const name = speech.name("space", space.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const follow = (way: Way) => {
    go(way.to);
    heading.current?.focus(); // the button goes with the place that is left
  };
  return (
    <section
      class="tc-places"
      ref={section}
      aria-label={speech.word("web.places")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <div class="tc-place-top">
        <Chooser {...props} />
        <button type="button" onClick={close} aria-label={speech.word("web.places.close")}>
          ×
        </button>
      </div>
      <div aria-live="polite">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <p>{aboutSpace(s, space)}</p>
        {actionsOn({ kind: "space", name: space.id }).length > 0 && (
          <p>
            <Target kind="space" name={space.id} label="" flip="" class="tc-place-pick">
              {speech.word("web.place.pick", name)}
            </Target>
          </p>
        )}
        <h3>{speech.word("web.place.present")}</h3>
        <Present s={s} stack={stacks.get(space.id)} />
      </div>
      <h3>{speech.word("web.place.ways")}</h3>
      <ul class="tc-place-ways">
        {waysFrom(space).map((way) => (
          <li key={way.to.id}>
            <button type="button" class="small" onClick={() => follow(way)}>
              {wayWords(speech, way)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
