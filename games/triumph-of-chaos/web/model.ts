// model.ts: what follows from a view of Triumph of Chaos: who uses whom, whose the cities are, who stands where.
// The same sums as the engine's (standing.c, board.c, losses.c), so that the board says what the rules will do.
import type { GameEvent, View } from "client/core/protocol";
import * as t from "./tables";

type By<T> = Record<string, T>;
export type Role = "attacker" | "defender";
export const ROLES: readonly Role[] = ["attacker", "defender"];

/** A frame of what is going on; v: see steps.h. */
export interface Frame {
  step: string;
  asked: string[];
  v: number[];
}

/** The parts of the view that are read: see fields.c of the game. */
export interface TView {
  options: { scenario: string; politics: string; sides: string };
  over: string | null;
  stack: Frame[];
  turn: number;
  round: number;
  phase: string;
  acting: t.Side | null;
  side: By<t.Side | null>;
  bid_side: By<t.Side | null>;
  bid_vp: By<number>;
  vp: By<number>;
  cities: By<number>;
  unit_at: By<string | null>;
  unit_where: By<string>;
  unit_flags: By<string[]>;
  leader_at: By<string | null>;
  leader_where: By<string>;
  leader_flags: By<string[]>;
  owner: By<t.Owner>;
  marker: By<string[]>;
  card_at: By<string>;
  pcard_at: By<string>;
  box: By<string>;
  faction_flags: By<string[]>;
  played: string[];
  steps: By<number>;
  faction_steps: By<number>;
  hand_size: By<number>;
  deck_size: By<number>;
  box_chosen: By<number>;
  box_random: By<number>;
  box_ones: By<number>;
  box_twos: By<number>;
  chooser: By<t.Side | null>;
  special: string | null;
  infighting: string[];
  winner: t.Party | null;
  op_from: string | null;
  op_at: string | null;
  op_card: string | null;
  op_use: string | null;
  op_spaces: number;
  op_put: number;
  op_points: number;
  combat_target: string | null;
  combat_kind: number;
  combat_side: By<t.Party>;
  combat_die: By<number>;
  combat_loss: By<number>;
  combat_left: By<number>;
  combat_leader: By<string | null>;
  combat_retreat: number;
  combat_withdrawn: number;
  combat_held: number;
  ip: By<By<number>>;
  soft_ip: By<By<number>>;
  worth: By<By<number>>;
}

export const readView = (view: View): TView => view as unknown as TView;

export const sideOf = (v: TView, seat: string | null): t.Side | null => (seat === null ? null : (v.side[seat] ?? null));
export const seatOf = (v: TView, side: t.Side): string | null => Object.keys(v.side).find((seat) => v.side[seat] === side) ?? null;
export const otherSide = (side: t.Side): t.Side => (side === "red" ? "white" : "red");
export const turnOf = (v: TView): t.Turn | null => t.turns[v.turn - 1] ?? null;
export const isOn = (v: TView, step: string): boolean => v.stack.some((frame) => frame.step === step);

/* ---- Factions ------------------------------------------------------------------------------------ */

const CZECHS = "czech-legion";
const POWERS = "central-powers";

export const flagsOf = (v: TView, faction: string): string[] => v.faction_flags[faction] ?? [];

export function controller(v: TView, faction: string): t.Party {
  const box = v.box[faction];
  return box === "red-control" ? "red" : box === "white-control" ? "white" : "nobody";
}

export function conqueror(v: TView, faction: string): t.Party {
  const flags = flagsOf(v, faction);
  return flags.includes("by-red") ? "red" : flags.includes("by-white") ? "white" : "nobody";
}

/** How many factions a side controls or has conquered. */
export const controlledBy = (v: TView, side: t.Side): number =>
  t.factions.filter(({ id }) => controller(v, id) === side || conqueror(v, id) === side).length;

/** Who uses its forces: TC-8.24, TC-8.53. */
export function factionUser(v: TView, faction: string): t.Party {
  const who = controller(v, faction);
  if (who === "nobody") return conqueror(v, faction);
  const flags = flagsOf(v, faction);
  const serves = t.factionNamed(faction)?.barred !== who || flags.includes("protected") || flags.includes("called");
  return serves ? who : "nobody";
}

const userOf = (v: TView, piece: { side: t.Side | null; faction: string }): t.Party =>
  piece.side ?? (piece.faction ? factionUser(v, piece.faction) : "nobody");

export const unitUser = (v: TView, id: string): t.Party => userOf(v, t.unitNamed(id));
export const leaderUser = (v: TView, id: string): t.Party => userOf(v, t.leaderNamed(id));

export const powersActive = (v: TView): boolean => t.hasPowers(v.options.scenario) && !flagsOf(v, POWERS).includes("withdrawn");

/** Of the influence on its marker: above 0 for WHITE. */
export const netInfluence = (v: TView, faction: string): number => influenceOf(v, "white", faction) - influenceOf(v, "red", faction);
export const influenceOf = (v: TView, side: t.Side, faction: string): number =>
  (v.ip[side]?.[faction] ?? 0) + (v.soft_ip[side]?.[faction] ?? 0);

/* ---- Victory Cities ------------------------------------------------------------------------------ */

const isTaken = (v: TView, space: string): boolean => t.units.some(({ id, faction }) => faction === POWERS && v.unit_at[id] === space);

/** TC-VP-1, TC-8.315.6, TC-8.316.1 */
export function cityCountsFor(v: TView, space: t.Space): t.Party {
  const owner = v.owner[space.id];
  if (!space.city || !owner || owner === "nobody" || owner === POWERS) return "nobody";
  if (owner === CZECHS) return v.box[CZECHS]?.startsWith("white-") ? "white" : "nobody";
  const powers = powersActive(v);
  if (powers && isTaken(v, space.id)) return v.marker[space.id]?.includes("credit") ? otherSide(owner) : "nobody";
  const land = t.factionNamed(t.landOf.get(space.region) ?? "");
  return land?.shut && powers ? "nobody" : owner;
}

