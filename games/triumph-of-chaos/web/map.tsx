// map.tsx: the map, which scrolls and zooms: land, spaces, stacks, leaders and arrows.
import { type RefObject } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Target, TargetEdge, usePointing } from "client/core/board";
import type { Foreseen } from "client/core/situation";
import type { GameSpeech } from "client/core/words";
import { Badge, Counter, leaderWords, Markers, Plate, unitWords } from "./counters";
import { LEADER, leaderSlots, UNIT, unitSlots } from "./geometry";
import { Front, Ground, Tints, Water } from "./land";
import * as f from "./facts";
import { Places, placeWords, spaceWords } from "./places";
import { NORMAL, type Scroller, useScroller, useSight } from "./scroller";
import { BrokenChains, SupplyList, SupplyNets } from "./supply";
import * as t from "./tables";
import { Wagon } from "./war";
import { isDirection, wayTowards } from "./ways";

/** Below this scale counters are too small to be told apart, and a stack is shown as one number. */
const FAR = 0.6;

/** What every part of the board is given. */
export interface Shown {
  state: f.State;
  speech: GameSpeech;
}

/* ---- Spaces -------------------------------------------------------------------------------------- */

const TERRAIN: Record<string, string> = {
  forest: "M-4 5 0-6 4 5zM0 5V8",
  mountain: "M-7 5-2-5 1 1 3-2 7 5z",
  swamp: "M-6 3H6M-4 0V-4M0 0V-6M4 0V-4",
};

function SpaceMark({ s, space, stack }: { s: Shown; space: t.Space; stack: f.Stack | undefined }) {
  const owner = s.state.owner[space.id] ?? "nobody";
  const about = spaceWords(s, space, stack);
  const terrain = TERRAIN[space.terrain];
  return (
    <Target
      kind="space"
      name={space.id}
      label=""
      svg
      flip=""
      class={`tc-space${space.city ? " tc-city" : ""}${space.boxed ? " tc-boxed" : ""}`}
      transform={`translate(${space.x} ${space.y})`}
    >
      <title>{about}</title>
      <rect class="tc-hit" x="-34" y="-11" width="68" height="37" />
      {terrain && <path class={`tc-terrain tc-${space.terrain}`} d={terrain} transform="translate(-22 1)" />}
      {space.boxed ? (
        <rect class="tc-spot" x="-13" y="-10" width="26" height="20" />
      ) : (
        <circle class="tc-spot" r={space.city ? 12.5 : 9} />
      )}
      {space.city && <circle class="tc-ring" r="9.5" />}
      <Badge owner={owner} scale={space.city ? 0.8 : 0.7} />
      {space.port && <path class="tc-port" d="M0-5V5M-3-2H3M-4 2Q0 7 4 2" transform="translate(20 1)" />}
      <text class="tc-town" y="23" text-anchor="middle">
        {s.speech.name("space", space.id)}
      </text>
      <Markers flags={f.marksOn(s.state, space.id)} />
      <TargetEdge x={-15} y={-15} width={30} height={30} />
    </Target>
  );
}

/* ---- Stacks -------------------------------------------------------------------------------------- */

const placed = (space: t.Space, [dx, dy]: [number, number]): string =>
  `transform:translate(${space.x + dx}px,${space.y + dy}px)`;

/** All pieces in one list that keeps their order, so that a piece that goes elsewhere glides there. */
function Pieces({ s, stacks }: { s: Shown; stacks: Map<string, f.Stack> }) {
  const { state, speech } = s;
  const styles = new Map<string, string>();
  for (const [id, stack] of stacks) {
    const space = t.spaceNamed(id);
    if (!space) continue;
    unitSlots(stack.units.length).forEach((slot, n) => styles.set(stack.units[n] ?? "", placed(space, slot)));
    const above = leaderSlots(stack.leaders.length, stack.units.length);
    above.forEach((slot, n) => styles.set(stack.leaders[n] ?? "", placed(space, slot)));
  }
  return (
    <g class="tc-pieces">
      {t.units.map(({ id }) => {
        const style = styles.get(id);
        if (!style) return null;
        const about = unitWords(state, id, speech);
        return (
          <Target key={id} kind="unit" name={id} label="" svg flip="" class="tc-piece" style={style}>
            <title>{about}</title>
            <Counter state={state} id={id} />
            <TargetEdge x={0} y={0} width={UNIT} height={UNIT} />
          </Target>
        );
      })}
      {t.leaders.map(({ id }) => {
        const style = styles.get(id);
        if (!style) return null;
        const about = leaderWords(state, id, speech);
        return (
          <Target key={id} kind="leader" name={id} label="" svg flip="" class="tc-piece" style={style}>
            <title>{about}</title>
            <Plate state={state} id={id} speech={speech} />
            <TargetEdge x={0} y={2} width={LEADER.wide} height={LEADER.high - 3} />
          </Target>
        );
      })}
    </g>
  );
}

