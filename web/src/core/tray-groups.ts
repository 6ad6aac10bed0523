// tray-groups.ts: how a long list of actions is made short: by verb, and where a verb has many, by one of its arguments.
import { type LegalAction, sameThing, type Thing } from "./actions";

export interface Group {
  verb: string;
  actions: LegalAction[];
}

export function groupByVerb(actions: LegalAction[]): Group[] {
  const groups = new Map<string, LegalAction[]>();
  for (const action of actions) groups.set(action.verb, [...(groups.get(action.verb) ?? []), action]);
  return [...groups].map(([verb, ofVerb]) => ({ verb, actions: ofVerb }));
}

/** Leaves out what reads like an action before it: two cards of the same kind, say. On the board both can be pressed. */
export function withoutTwins(actions: LegalAction[]): LegalAction[] {
  const read = new Set<string>();
  return actions.filter(({ words }) => !read.has(words) && read.add(words));
}

/** The most actions with two arguments that are shown as whole sentences. */
const MOST_SENTENCES = 6;

/** Actions that share an argument. */
export interface Row {
  /** Null: they share nothing that need be said. */
  thing: Thing | null;
  /** Each with the arguments that it does not share; none: it is said as a whole sentence. */
  actions: { action: LegalAction; rest: Thing[] }[];
}

/** Returns the argument that takes the fewest values; -1 if there are few actions, or as many values as actions. */
function sharedArgument(actions: LegalAction[]): number {
  if (actions.length <= MOST_SENTENCES || actions.some(({ args }) => args.length !== 2)) return -1;
  const counts = [0, 1].map((n) => new Set(actions.map(({ args }) => args[n]?.name)).size);
  const [first = 0, second = 0] = counts;
  return Math.min(first, second) > actions.length / 2 ? -1 : first <= second ? 0 : 1;
}

/** Puts the actions of one verb into rows by an argument that several share. What all have in common is said only once. */
export function rowsOf(actions: LegalAction[]): Row[] {
  if (actions.every(({ args }) => args.length === 1))
    return [{ thing: null, actions: actions.map((action) => ({ action, rest: action.args })) }];
  const shared = sharedArgument(actions);
  if (shared < 0) return [{ thing: null, actions: actions.map((action) => ({ action, rest: [] })) }];
  const rows: Row[] = [];
  for (const action of actions) {
    const thing = action.args[shared];
    if (!thing) continue;
    const rest = action.args.filter((_, n) => n !== shared);
    const row = rows.find((one) => one.thing && sameThing(one.thing, thing));
    if (row) row.actions.push({ action, rest });
    else rows.push({ thing, actions: [{ action, rest }] });
  }
  return rows;
}
