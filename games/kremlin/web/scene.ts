// scene.ts: the matters at hand: who decides what, and which announcement all listen to.
import type { Fact } from "client/core/situation";
import type { GameSpeech } from "client/core/words";
import { isSwiss, nameIn, type State } from "./facts";

/** Whether the matter would raise the politician whom it is about, or bring him down. */
export type Fate = "down" | "up";

export interface Ballot {
  isTrial: boolean;
  subject: string;
  /** The votes so far, for each politician. */
  votes: Record<string, string>;
  ayes: number;
  nays: number;
  /** How many "innocent" acquit, or how many "no" defeat a nominee. */
  needed: number;
}

export interface Matter {
  badge: string;
  text: string;
  actor: string | null;
  about: string | null;
  fate: Fate;
  ballot: Ballot | null;
}

/* ---- The facts of one frame ------------------------------------------------------------------------ */

/** What one frame of the stack is about. */
class Facts {
  readonly facts: Fact[];
  /** Whether all listen to it. */
  readonly isHeard: boolean;

  constructor(all: Fact[], frame: number) {
    this.facts = all.filter((fact) => fact.frame === frame);
    this.isHeard = all.some((fact) => fact.fact === "listening" && fact.frame === frame + 1);
  }

  find(...kinds: string[]): Fact | undefined {
    return this.facts.find(({ fact }) => kinds.includes(fact));
  }

  all(kind: string): Fact[] {
    return this.facts.filter(({ fact }) => fact === kind);
  }
}

/** Returns the fact that names the politician who acts, his place and his controller. */
const actingIn = (facts: Facts): Fact | undefined =>
  facts.find("decides", "rolls", "rostrum", "ends-with", "contested");

function actorIn(facts: Facts): string | null {
  return nameIn(actingIn(facts), "who") ?? nameIn(facts.find("demands"), "chief");
}

/** Returns what was announced, in the notation. */
const announcedWords = (facts: Facts): string[] => nameIn(facts.find("announced"), "what")?.split(" ") ?? [];

/* ---- Votes ----------------------------------------------------------------------------------------- */

export function ballotIn(facts: Facts): Ballot | null {
  const trial = facts.find("trial");
  const found = trial ?? facts.find("election");
  if (!found) return null;
  const votes: Record<string, string> = {};
  for (const { who, vote } of facts.all("vote")) if (who !== null && vote !== "none") votes[String(who)] = String(vote);
  const [verb, vote = ""] = announcedWords(facts);
  const voter = actorIn(facts);
  if (verb === "vote" && voter) votes[voter] = vote;
  return {
    isTrial: trial !== undefined,
    subject: String(found[trial ? "accused" : "nominee"]),
    votes,
    ayes: Number(found[trial ? "innocent" : "yes"]),
    nays: Number(found[trial ? "guilty" : "no"]),
    needed: Number(found["needed"]),
  };
}

/* ---- In words -------------------------------------------------------------------------------------- */

class Teller {
  private readonly s: State;
  private readonly speech: GameSpeech;
  constructor(s: State, speech: GameSpeech) {
    this.s = s;
    this.speech = speech;
  }

  private tell = (event: string, ...args: (string | number)[]): string =>
    this.speech.event({ event, clause: "", args });
  private politician = (fact: Fact, argument: string): string =>
    this.speech.name("politician", nameIn(fact, argument) ?? "");
  private faction = (fact: Fact, argument: string): string => this.speech.name("faction", nameIn(fact, argument) ?? "");
  private word = (key: string, ...args: (string | number)[]): string => this.speech.word(`web.scene.${key}`, ...args);

  /** Returns what was announced, in the words of the event that told it to all. */
  private announcement(facts: Facts, announced: Fact): string {
    const speaker = nameIn(facts.find("demands"), "author") ?? nameIn(announced, "who") ?? "";
    const [, ...args] = nameIn(announced, "what")?.split(" ") ?? [];
    return this.tell(String(announced["told"]), speaker, ...args);
  }

  /** Returns what all listen to. */
  private heard(facts: Facts): string {
    const told: Record<string, (fact: Fact) => string> = {
      opens: ({ phase }) => this.word(phase === "set-up" ? "opening" : `${phase}-opens`),
      "ends-with": (fact) => this.word(isSwiss(this.s) ? "decides-swiss" : "decides-all", this.politician(fact, "who")),
      "die-cast": (fact) => this.dieOfPurge(fact),
      "health-roll": ({ who, die, age }) => this.tell("health-roll", String(who), Number(die), Number(age)),
      rostrum: ({ who }) => this.tell("rostrum", String(who)),
      // All listen to several announcements together where nothing happens between them.
      announced: () =>
        facts
          .all("announced")
          .map((fact) => this.announcement(facts, fact))
          .join(" "),
    };
    const kind = Object.keys(told).find((one) => facts.find(one));
    const fact = kind && facts.find(kind);
    return fact ? (told[kind]?.(fact) ?? "") : "";
  }

