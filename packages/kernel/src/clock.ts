import { setImmediate as nextTurn } from 'node:timers/promises';
import sortedBtree from 'sorted-btree';
import type { ClockMode, ClockSetting, SavedClock } from './clock-setting.js';
import { maxTimeoutMs, monotonicNowMs } from './wall-clock.js';

/** Work that is due at a given instant. `kind` names the handler passed to `Clock.on`. */
export interface ScheduledTimer {
  /** Orders timers that are due at the same instant. */
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** The earliest instant. Years have four digits. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
/** The last instant that a clock can show. */
export const maxInstant = Date.parse('9999-12-31T23:59:59.999Z');
const outside = 'is outside the years 0000 to 9999';

/** Milliseconds for which the clock fires timers before it yields to the event loop. */
const longestHold = 10;

type TimerHandler = (payload: unknown) => Promise<void>;

/**
 * `delivery` is a request to a webhook receiver. `live` is live work on a running clock, which {@link Clock.settled}
 * ignores by default.
 */
type ActivityKind = 'work' | 'delivery' | 'live';

/** Called before an advance fires its first timer. */
type OnAdvance = (from: number, to: number) => void;

/**
 * The only time source of a sandbox. Shows real time plus any advance (`real`), runs at a multiple of real time
 * (`scaled`), or moves only when advanced (`manual`). Instants are milliseconds since the epoch.
 */
export class Clock {
  #mode: ClockMode = { mode: 'real' };
  /** Virtual time at {@link Clock.#anchor}. */
  #base: number;
  #anchor: number;
  readonly #timers = new sortedBtree.default<ScheduledTimer, undefined>(
    undefined,
    (one, other) => one.at - other.at || one.id - other.id,
  );
  #nextTimerId = 1;
  #handlers = new Map<string, TimerHandler>();
  #activities: Record<ActivityKind, Set<Promise<void>>> = { work: new Set(), delivery: new Set(), live: new Set() };
  #wake: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #stamped = { instant: Number.NaN, text: '' };
  /** Time of the latest yield, from {@link monotonicNowMs}. */
  #yielded = 0;
  #fired = 0;
  readonly #turned: () => void;

