// statistics.tsx: a finished game as plots: what each game counts, over its years or turns.
import { useMemo } from "preact/hooks";
import { EVERYTHING } from "../core/engine";
import type { View } from "../core/protocol";
import { seatWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";
import * as atomic from "../games/atomic-business/state";
import * as kremlin from "../games/kremlin/model";
import * as empire from "../games/red-empire/facts";
import * as chaos from "../games/triumph-of-chaos/model";
import { type Line, Plot } from "./plot";
import type { Replay } from "./replay";

interface Chart {
  /** Of the catalogue: web.stats.TITLE. */
  title: string;
  lines: { name: string; seat: string | null; value(view: View): number }[];
}

/** Moves at which something is counted, and what their places are called. */
interface Samples {
  moves: number[];
  labels: string[];
}

function samplesOf(replay: Replay, event: string, label: (n: number, arg: string | number) => string): Samples {
  const found = replay.find([event], EVERYTHING);
  const every = Math.max(1, Math.ceil(found.length / 60));
  const kept = found.filter((_, n) => n % every === 0);
  return {
    moves: [...kept.map(({ at }) => at), replay.length],
    labels: [...kept.map(({ event: e }, n) => label(n * every + 1, e.args[0] ?? "")), ""],
  };
}

const mean = (list: number[]) => (list.length ? Math.round(list.reduce((a, b) => a + b, 0) / list.length) : 0);
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

type Seated = (value: (view: View, seat: string) => number) => Chart["lines"];

function kremlinCharts(each: Seated, say: (key: string) => string): Chart[] {
  const of = kremlin.readView;
  const politburo = (v: kremlin.KView) => kremlin.men.filter(({ id }) => kremlin.isMember(v, id)).map(({ id }) => id);
  return [
    { title: "waves", lines: each((view, seat) => kremlin.wavesFor(of(view), seat)) },
    { title: "influence", lines: each((view, seat) => kremlin.sumShown(of(view), seat)) },
    {
      title: "health",
      lines: [
        { name: say("web.stats.age"), seat: null, value: (view) => mean(politburo(of(view)).map((id) => kremlin.age(of(view), id))) },
        { name: say("web.stats.crosses"), seat: null, value: (view) => sum(politburo(of(view)).map((id) => kremlin.crosses(of(view), id))) },
      ],
    },
  ];
}

function empireCharts(each: Seated, say: (key: string) => string): Chart[] {
  const of = empire.stateOf;
  const points = (view: View, seat: string) => {
    const { leaders, crises, cards } = empire.pointsOf(of(view), seat);
    return leaders + crises + cards;
  };
  return [
    { title: "points", lines: each(points) },
    { title: "stature", lines: each((view, seat) => sum((of(view).leaders[seat] ?? []).map((leader) => empire.statureOf(of(view), leader)))) },
    { title: "danger", lines: [{ name: say("web.stats.unsolved"), seat: null, value: (view) => empire.pileTotal(of(view)) }] },
  ];
}

function atomicCharts(each: Seated): Chart[] {
  const of = atomic.readState;
  const kept = (view: View, seat: string) => atomic.pawnsOf(of(view), seat).filter((pawn) => of(view).place[pawn] !== "removed").length;
  const loaded = (view: View, seat: string) => atomic.pawnsOf(of(view), seat).filter((pawn) => atomic.isLoaded(of(view), pawn)).length;
  return [
    { title: "diplomats", lines: each(kept) },
    { title: "briefcases", lines: each(loaded) },
  ];
}

function chaosCharts(each: Seated): Chart[] {
  const of = chaos.readView;
  const bySide = (value: (v: chaos.TView, side: "red" | "white") => number): Chart["lines"] =>
    each((view, seat) => {
      const side = chaos.sideOf(of(view), seat);
      return side === null ? 0 : value(of(view), side);
    });
  return [
    { title: "vp", lines: bySide((v, side) => v.vp[side] ?? 0) },
    { title: "cities", lines: bySide((v, side) => chaos.countCities(v)[side]) },
    { title: "factions", lines: bySide((v, side) => chaos.controlledBy(v, side)) },
  ];
}

/** The event that begins what a game is counted by. */
const beats: Record<string, string> = { kremlin: "year", "triumph-of-chaos": "round" };

export function Statistics({ replay, speech, jump }: { replay: Replay; speech: GameSpeech; jump(at: number): void }) {
  const words = useSpeech();
  const plots = useMemo(() => {
    const { game } = replay.record;
    const each: Seated = (value) => replay.seats.map(({ seat }) => ({ name: seatWord(speech, seat), seat, value: (view) => value(view, seat) }));
    const charts =
      game === "kremlin"
        ? kremlinCharts(each, words.say)
        : game === "red-empire"
          ? empireCharts(each, words.say)
          : game === "atomic-business"
            ? atomicCharts(each)
            : game === "triumph-of-chaos"
              ? chaosCharts(each)
              : [];
    const { moves, labels } = samplesOf(replay, beats[game] ?? "turn", (n, arg) => String(game === "kremlin" ? arg : n));
    const views = moves.map((at) => replay.view(at, EVERYTHING));
    return charts.map(({ title, lines }) => ({
      title: words.say(`web.stats.${title}`),
      moves,
      labels,
      lines: lines.map(({ name, seat, value }): Line => ({ name, seat, values: views.map(value) })),
    }));
  }, [replay, speech, words]);
  if (plots.length === 0) return null;
  return (
    <section class="statistics">
      <h2>{words.say("web.stats.title")}</h2>
      {plots.map((plot) => (
        <Plot key={plot.title} {...plot} seats={replay.seats} jump={jump} />
      ))}
    </section>
  );
}
