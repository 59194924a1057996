import { wallAlarm, wallNow } from '../wall-clock.js';

/** Milliseconds of real time from one round to the next at least. */
const between = 1000;

/** Rounds that are made when something may be due, by real time; never two of them within a second. */
export class Rounds {
  readonly #round: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #next = Number.POSITIVE_INFINITY;
  #callOff = () => {};

  /** @param onError called with what a round failed by; the next one is made all the same when it is asked for */
  constructor(round: () => Promise<void>, onError: (error: unknown) => void) {
    this.#round = round;
    this.#onError = onError;
  }

  /** Whether the next round should have been made by now. */
  get isDue(): boolean {
    return this.#next <= wallNow();
  }

  /** Makes a round at an instant of real time, or somewhat later. */
  by(instant: number): void {
    if (instant >= this.#next) return;
    this.#callOff();
    this.#next = instant;
    this.#callOff = wallAlarm(Math.max(between, instant - wallNow()), () => {
      this.begin();
      this.#round().catch(this.#onError);
    });
  }

  /** A round is made now: what is due later is for the next one. */
  begin(): void {
    if (this.#next !== Number.NEGATIVE_INFINITY) this.#next = Number.POSITIVE_INFINITY;
  }

  /** No round is made any more. */
  end(): void {
    this.#callOff();
    this.#next = Number.NEGATIVE_INFINITY;
  }
}
