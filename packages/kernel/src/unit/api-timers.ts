import type { Clock, ScheduledTimer } from '../clock.js';
import type { Simulator } from '../simulator.js';
import { createScopes } from '../store/scope.js';
import { type StoredTimer, storedTimers } from './define-timer.js';
import { runUnit } from './run-unit.js';
import type { UnitSandbox } from './unit-origin.js';

interface ApiTimersContext {
  readonly sandbox: UnitSandbox;
  readonly clock: Clock;
  readonly simulators: ReadonlyMap<string, Simulator>;
  onDefect(error: unknown, what: string): void;
}

const timerKind = 'api-timer';

interface Due {
  readonly api: string;
  readonly id: string;
}

export class ApiTimers {
  readonly #context: ApiTimersContext;
  #armed = new Map<string, ScheduledTimer>();

  constructor(context: ApiTimersContext) {
    this.#context = context;
    context.clock.on(timerKind, (payload) => this.#fire(payload as Due));
  }

  /** Returns the handler of a kind of timer. @throws Error if there is none */
  handler(api: string, kind: string): NonNullable<Simulator['timers']>[string] {
    const handler = this.#context.simulators.get(api)?.timers?.[kind];
    if (handler !== undefined) return handler;
    throw new Error(`API ${api} has no whenDue function for timers of kind "${kind}"`);
  }

  arm(api: string, { id, at, order }: StoredTimer): void {
    const payload: Due = { api, id };
    const timer = { at: Date.parse(at), kind: timerKind, payload, id: order };
    this.#armed.set(keyOf(payload), this.#context.clock.schedule(timer));
  }

  disarm(api: string, id: string): void {
    const key = keyOf({ api, id });
    const timer = this.#armed.get(key);
    if (timer !== undefined) this.#context.clock.cancel(timer);
    this.#armed.delete(key);
  }

  clear(): void {
    for (const timer of this.#armed.values()) this.#context.clock.cancel(timer);
    this.#armed.clear();
  }

  async wake(): Promise<void> {
    this.clear();
    const unit = this.#context.sandbox.begin();
    for (const { name, timers } of this.#context.simulators.values()) {
      if (timers === undefined) continue;
      const stored = await createScopes(unit, name).shared.collection(storedTimers).list();
      for (const { value } of stored) this.arm(name, value);
    }
  }

  async #fire(due: Due): Promise<void> {
    this.#armed.delete(keyOf(due));
    const { sandbox } = this.#context;
    const stored = createScopes(sandbox.begin(), due.api).shared.collection(storedTimers);
    const timer = await stored.get(due.id);
    if (timer === undefined) return;
    try {
      await runUnit({ sandbox, api: due.api, cause: timer.cause }, async (context) => {
        const timers = context.scopes.shared.collection(storedTimers);
        // The timer was cancelled or replaced.
        if (!(await timers.delete(due.id))) return;
        await this.handler(due.api, timer.kind)(timer.payload, context);
      });
    } catch (error) {
      this.#context.onDefect(error, `timer "${timer.kind}" of ${due.api}`);
    }
  }
}

function keyOf({ api, id }: Due): string {
  return `${api} ${id}`;
}