  /** @param turned called when the result of {@link Clock.record} changes */
  constructor(setting: ClockSetting, turned: () => void = () => undefined) {
    this.#turned = turned;
    this.#anchor = Date.now();
    this.#base = this.#anchor;
    this.set(setting);
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Returns the next timers to fire, in order. */
  soonest(most: number): ScheduledTimer[] {
    const found: ScheduledTimer[] = [];
    for (const timer of this.#timers.keys()) {
      if (found.length >= most) break;
      found.push(timer);
    }
    return found;
  }

  /**
   * Real time in milliseconds at which the first timer is due; undefined if there is no timer or the clock is manual.
   */
  get wakesAt(): number | undefined {
    const first = this.#timers.minKey();
    if (first === undefined || this.#mode.mode === 'manual') return undefined;
    const scale = this.#mode.mode === 'scaled' ? this.#mode.scale : 1;
    return this.#anchor + (first.at - this.#base) / scale;
  }

  get isIdle(): boolean {
    return Object.values(this.#activities).every(({ size }) => size === 0);
  }

  now(): Date {
    return new Date(this.#instant());
  }

  /** Returns the current instant as ISO 8601 in UTC. */
  timestamp(): string {
    const instant = this.#instant();
    // Cached, because many requests fall in the same millisecond.
    if (instant !== this.#stamped.instant) this.#stamped = { instant, text: new Date(instant).toISOString() };
    return this.#stamped.text;
  }

  /**
   * Changes the mode. Without `at`, a manual or scaled clock continues from its current time, and a real one shows real
   * time. Due timers fire in the next {@link Clock.settled}.
   * @throws RangeError if `at` is invalid
   */
  set(setting: ClockSetting): void {
    const machine = Date.now();
    const usual = setting.mode === 'real' ? machine : this.#instant();
    const start = setting.at === undefined ? usual : Date.parse(setting.at);
    if (Number.isNaN(start)) throw new RangeError(`"${setting.at}" is not an ISO 8601 instant`);
    if (start < earliest || start > maxInstant) throw new RangeError(`"${setting.at}" ${outside}`);
    this.#base = start;
    this.#anchor = machine;
    this.#mode = modeOf(setting);
    this.#turned();
    this.#arm();
  }

  /** Returns the state for {@link Clock.resume}. */
  record(): SavedClock {
    const at = new Date(this.#base).toISOString();
    return this.#mode.mode === 'manual'
      ? { mode: 'manual', at }
      : { ...this.#mode, at, since: new Date(this.#anchor).toISOString() };
  }

  /** Restores a saved state. A running clock also advances by the time since it was saved. */
  resume({ at, since, ...mode }: SavedClock): void {
    const machine = Date.now();
    this.#mode = modeOf(mode);
    this.#anchor = since === undefined ? machine : Date.parse(since);
    this.#base = since === undefined && mode.mode === 'real' ? machine : Date.parse(at);
    this.#arm();
  }

  /** Reserves an id for a later timer. It is higher than all current ids. */
  reserve(): number {
    this.#nextTimerId += 1;
    return this.#nextTimerId - 1;
  }

  on(kind: string, handler: TimerHandler): void {
    this.#handlers.set(kind, handler);
  }

  /**
   * Sets a timer. Timers with the same due time fire in order of their ids. Due times are capped at the last instant of
   * the calendar.
   */
  schedule({ id = this.reserve(), ...timer }: Omit<ScheduledTimer, 'id'> & { readonly id?: number }): ScheduledTimer {
    const added: ScheduledTimer = { ...timer, at: Math.min(maxInstant, timer.at), id };
    this.#nextTimerId = Math.max(this.#nextTimerId, id + 1);
    this.#timers.set(added, undefined);
    // Activating a sandbox sets thousands of timers.
    if (this.#timers.minKey() === added) this.#arm();
    return added;
  }

  cancel(timer: ScheduledTimer): void {
    const wasFirst = this.#timers.minKey() === timer;
    this.#timers.delete(timer);
    if (wasFirst) this.#arm();
  }

  /** Tracks work, so that {@link Clock.settled} and {@link Clock.advanceTo} wait for it. */
  track(activity: Promise<unknown>, kind: ActivityKind = 'work'): void {
    const set = this.#activities[kind];
    const entry: Promise<void> = activity.then(
      () => undefined,
      () => undefined,
    );
    set.add(entry);
    void entry.then(() => set.delete(entry));
  }

  /** Resolves when no tracked work is in progress and, on a manual clock, no timer is due. */
  async settled(kinds: readonly ActivityKind[] = ['work', 'delivery']): Promise<void> {
    for (;;) {
      const underWay = kinds.flatMap((kind) => [...this.#activities[kind]]);
      if (underWay.length > 0) await Promise.all(underWay);
      else if (this.#mode.mode !== 'manual' || !(await this.#fireNext(this.#instant()))) return;
    }
  }

  /**
   * Fires all timers due until the target, each at its own time, and waits for their work. Calls run one after another.
   * @returns number of fired timers
   * @throws RangeError if the target is in the past
   */
  advanceTo(target: number, onStart?: OnAdvance): Promise<number> {
    return this.#inTurn(() => this.#advance(target, onStart));
  }

  /** Like {@link Clock.advanceTo}, but relative to the clock's time when the call's turn comes. */
  advanceBy(milliseconds: number, onStart?: OnAdvance): Promise<number> {
    return this.#inTurn(() => this.#advance(this.#instant() + milliseconds, onStart));
  }

  stop(): void {
    this.#stopped = true;
    this.#timers.clear();
    clearTimeout(this.#wake);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #advance(target: number, onStart: OnAdvance = () => undefined): Promise<number> {
    if (target < this.#instant()) {
      throw new RangeError(
        `The clock shows ${this.now().toISOString()} and cannot go back to ${new Date(target).toISOString()}`,
      );
    }
    if (target > maxInstant) throw new RangeError(`The target time ${outside}`);
    const before = this.#fired;
    await this.settled();
    onStart(this.#instant(), target);
    while (await this.#fireNext(target)) await this.settled();
    this.#moveTo(target);
    return this.#fired - before;
  }

  #moveTo(instant: number): void {
    // A running clock can pass the instant while timers fire.
    if (instant <= this.#instant()) return;
    this.#base = instant;
    this.#anchor = Date.now();
    this.#turned();
    this.#arm();
  }

  async #fireNext(limit: number): Promise<boolean> {
    const timer = this.#timers.minKey();
    if (timer === undefined || timer.at > limit) return false;
    this.#timers.delete(timer);
    this.#fired += 1;
    this.#moveTo(timer.at);
    const handler = this.#handlers.get(timer.kind);
    if (handler === undefined) throw new Error(`No handler for timers of kind "${timer.kind}"`);
    const activity = handler(timer.payload);
    this.track(activity);
    await activity;
    // Yields after the timer, because the timer can set the clock back.
    if (monotonicNowMs() - this.#yielded > longestHold) {
      await nextTurn();
      this.#yielded = monotonicNowMs();
    }
    return true;
  }

  #instant(): number {
    if (this.#mode.mode === 'manual') return this.#base;
    const scale = this.#mode.mode === 'scaled' ? this.#mode.scale : 1;
    // A scaled clock stops at the end of the calendar.
    return Math.min(maxInstant, Math.floor(this.#base + (Date.now() - this.#anchor) * scale));
  }

  /** Sets a system timer for the next timer of a running clock. */
  #arm(): void {
    clearTimeout(this.#wake);
    const first = this.#timers.minKey();
    if (first === undefined || this.#stopped || this.#mode.mode === 'manual') return;
    const scale = this.#mode.mode === 'scaled' ? this.#mode.scale : 1;
    const wait = Math.min(Math.max(0, (first.at - this.#instant()) / scale), maxTimeoutMs);
    this.#wake = setTimeout(() => void this.#fireDue(), Math.ceil(wait));
    this.#wake.unref();
  }

  async #fireDue(): Promise<void> {
    while (!this.#stopped && (await this.#fireNext(this.#instant()))) {}
    this.#arm();
  }
}

function modeOf(setting: ClockMode): ClockMode {
  return setting.mode === 'scaled' ? { mode: 'scaled', scale: setting.scale } : { mode: setting.mode };
}
