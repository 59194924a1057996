import type { IdGenerator, SeedData, Simulator, StoredRecord, TimerScheduler } from '@understudy/kernel';
import { type DataScopes, MemoryStore } from '@understudy/kernel';
import { createScopes, markShared, storedTimers } from '@understudy/kernel/serving';

/** The clock time and id generator of the sandbox to seed. */
interface SeededSandbox {
  readonly now: Date;
  readonly ids: IdGenerator;
}

/** Maximum number of days to cache. Most sandboxes start today or on the default day of tests. */
const keptDays = 4;

/**
 * Creates seed records. The expensive part of a shipped seed, such as trained models, is created once per day and
 * shared.
 */
export class SeedLoader {
  readonly #simulators: ReadonlyMap<string, Simulator>;
  readonly #load: (name: string) => Promise<SeedData>;
  #shipped = new Map<string, Promise<SeedData>>();
  /** Seed records by seed name and day, least recently used first. */
  #ofDays = new Map<string, Promise<StoredRecord[]>>();

  /** @param load rejects for an unknown name, with a message that lists the known ones */
  constructor(simulators: ReadonlyMap<string, Simulator>, load: (name: string) => Promise<SeedData>) {
    this.#simulators = simulators;
    this.#load = load;
  }

  /** @param seed name of a seed, or its data by API @throws Error if the seed is invalid */
  async records(seed: string | SeedData, { now, ids }: SeededSandbox): Promise<StoredRecord[]> {
    const trusted = typeof seed === 'string';
    const data = trusted ? await kept(this.#shipped, seed, () => this.#load(seed)) : seed;
    if (!trusted) this.#refuseUnknownApis(data);
    const today = now.toISOString().slice(0, 10);
    const makeOfDay = async () => {
      const records = await this.#make(async ({ name, seedOfDay }, scopes) => {
        if (data[name] !== undefined) await seedOfDay?.(data[name], { scopes, today, trusted });
      });
      if (trusted) for (const { value } of records) markShared(value);
      return records;
    };
    const ofDay = trusted ? kept(this.#ofDays, `${seed} ${today}`, makeOfDay) : makeOfDay();
    const own = this.#make(async (simulator, scopes) =>
      simulator.seed?.(data[simulator.name], { scopes, now, ids, timers: timersOf(scopes, ids) }),
    );
    // Waits for both, so that neither fails unnoticed.
    return (await Promise.all([ofDay, own])).flat();
  }

  async #make(fill: (simulator: Simulator, scopes: DataScopes) => Promise<void>): Promise<StoredRecord[]> {
    const aside = new MemoryStore();
    const unit = aside.begin('aside');
    for (const simulator of this.#simulators.values()) await fill(simulator, createScopes(unit, simulator.name));
    await unit.commit();
    return await aside.dump('aside');
  }

  #refuseUnknownApis(data: SeedData): void {
    const served = [...this.#simulators.keys()].join(', ');
    for (const api of Object.keys(data)) {
      const simulator = this.#simulators.get(api);
      if (simulator === undefined)
        throw new RangeError(`The seed has data for unknown API "${api}". Available APIs: ${served}`);
      if (simulator.seed === undefined && simulator.seedOfDay === undefined)
        throw new RangeError(
          `The seed has data for "${api}", which does not support seeds; create its records with requests`,
        );
    }
  }
}

/**
 * Stores an API's timers among its records. Timers that are due at the same instant fire in the order in which they
 * were set.
 */
function timersOf({ shared }: DataScopes, ids: IdGenerator): TimerScheduler {
  const timers = shared.collection(storedTimers);
  let order = 0;
  return {
    async schedule({ at, timer: { name: kind }, payload }) {
      order += 1;
      const id = ids.next('timer');
      await timers.put(id, { id, at: at.toISOString(), order, kind, payload, cause: null });
      return id;
    },
    async cancel(id) {
      await timers.delete(id);
    },
  };
}

/** Returns the cached value for a key, or creates it. Failures are not cached. */
function kept<Value>(made: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const value = made.get(key) ?? make();
  made.delete(key);
  made.set(key, value);
  value.catch(() => made.delete(key));
  for (const [oldest] of made) if (made.size > keptDays) made.delete(oldest);
  return value;
}
