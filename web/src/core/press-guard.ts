// press-guard.ts: keeps a press from answering what the person has not meant.
//
// What has just appeared or moved takes no press for a moment, nor does any answer to a question that has just come.
// A press that began at one question never answers the next: the question is compared when the press begins and when
// it ends, also inside a sealed question, whose parts have the same number. A key that is held down answers nothing.

/** For how long a thing must have been where it is before it takes a press. */
export const SETTLE_MS = 350;
/** A thing that moves by less has not moved. */
const NEAR_PX = 6;

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Known extends Place {
  /** Since when it has been there. */
  since: number;
}

const isNear = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < NEAR_PX &&
  Math.abs(a.y - b.y) < NEAR_PX &&
  Math.abs(a.width - b.width) < 4 * NEAR_PX &&
  Math.abs(a.height - b.height) < 4 * NEAR_PX;

export class PressGuard {
  private readonly now: () => number;
  /** Whether things have to settle; the question is compared in any case. */
  private readonly settles: () => boolean;
  private question = "";
  private askedSince = -Infinity;
  private readonly places = new WeakMap<object, Known>();
  /** The press that has begun. */
  private begun: { question: string; isAllowed: boolean } | null = null;

  constructor(now: () => number, settles: () => boolean) {
    this.now = now;
    this.settles = settles;
  }

  /** Tells which question is shown: `key` differs for any two of them. */
  setQuestion(key: string): void {
    if (key === this.question) return;
    this.question = key;
    this.askedSince = this.now();
  }

  /** Tells where a thing is. */
  see(thing: object, place: Place): void {
    const known = this.places.get(thing);
    if (!known || !isNear(known, place)) this.places.set(thing, { ...place, since: this.now() });
  }

  /** Whether the thing and the question have been there long enough. */
  isSettled(thing: object): boolean {
    if (!this.settles()) return true;
    const since = Math.max(this.places.get(thing)?.since ?? Infinity, this.askedSince);
    return this.now() - since >= SETTLE_MS;
  }

  /** A press on a thing begins, with a pointer or a key. */
  begin(thing: object): void {
    this.begun = { question: this.question, isAllowed: this.isSettled(thing) };
  }

  /** The press has come to nothing. */
  cancel(): void {
    this.begun = null;
  }

  /** Returns whether the press on a thing, which ends now, counts. A press that never began is one of a program. */
  end(thing: object): boolean {
    const begun = this.begun ?? { question: this.question, isAllowed: this.isSettled(thing) };
    this.begun = null;
    return begun.isAllowed && begun.question === this.question;
  }
}
