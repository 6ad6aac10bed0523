// land.tsx: what lies beneath the pieces: land tinted by owner, water, borders, roads and rails, names.
import { useMemo } from "preact/hooks";
import type { GameSpeech } from "client/core/words";
import { type Border, land, middleOf, pathOf } from "./geometry";
import type { State } from "./facts";
import * as t from "./tables";

const of = (...kinds: t.Shape["drawn"][]): t.Shape[] => t.shapes.filter(({ drawn }) => kinds.includes(drawn));

/** The land around each space in the tint of its owner. */
export function Tints({ owner }: { owner: State["owner"] }) {
  return (
    <g class="tc-tints">
      {land().cells.map(({ space, d }) => (
        <path key={space.id} d={d} class={`tc-t-${owner[space.id] ?? "nobody"}`} />
      ))}
    </g>
  );
}

const isFront = (owner: State["owner"], { a, b }: Border): boolean => {
  const sides = [owner[a.id], owner[b.id]];
  return sides.includes("red") && sides.includes("white");
};

/** The line where the lands of the two sides meet. */
export function Front({ owner }: { owner: State["owner"] }) {
  const d = useMemo(
    () =>
      land()
        .borders.filter((border) => isFront(owner, border))
        .map((border) => border.d)
        .join(""),
    [owner],
  );
  return <path class="tc-front" d={d} />;
}

export function Water() {
  return (
    <>
      {of("foreign").map(({ id, points }) => (
        <path key={id} class="tc-foreign" d={pathOf(points, true)} />
      ))}
      {of("sea", "lake").map(({ id, points }) => (
        <path key={id} class="tc-sea" d={pathOf(points, true)} />
      ))}
    </>
  );
}

function Rivers() {
  return (
    <>
      {of("stream", "river").map(({ id, drawn, points }) => (
        <path key={id} class={`tc-${drawn}`} d={pathOf(points, false)} />
      ))}
    </>
  );
}

function linkPath(kind: t.LinkKind): string {
  const parts = t.links.map((link) => {
    const a = t.spaceNamed(link.a);
    const b = t.spaceNamed(link.b);
    return link.kind === kind && a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : "";
  });
  return parts.join("");
}

function Ways() {
  const rail = linkPath("rail");
  return (
    <g class="tc-ways">
      <path class="tc-way tc-normal" d={linkPath("normal")} />
      <path class="tc-way tc-limited" d={linkPath("limited")} />
      <path class="tc-way tc-ferry" d={linkPath("sea")} />
      <path class="tc-way tc-rail" d={rail} />
      <path class="tc-way tc-sleepers" d={rail} />
    </g>
  );
}

const borderLines = (): string =>
  land()
    .borders.filter(({ outer }) => outer)
    .map(({ d }) => d)
    .join("");

/** What changes with the language only. */
export function Ground({ speech }: { speech: GameSpeech }) {
  return (
    <g aria-hidden="true">
      <path class="tc-region-line" d={borderLines()} />
      <Water />
      <Rivers />
      <Ways />
      {t.regions.map((region) => {
        const [x, y] = middleOf(region);
        return (
          <text key={region} class="tc-region" x={x} y={y} text-anchor="middle">
            {speech.name("region", region)}
          </text>
        );
      })}
    </g>
  );
}