  private dieOfPurge(fact: Fact): string {
    const by = Number(fact["by"]);
    return this.word(by >= 0 ? "enough" : "not-enough", this.politician(fact, "victim"), Math.abs(by));
  }

  /** Tells who has another controller now than when it was announced, or none. */
  private control(facts: Facts): string {
    return [
      ...facts.all("uncontrolled").map((free) => this.word("free", this.politician(free, "who"))),
      ...facts
        .all("anew")
        .map((anew) => this.word("anew", this.politician(anew, "who"), this.faction(anew, "controller"))),
    ].join(" ");
  }

  /** Tells what depends on the matter. */
  private stake(facts: Facts): string {
    const chances = ({ better, worse, dies }: Fact) => [Number(better), Number(worse), Number(dies)];
    const told: Record<string, (fact: Fact) => string> = {
      purge: ({ needs, chance }) => this.word("needs", Number(needs), Number(chance)),
      "wave-needs": ({ needs, chance }) => this.word("needs", Number(needs), Number(chance)),
      "health-roll": ({ crosses }) => this.speech.word(`web.health.${crosses}`),
      "in-cure": (fact) => this.word("bed", ...chances(fact)),
      "at-work": (fact) => this.word("desk", ...chances(fact)),
    };
    return facts.facts.flatMap((fact) => told[fact.fact]?.(fact) ?? []).join(" ");
  }

  private card(facts: Facts, card: Fact): string {
    const due = facts.find("due");
    const names = facts.find("names");
    return [
      this.tell("plays", String(card["player"]), String(card["card"])),
      due ? this.word("forced", this.faction(due, "who"), Number(due["points"])) : "",
      names && names["head"] !== null ? `(${this.politician(names, "head")})` : "",
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** Tells who acts, where he is, and who controls him. */
  private actor(facts: Facts): string {
    const acting = actingIn(facts);
    const demands = facts.find("demands");
    if (!acting) return demands ? this.who(String(demands["chief"])) : "";
    const who = this.who(String(acting["who"]));
    const isSettled = acting.fact !== "contested" && acting["controller"] !== null;
    return isSettled ? `${who} ${this.word("strings", this.faction(acting, "controller"))}` : who;
  }

  private who(id: string): string {
    const place = this.speech.name("place", this.s.place[id] ?? "");
    return this.word("who", this.speech.name("politician", id), place);
  }

  text(facts: Facts): string {
    const card = facts.find("card");
    const parts = card
      ? [this.card(facts, card)]
      : facts.isHeard
        ? [this.heard(facts), this.control(facts)]
        : [this.actor(facts)];
    return [...parts, this.stake(facts)].filter(Boolean).join(" ");
  }
}

/* ---- The matters ----------------------------------------------------------------------------------- */

function badgeOf(facts: Facts): string {
  if (facts.find("card")) return "card";
  const isTrialOpening = facts.find("trial") && !actingIn(facts);
  if (facts.isHeard && !isTrialOpening) return "heard";
  if (facts.find("contested")) return "tied";
  if (facts.find("demands") && !facts.find("announced")) return "demand";
  return facts.find("trial") ? "trial" : "decides";
}

const RAISING = ["nominate", "promote", "rehabilitate", "close"];

function aboutOf(facts: Facts, ballot: Ballot | null, speech: GameSpeech): { about: string | null; fate: Fate } {
  if (ballot) return { about: ballot.subject, fate: ballot.isTrial ? "down" : "up" };
  const [verb = "", subject = null] = announcedWords(facts);
  const isAboutSomebody = speech.facts.verbs[verb]?.[0] === "politician";
  return { about: isAboutSomebody ? subject : null, fate: RAISING.includes(verb) ? "up" : "down" };
}

function matterOf(facts: Facts, s: State, speech: GameSpeech): Matter | null {
  const text = new Teller(s, speech).text(facts);
  const ballot = ballotIn(facts);
  if (!text && !ballot) return null;
  return { badge: badgeOf(facts), text, actor: actorIn(facts), ...aboutOf(facts, ballot, speech), ballot };
}

/** Returns the matters at hand, the outermost first. */
export function mattersOf(s: State, speech: GameSpeech): Matter[] {
  if (s.over !== null) return [];
  const frames = [...new Set(s.is.facts.map(({ frame }) => frame))].sort((a, b) => a - b);
  return frames.flatMap((frame) => matterOf(new Facts(s.is.facts, frame), s, speech) ?? []);
}
