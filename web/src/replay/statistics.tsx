// statistics.tsx: a finished game as plots: what each game counts, over its years or turns.
import { useMemo } from "preact/hooks";
import { EVERYTHING } from "../core/engine";
import { seatWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";
import type { ReplayPart } from "./part";
import { type Line, Plot } from "./plot";
import type { Replay } from "./replay";

/** Moves at which something is counted, and what their places are called. */
interface Samples {
  moves: number[];
  labels: string[];
}

function samplesOf(replay: Replay, { beat, beatName }: ReplayPart): Samples {
  const found = replay.find([beat], EVERYTHING);
  const every = Math.max(1, Math.ceil(found.length / 60));
  const kept = found.filter((_, n) => n % every === 0);
  const label = beatName ?? ((n: number) => String(n));
  return {
    moves: [...kept.map(({ at }) => at), replay.length],
    labels: [...kept.map(({ event: e }, n) => label(n * every + 1, e.args[0] ?? "")), ""],
  };
}

interface Props {
  replay: Replay;
  part: ReplayPart;
  speech: GameSpeech;
  jump(at: number): void;
}

export function Statistics({ replay, part, speech, jump }: Props) {
  const words = useSpeech();
  const plots = useMemo(() => {
    const seats = replay.seats.map(({ seat }) => ({ seat, name: seatWord(speech, seat) }));
    const { moves, labels } = samplesOf(replay, part);
    const moments = moves.map((at) => replay.moment(at));
    return part.charts(seats, words.say).map(({ title, lines }) => ({
      title: words.say(`web.stats.${title}`),
      moves,
      labels,
      lines: lines.map(({ name, seat, value }): Line => ({ name, seat, values: moments.map(value) })),
    }));
  }, [replay, part, speech, words]);
  return (
    <section class="statistics">
      <h2>{words.say("web.stats.title")}</h2>
      {plots.map((plot) => (
        <Plot key={plot.title} {...plot} seats={replay.seats} jump={jump} />
      ))}
    </section>
  );
}
