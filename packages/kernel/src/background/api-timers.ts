import type { Timer } from '../clock.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import { scopesOf } from '../store/scope.js';
import type { Store } from '../store/store.js';
import { inBackground } from './in-background.js';
import { type StoredTimer, storedTimers } from './stored-timer.js';

export interface ApiTimersWorld {
  readonly store: Store;
  readonly simulators: ReadonlyMap<string, Simulator>;
  onDefect(error: unknown, what: string): void;
}

const timerKind = 'api-timer';

interface Due {
  readonly api: string;
  readonly id: string;
}

/** Lets the clock fire the timers that the APIs of one sandbox keep in the store. */
export class ApiTimers {
  readonly #sandbox: Sandbox;
  readonly #world: ApiTimersWorld;
  #armed = new Map<string, Timer>();

  constructor(sandbox: Sandbox, world: ApiTimersWorld) {
    this.#sandbox = sandbox;
    this.#world = world;
    sandbox.clock.on(timerKind, (payload) => this.#fire(payload as Due));
  }

  /** Sets the clock for a timer whose record is committed. */
  arm(api: string, { id, at }: StoredTimer): void {
    const payload: Due = { api, id };
    this.#armed.set(keyOf(payload), this.#sandbox.clock.schedule({ at: Date.parse(at), kind: timerKind, payload }));
  }

  disarm(api: string, id: string): void {
    const key = keyOf({ api, id });
    const timer = this.#armed.get(key);
    if (timer !== undefined) this.#sandbox.clock.cancel(timer);
    this.#armed.delete(key);
  }

  clear(): void {
    for (const timer of this.#armed.values()) this.#sandbox.clock.cancel(timer);
    this.#armed.clear();
  }

  /** Takes up the timers that the store holds, in the place of all before: after a seed, a reset, a snapshot. */
  async resume(): Promise<void> {
    this.clear();
    const unit = this.#world.store.begin(this.#sandbox.name);
    for (const { name, timers } of this.#world.simulators.values()) {
      if (timers === undefined) continue;
      const stored = await scopesOf(unit, name).shared.collection(storedTimers).list();
      const inOrder = stored.map(({ value }) => value).sort((one, other) => (one.at < other.at ? -1 : 1));
      for (const timer of inOrder) this.arm(name, timer);
    }
  }

  async #fire(due: Due): Promise<void> {
    this.#armed.delete(keyOf(due));
    const { store, simulators } = this.#world;
    const sandbox = this.#sandbox;
    const stored = scopesOf(store.begin(sandbox.name), due.api).shared.collection(storedTimers);
    const timer = await stored.get(due.id);
    if (timer === undefined) return;
    try {
      await inBackground({ store, sandbox, api: due.api, cause: timer.cause }, async (context) => {
        const timers = context.scopes.shared.collection(storedTimers);
        // Taken back, or replaced with everything else, while it was on its way.
        if (!(await timers.delete(due.id))) return;
        const handler = simulators.get(due.api)?.timers?.[timer.kind];
        if (handler === undefined) throw new Error(`API ${due.api} has no timers of kind "${timer.kind}"`);
        await handler(timer.payload, context);
      });
    } catch (error) {
      this.#world.onDefect(error, `timer "${timer.kind}" of ${due.api}`);
    }
  }
}

function keyOf({ api, id }: Due): string {
  return `${api} ${id}`;
}
