// statistics.tsx: the plots of a finished game: what the game counts, over its turns or years.
import { useMemo } from "preact/hooks";
import { EVERYTHING } from "../core/engine";
import { playerWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";
import type { ReplayPart } from "./part";
import { type Line, Plot } from "./plot";
import type { Replay } from "./replay";

/** The most periods that a plot has samples of. */
const MOST_SAMPLES = 60;

/** The moments at which values are read, with a label for each. */
interface Samples {
  moments: number[];
  labels: string[];
}

function samplesOf(replay: Replay, { beat, beatName }: ReplayPart): Samples {
  const periods = replay.findEvents(({ event }) => event === beat, EVERYTHING);
  const every = Math.max(1, Math.ceil(periods.length / MOST_SAMPLES));
  const sampled = periods.filter((_, n) => n % every === 0);
  const label = beatName ?? ((n: number) => String(n));
  return {
    moments: [...sampled.map(({ at }) => at), replay.length],
    labels: [...sampled.map(({ event }, n) => label(n * every + 1, event.args[0] ?? "")), ""],
  };
}

interface Props {
  replay: Replay;
  part: ReplayPart;
  speech: GameSpeech;
  jumpTo: (moment: number) => void;
}

export function Statistics({ replay, part, speech, jumpTo }: Props) {
  const common = useSpeech();
  const plots = useMemo(() => {
    const seats = replay.seats.map(({ seat }) => ({ seat, name: playerWord(speech, replay.seats, seat) }));
    const { moments, labels } = samplesOf(replay, part);
    const samples = moments.map((at) => replay.moment(at));
    return part.charts(seats, common.say).map(({ title, lines }) => ({
      title: common.say(`web.stats.${title}`),
      moments,
      labels,
      lines: lines.map(({ name, seat, value }): Line => ({ name, seat, values: samples.map(value) })),
    }));
  }, [replay, part, speech, common]);
  return (
    <section class="statistics">
      <h2>{common.say("web.stats.title")}</h2>
      {plots.map((plot) => (
        <Plot key={plot.title} {...plot} seats={replay.seats} jumpTo={jumpTo} />
      ))}
    </section>
  );
}