export function countCities(v: TView): Record<t.Side, number> {
  const count = { red: 0, white: 0 };
  for (const space of t.spaces) {
    const who = cityCountsFor(v, space);
    if (who !== "nobody") count[who]++;
  }
  return count;
}

/* ---- Units and leaders --------------------------------------------------------------------------- */

export const isReduced = (v: TView, id: string): boolean => v.unit_flags[id]?.includes("reduced") ?? false;
export const hasFlag = (v: TView, id: string, flag: string): boolean => v.unit_flags[id]?.includes(flag) ?? false;

/** Its numbers now. */
export function faceOf(v: TView, id: string): t.Face {
  const unit = t.unitNamed(id);
  return isReduced(v, id) ? unit.reduced : unit.full;
}

export const stepsLeft = (v: TView, id: string): number => t.unitNamed(id).steps - (isReduced(v, id) ? 1 : 0);

export interface Stack {
  units: string[];
  leaders: string[];
}

/** Who stands in each space: armies first. */
export function stacksOf(v: TView): Map<string, Stack> {
  const stacks = new Map<string, Stack>();
  const at = (space: string): Stack => {
    const known = stacks.get(space) ?? { units: [], leaders: [] };
    stacks.set(space, known);
    return known;
  };
  for (const army of [true, false])
    for (const unit of t.units) {
      const space = v.unit_at[unit.id];
      if (space && unit.army === army) at(space).units.push(unit.id);
    }
  for (const { id } of t.leaders) {
    const space = v.leader_at[id];
    if (space) at(space).leaders.push(id);
  }
  return stacks;
}

export const unitsIn = (v: TView, where: string, side: t.Party): string[] =>
  t.units.filter(({ id }) => v.unit_where[id] === where && unitUser(v, id) === side).map(({ id }) => id);
export const leadersIn = (v: TView, where: string, side: t.Party): string[] =>
  t.leaders.filter(({ id }) => v.leader_where[id] === where && leaderUser(v, id) === side).map(({ id }) => id);

/* ---- Cards --------------------------------------------------------------------------------------- */

export const handOf = (v: TView, side: t.Side | null): t.Card[] => t.cards.filter((card) => card.side === side && v.card_at[card.id] === "hand");

/** The viewer's card, or an opened one, in a Political Box. */
export const boxCard = (v: TView, side: t.Side, pile: t.Pile): t.Card | null =>
  t.cards.find((card) => card.side === side && v.card_at[card.id] === `${pile}-box`) ?? null;

export const isOpened = (v: TView, side: t.Side, pile: t.Pile): boolean => (v.worth[side]?.[pile] ?? 0) > 0;

export const politicalIn = (v: TView, place: string, pile: t.Pile): t.PoliticalCard[] =>
  t.politicalCards.filter((card) => card.pile === pile && v.pcard_at[card.id] === place);

/** How many lie in the pile: while the other side has chosen from it nobody else knows which, but everybody how many. */
export function pileSize(v: TView, pile: t.Pile): number {
  const hidden = (v.box_chosen[pile] ?? 0) - politicalIn(v, "chosen", pile).length;
  return politicalIn(v, "pile", pile).length + politicalIn(v, "unseen", pile).length - Math.max(0, hidden);
}

/** Which pile is being chosen from. */
export function choosingFrom(v: TView): t.Pile | null {
  const frame = v.stack.at(-1);
  return frame?.step === "choose" ? (t.PILES[frame.v[0] ?? 0] ?? null) : null;
}

/* ---- Combat -------------------------------------------------------------------------------------- */

const TREACHERY = 3;

/** As tc_role_of has it. */
export function roleOf(v: TView, unit: string): Role {
  if (v.combat_kind === TREACHERY) return t.unitNamed(unit).faction === "makhno" ? "attacker" : "defender";
  return unitUser(v, unit) === v.combat_side["attacker"] ? "attacker" : "defender";
}

/** Those in the combat; before the dice fall, all who stand in the target defend it. */
export function fighting(v: TView, role: Role): string[] {
  const isIn = (id: string): boolean => hasFlag(v, id, "fights") || (role === "defender" && !v.combat_die["defender"] && v.unit_at[id] === v.combat_target);
  return t.units.filter(({ id }) => isIn(id) && roleOf(v, id) === role).map(({ id }) => id);
}

/** What fires: those that still stand. */
export const strengthOf = (v: TView, ids: string[]): number =>
  ids.filter((id) => !hasFlag(v, id, "fell")).reduce((sum, id) => sum + faceOf(v, id).combat, 0);

export interface Fire {
  strength: number;
  shift: number;
  column: number;
  modifiers: number;
}

/** How the dice came to their numbers, as the events told; by role. */
export function firesOf(v: TView, events: GameEvent[]): Partial<Record<Role, Fire>> {
  const out: Partial<Record<Role, Fire>> = {};
  let next = 0;
  for (const { event, args } of events) {
    if (event === "attack" || event === "counter") {
      next = 0; // another combat
      delete out.attacker;
      delete out.defender;
    }
    const role = ROLES[next];
    if (event === "column" && role) {
      out[role] = { strength: Number(args[1]), shift: Number(args[2]), column: Number(args[3]), modifiers: 0 };
      next++;
    }
    const last = ROLES[next - 1];
    if (event === "modifier" && last && out[last]) out[last].modifiers = Number(args[2]);
  }
  return v.combat_target ? out : {};
}
