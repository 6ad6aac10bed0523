// supply.tsx: the supply of both sides on the map, and why units have none: where each chain is broken.
import { ClauseChip } from "client/parts/clause-chip";
import { SideMark } from "./counters";
import type { Shown } from "./map";
import { wayBetween } from "./geometry";
import * as f from "./facts";
import * as t from "./tables";

/** The nets of the sides that are drawn: the others lead along the same roads. */
const NETS = ["red", "white"] as const;

function netPath(state: f.State, net: string, isFull: boolean): string {
  return t.links
    .map((link) => {
      const least = Math.min(f.fedBy(state, net, link.a), f.fedBy(state, net, link.b));
      const [a, b] = [t.spaceNamed(link.a), t.spaceNamed(link.b)];
      return a && b && least > 0 && least > 1 === isFull ? `M${a.x} ${a.y}L${b.x} ${b.y}` : "";
    })
    .join("");
}

/** The nets, and the broken chains over them. */
export function SupplyNets({ state }: { state: f.State }) {
  return (
    <g class="tc-nets" aria-hidden="true">
      {NETS.map((net) => (
        <g key={net} class={`tc-net tc-net-${net}`}>
          <path d={netPath(state, net, true)} />
          <path class="tc-net-limited" d={netPath(state, net, false)} />
        </g>
      ))}
    </g>
  );
}

/** The spaces of a broken chain: from the unit to the gap, and on to the source where the net feeds. */
function chainWay(state: f.State, { at, gap, net, source }: f.Broken): string[] {
  if (gap === null) return [at];
  const isFed = (space: string): boolean => f.fedBy(state, net, space) > 0;
  const toGap = wayBetween(at, gap, (space) => !isFed(space));
  return source === null ? toGap : [...toGap, ...wayBetween(gap, source, isFed).slice(1)];
}

export function BrokenChains({ state, chains }: { state: f.State; chains: f.Broken[] }) {
  return (
    <g class="tc-broken" aria-hidden="true">
      {chains.map((chain) => {
        const points = chainWay(state, chain)
          .map(t.spaceNamed)
          .filter((space) => space !== null);
        const broken = t.spaceNamed(chain.gap);
        return (
          <g key={chain.unit}>
            <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
            {broken && <path d="M-16-16 16 16M16-16-16 16" transform={`translate(${broken.x} ${broken.y})`} />}
          </g>
        );
      })}
    </g>
  );
}

function BrokenWords({ s: { state, speech }, chain }: { s: Shown; chain: f.Broken }) {
  const { unit, at, net, gap, cause, source } = chain;
  const why =
    gap && source
      ? speech.word(
          "web.supply.broken",
          speech.name("net", net),
          speech.name("space", gap),
          speech.name("gap-cause", cause),
          speech.name("space", source),
        )
      : speech.word("web.supply.no-source", speech.name("net", net));
  return (
    <>
      <SideMark side={f.unitUser(state, unit)} size={14} /> <b>{speech.name("unit", unit)}</b>{" "}
      {speech.word("web.supply.at", speech.name("space", at))}: {why}
    </>
  );
}

/** The units that are out of supply, each with the reason. Pressing one shows it on the map. */
export function SupplyList({ s, chains, show }: { s: Shown; chains: f.Broken[]; show: (space: t.Space) => void }) {
  const { speech } = s;
  return (
    <section class="tc-supply" aria-label={speech.word("web.supply")}>
      <h2>
        {speech.word("web.supply.out", chains.length)}
        <ClauseChip id={speech.facts.figures["unit-gap"]?.clause ?? ""} speech={speech} />
      </h2>
      <p class="tc-hint">{speech.word("web.supply.note")}</p>
      <ul>
        {chains.map((chain) => {
          const space = t.spaceNamed(chain.gap ?? chain.at);
          return (
            <li key={chain.unit}>
              <button type="button" class="tc-supply-show" onClick={() => space && show(space)}>
                <BrokenWords s={s} chain={chain} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
