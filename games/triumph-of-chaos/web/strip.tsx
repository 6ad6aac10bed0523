// strip.tsx: the head of the board: the points and cities of each side, the turn and the phase.
import { Target } from "client/core/board";
import type { Seat } from "client/core/protocol";
import { namesInOrder, sitterWord } from "client/core/seats";
import { useSpeech } from "client/core/words";
import { SideMark } from "./counters";
import type { Shown } from "./map";
import * as f from "./facts";
import * as t from "./tables";

interface Heads {
  s: Shown;
  me: string | null;
  seats: Seat[];
  asked: string[];
}

function Figure({ n, word, title }: { n: number; word: string; title?: string }) {
  return (
    <span class="tc-figure" title={title}>
      <b>{n}</b> <span>{word}</span>
    </span>
  );
}

function SideHead({ s: { state, speech }, me, seats, asked, side }: Heads & { side: t.Side }) {
  const page = useSpeech();
  const seat = f.seatOf(state, side);
  const sitter = seats.find((one) => one.seat === seat);
  const mine = seat !== null && seat === me;
  const who = mine ? speech.word("web.you") : sitter ? sitterWord(page, sitter) : "";
  const [first, second] = namesInOrder(sitter, speech.name("side", side), who);
  const vp = state.vp[side] ?? 0;
  const cities = f.citiesOf(state, side);
  const booked = f.stepsBooked(state, side);
  return (
    <div class={`tc-head tc-head-${side}${seat && asked.includes(seat) ? " asked" : ""}`}>
      <Target kind="side" name={side} label="" flip="" class="tc-head-name">
        <SideMark side={side} size={26} />
        <b>{first}</b> {second && <span class="tc-who">{second}</span>}
      </Target>
      <p class="tc-vp">
        <b>{vp}</b> <span>{speech.word("web.vp", vp)}</span>
      </p>
      <p class="tc-figures">
        <Figure n={cities} word={speech.word("web.cities", cities)} title={speech.word("web.cities.counted")} />
        <Figure n={state.hand_size[side] ?? 0} word={speech.word("web.in-hand", state.hand_size[side] ?? 0)} />
        {booked > 0 && <Figure n={booked} word={speech.word("web.steps", booked)} />}
      </p>
      {state.infighting.includes(side) && <p class="tc-warning">{speech.word("web.infighting")}</p>}
    </div>
  );
}

function Phases({ s: { state, speech } }: { s: Shown }) {
  const rounds = f.turnOf(state)?.rounds ?? 0;
  return (
    <ol class="tc-phases">
      {t.PHASES.map((phase) => {
        const now = state.phase === phase;
        return (
          <li key={phase} class={now ? "now" : ""} aria-current={now ? "step" : undefined}>
            {speech.name("phase", phase)}
            {phase === "action" && state.round > 0 && <b> {speech.word("web.round", state.round, rounds)}</b>}
          </li>
        );
      })}
    </ol>
  );
}

export function Strip(heads: Heads) {
  const { s } = heads;
  const { state, speech } = s;
  const turn = f.turnOf(state);
  return (
    <div class="tc-strip">
      <SideHead {...heads} side="red" />
      <div class="tc-when">
        {turn ? (
          <p class="tc-turn">
            <span>{speech.word("web.turn")}</span> <b>{turn.turn}</b>{" "}
            <span>
              {speech.word(`web.month.${turn.month}`)} {turn.year}, {speech.name("season", turn.season)}
            </span>
          </p>
        ) : (
          <p class="tc-turn">{speech.name("phase", "before")}</p>
        )}
        <Phases s={s} />
      </div>
      <SideHead {...heads} side="white" />
    </div>
  );
}