/** A number for each stack, if the map is seen from afar. Pressing one brings the map near, where its units can be told apart. */
function Sums({
  state,
  stacks,
  near,
}: {
  state: f.State;
  stacks: Map<string, f.Stack>;
  near: (event: MouseEvent) => void;
}) {
  const { actionsOn } = usePointing();
  const isLively = (unit: string): boolean => actionsOn({ kind: "unit", name: unit }).length > 0;
  return (
    <g aria-hidden="true" onClick={near}>
      {[...stacks].map(([id, stack]) => {
        const space = t.spaceNamed(id);
        if (!space || stack.units.length === 0) return null;
        const user = f.occupierOf(state, id);
        const colours = `tc-u-${user === "nobody" ? "neutral" : user}${stack.units.some(isLively) ? " lively" : ""}`;
        return (
          <g key={id} class={`tc-sum ${colours}`} transform={`translate(${space.x} ${space.y})`}>
            <rect class="tc-card" x="-27" y="-27" width="54" height="54" />
            <text class="tc-combat" y="15" text-anchor="middle">
              {f.strengthAt(state, id)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/* ---- The gold train ------------------------------------------------------------------------------ */

function GoldTrain({ state, speech }: Shown) {
  const space = t.spaceNamed(f.goldTrain(state));
  if (!space) return null;
  return (
    <g transform={`translate(${space.x + 40} ${space.y + 4})`}>
      <title>{speech.word("web.gold", speech.name("space", space.id), speech.name("party", f.goldOwner(state)))}</title>
      <Wagon />
    </g>
  );
}

/* ---- Arrows -------------------------------------------------------------------------------------- */

function Arrow({ from, to, kind }: { from: t.Space; to: t.Space; kind: string }) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const along = (d: number, side = 0): string => `${from.x + ux * d - uy * side} ${from.y + uy * d + ux * side}`;
  const head = Math.min(26, far / 3);
  const [start, neck, tip] = [Math.min(16, far / 5), far - head - 12, far - 12];
  const outline = [
    along(start, 3),
    along(neck, 5),
    along(neck, 12),
    along(tip),
    along(neck, -12),
    along(neck, -5),
    along(start, -3),
  ];
  return <path class={`tc-arrow tc-arrow-${kind}`} d={`M${outline.join("L")}z`} />;
}

function Arrows({ state }: { state: f.State }) {
  const [combat, group] = [f.combatOf(state), f.groupOf(state)];
  const target = t.spaceNamed(combat?.target);
  const sources = (combat?.from ?? []).map(t.spaceNamed).filter((space) => space !== null);
  const [from, at] = [t.spaceNamed(group?.from), t.spaceNamed(group?.at)];
  return (
    <g class="tc-arrows" aria-hidden="true">
      {target && sources.map((one) => <Arrow key={one.id} from={one} to={target} kind="combat" />)}
      {target && <circle class="tc-aim" cx={target.x} cy={target.y} r="44" />}
      {from && at && from !== at && <Arrow from={from} to={at} kind="move" />}
    </g>
  );
}

/* ---- The way of a march -------------------------------------------------------------------------- */

/** The space that the pointer or the keyboard is on; null if there is none. */
function useAim() {
  const [aim, setAim] = useState<string | null>(null);
  const look = (event: Event) => {
    const thing = (event.target as Element).closest("[data-thing^='space:']")?.getAttribute("data-thing");
    setAim(thing ? thing.slice("space:".length) : null);
  };
  const handlers = { onPointerOver: look, onFocusIn: look, onPointerLeave: () => setAim(null) };
  return { aim, handlers };
}

/** The ways to a space by which somebody could march, each with its cost. */
function Ways({ marches }: { marches: f.March[] }) {
  return (
    <g class="tc-marches" aria-hidden="true">
      {marches.map(({ way, cost }) => {
        const spaces = way.map(t.spaceNamed).filter((space) => space !== null);
        const end = spaces.at(-1);
        return (
          <g key={way[0]}>
            <polyline class="tc-march" points={spaces.map(({ x, y }) => `${x},${y}`).join(" ")} />
            {end && <circle class="tc-cost" cx={end.x + 24} cy={end.y - 20} r="13" />}
            {end && (
              <text class="tc-cost-number" x={end.x + 24} y={end.y - 14} text-anchor="middle">
                {cost}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/* ---- The cursor ---------------------------------------------------------------------------------- */

/** The space nearest to the middle of what is in sight. */
function spaceInSight(frame: HTMLElement, scale: number): t.Space | null {
  const [x, y] = [
    (frame.scrollLeft + frame.clientWidth / 2) / scale,
    (frame.scrollTop + frame.clientHeight / 2) / scale,
  ];
  const far = (space: t.Space): number => Math.hypot(space.x - x, space.y - y);
  return t.spaces.reduce<t.Space | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
}

/** A space that the direction keys lead to; with the list of places open it is the one that is described there. */
function useCursor(frame: RefObject<HTMLDivElement | null>, { scale, show }: Scroller) {
  const [cursor, setCursor] = useState<t.Space | null>(null);
  const [isListed, setListed] = useState(false);
  const go = (space: t.Space | null) => {
    if (!space) return;
    setCursor(space);
    show(space.x, space.y);
  };
  const begin = () => frame.current && spaceInSight(frame.current, scale);
  const toggleList = () => {
    if (!isListed && !cursor) go(begin());
    if (isListed) frame.current?.focus({ preventScroll: true });
    setListed(!isListed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isOwn = event.target === frame.current && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (!isOwn || !(isDirection(event.key) || (event.key === "Enter" && cursor))) return;
    event.preventDefault();
    if (event.key === "Enter") toggleList();
    else go(cursor ? (wayTowards(cursor, event.key)?.to ?? null) : begin());
  };
  return { cursor, go, isListed, toggleList, onKeyDown };
}

/* ---- The frame ----------------------------------------------------------------------------------- */

/** The point that is shown first: the combat, the group that moves, or Kazan in the middle of the map. */
function firstLook(state: f.State): [number, number] {
  const space = t.spaceNamed(f.combatOf(state)?.target ?? f.groupOf(state)?.at) ?? t.spaceNamed("kazan");
  return space ? [space.x, space.y] : [t.WIDE / 2, t.HIGH / 2];
}

const isInside = (inner: DOMRect, outer: DOMRect): boolean =>
  inner.right > outer.left && inner.left < outer.right && inner.bottom > outer.top && inner.top < outer.bottom;

/** Brings things that can be pressed into the middle of the frame, one after another. */
function useFinding(frame: RefObject<HTMLDivElement | null>, { showElement }: Scroller) {
  const next = useRef(0);
  const things = useCallback((): Element[] => {
    const isShown = (one: Element): boolean => one.getBoundingClientRect().width > 0;
    return [...(frame.current?.querySelectorAll("[data-legal]") ?? [])].filter(isShown);
  }, [frame]);
  const find = useCallback(() => {
    const all = things();
    const one = all[next.current++ % Math.max(1, all.length)];
    if (one) showElement(one);
  }, [things, showElement]);
  /** Brings one into sight if none is. */
  const findIfLost = useCallback(() => {
    const outer = frame.current?.getBoundingClientRect();
    const all = things();
    const isInSight = (one: Element): boolean => !outer || isInside(one.getBoundingClientRect(), outer);
    if (all[0] && !all.some(isInSight)) showElement(all[0]);
  }, [frame, things, showElement]);
  return { find, findIfLost };
}

function Overview({
  state,
  frame,
  scroller,
}: {
  state: f.State;
  frame: RefObject<HTMLDivElement | null>;
  scroller: Scroller;
}) {
  const sight = useSight(frame, scroller.scale);
  const { owner } = state;
  const picture = useMemo(
    () => [<Tints key="tints" owner={owner} />, <Front key="front" owner={owner} />, <Water key="water" />],
    [owner],
  );
  const jump = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    scroller.show(((event.clientX - box.x) / box.width) * t.WIDE, ((event.clientY - box.y) / box.height) * t.HIGH);
  };
  if (scroller.scale <= FAR) return null;
  return (
    <svg
      class="tc-overview"
      viewBox={`0 0 ${t.WIDE} ${t.HIGH}`}
      aria-hidden="true"
      onPointerDown={jump}
      onPointerMove={jump}
    >
      {picture}
      <rect class="tc-sight" x={sight.x} y={sight.y} width={sight.wide} height={sight.high} />
    </svg>
  );
}

interface ButtonsProps {
  speech: GameSpeech;
  scroller: Scroller;
  find: () => void;
  /** Whether the list of places is open, and what opens and closes it. */
  places: { isListed: boolean; toggleList: () => void };
  /** Whether supply is shown, how many units have none, and what turns it on and off. */
  supply: { isShown: boolean; broken: number; toggle: () => void };
}

function Buttons({ speech, scroller, find, places, supply }: ButtonsProps) {
  const whole = scroller.scale <= scroller.least + 0.01;
  return (
    <div class="tc-zoom" role="group" aria-label={speech.word("web.zoom")}>
      <button type="button" onClick={() => scroller.zoomBy(scroller.step)} aria-label={speech.word("web.zoom.in")}>
        +
      </button>
      <button type="button" onClick={() => scroller.zoomBy(1 / scroller.step)} aria-label={speech.word("web.zoom.out")}>
        −
      </button>
      <button type="button" onClick={() => scroller.zoomTo(whole ? NORMAL : scroller.least)}>
        {speech.word(whole ? "web.zoom.normal" : "web.zoom.whole")}
      </button>
      <button type="button" onClick={find}>
        {speech.word("web.zoom.find")}
      </button>
      <button type="button" class="tc-places-switch" aria-expanded={places.isListed} onClick={places.toggleList}>
        {speech.word("web.places")}
      </button>
      <button type="button" class="tc-supply-switch" aria-pressed={supply.isShown} onClick={supply.toggle}>
        {speech.word("web.supply")}
        {supply.broken > 0 && (
          <>
            {" "}
            <b>{supply.broken}</b>
            <span class="hidden"> {speech.word("web.supply.out", supply.broken)}</span>
          </>
        )}
      </button>
    </div>
  );
}

export function WarMap({ s: { state, speech }, foreseen }: { s: Shown; foreseen: Foreseen }) {
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useScroller(frame, firstLook(state));
  const { show } = scroller;
  const { find, findIfLost } = useFinding(frame, scroller);
  const stacks = useMemo(() => f.stacksOf(state), [state]);
  const tints = useMemo(() => <Tints owner={state.owner} />, [state.owner]);
  const ground = useMemo(() => <Ground speech={speech} />, [speech]);
  const front = useMemo(() => <Front owner={state.owner} />, [state.owner]);
  const towns = useMemo(() => {
    const s = { state, speech };
    return t.spaces.map((space) => <SpaceMark key={space.id} s={s} space={space} stack={stacks.get(space.id)} />);
  }, [state, speech, stacks]);
  const pieces = useMemo(() => <Pieces s={{ state, speech }} stacks={stacks} />, [state, speech, stacks]);
  const keys = speech.word("web.map.keys");
  const far = scroller.scale <= FAR;
  const near = (event: MouseEvent) => scroller.zoomBy(NORMAL / scroller.scale, event.clientX, event.clientY);
  const [isSupplyShown, showSupply] = useState(false);
  const chains = useMemo(() => f.brokenChains(state), [state]);
  const nets = useMemo(() => (isSupplyShown ? <SupplyNets state={state} /> : null), [isSupplyShown, state]);
  const supply = { isShown: isSupplyShown, broken: chains.length, toggle: () => showSupply(!isSupplyShown) };
  const { aim, handlers } = useAim();
  const marches = useMemo(() => (aim === null ? [] : f.marchesTo(foreseen, aim)), [aim, foreseen]);
  const outlook = marches.flatMap(({ facts }) => facts.map((fact) => speech.fact(fact))).join(" ");
  const places = useCursor(frame, scroller);
  const { cursor } = places;
  const told = cursor && placeWords({ state, speech }, cursor, stacks.get(cursor.id));
  useEffect(findIfLost, [state, findIfLost]);
  const target = f.combatOf(state)?.target ?? null;
  useEffect(() => {
    const space = t.spaceNamed(target);
    if (space) show(space.x, space.y);
  }, [target, show]);
  return (
    <section class={`tc-map${far ? " tc-far" : ""}`} data-crowded aria-label={speech.word("web.map")}>
      <Buttons speech={speech} scroller={scroller} find={find} places={places} supply={supply} />
      <div
        class="tc-frame"
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label={keys}
        onDblClick={far ? near : undefined}
        onKeyDown={places.onKeyDown}
      >
        <svg
          viewBox={`0 0 ${t.WIDE} ${t.HIGH}`}
          width={t.WIDE * scroller.scale}
          height={t.HIGH * scroller.scale}
          {...handlers}
        >
          {tints}
          {front}
          {ground}
          {nets}
          {towns}
          <GoldTrain state={state} speech={speech} />
          <Arrows state={state} />
          {far ? <Sums state={state} stacks={stacks} near={near} /> : pieces}
          {isSupplyShown && <BrokenChains state={state} chains={chains} />}
          <Ways marches={marches} />
          {cursor && <circle class="tc-cursor" cx={cursor.x} cy={cursor.y} r="30" />}
        </svg>
      </div>
      <p class="tc-outlook" aria-live="polite">
        {outlook || (places.isListed ? "" : told)}
      </p>
      {places.isListed && cursor && (
        <Places s={{ state, speech }} stacks={stacks} space={cursor} go={places.go} close={places.toggleList} />
      )}
      {isSupplyShown && <SupplyList s={{ state, speech }} chains={chains} show={({ x, y }) => show(x, y)} />}
      <Overview state={state} frame={frame} scroller={scroller} />
    </section>
  );
}
