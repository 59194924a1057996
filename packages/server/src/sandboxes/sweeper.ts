import type { SandboxSetup } from '@understudy/kernel';
import { isUnavailable, setRealTimeAlarm } from '@understudy/kernel';
import { wallNowMs } from '@understudy/kernel/serving';
import type { RegistryContext } from './registry-context.js';
import type { SandboxActivator } from './sandbox-activator.js';
import type { SandboxEntry } from './sandbox-entry.js';

/** Minimum interval between sweeps, in milliseconds of real time. */
const minInterval = 1000;

/** Maximum sandboxes of a shared archive that one sweep activates because of a due timer. */
const maxDue = 20;

interface Options {
  readonly context: RegistryContext;
  /** Sandboxes by name. */
  readonly entries: ReadonlyMap<string, SandboxEntry>;
  readonly activator: SandboxActivator;
  readonly defaults: SandboxSetup;
  open(name: string): Promise<unknown>;
}

/** Deletes expired sandboxes, activates those with a due timer, and deactivates idle ones, based on real time. */
export class SandboxSweeper {
  readonly #options: Options;
  readonly #own = new Alarm(() => this.#sweep());
  readonly #shared = new Alarm(() => this.#activateDue());

  constructor(options: Options) {
    this.#options = options;
  }

  /** Schedules a sweep at an instant of real time, or slightly later. */
  schedule(instant: number): void {
    this.#own.set(instant);
  }

  /** Starts activating sandboxes of a shared archive that have no owner. */
  watchArchive(): void {
    this.#shared.set(wallNowMs());
  }

  /** Sweeps immediately if a sweep is overdue. */
  catchUp(): void {
    if (this.#own.isOverdue) this.#own.ring();
  }

  stop(): void {
    this.#own.stop();
    this.#shared.stop();
  }

  /** Reports why a sandbox could not be swept. */
  report(error: unknown, name: string): void {
    // Another process was faster, or no process can serve the sandbox at the moment.
    if (!isUnavailable(error)) this.#options.context.onDefect(error, `maintenance of sandbox "${name}"`);
  }

  #sweep(): void {
    const { entries, activator, defaults } = this.#options;
    const now = wallNowMs();
    let next = Number.POSITIVE_INFINITY;
    for (const entry of [...entries.values()].filter(({ exists }) => exists)) {
      const { name, expiresAt, requests, wakesAt, transition } = entry;
      const onError = (error: unknown) => this.report(error, name);
      if (expiresAt <= now && requests === 0) {
        activator.delete(entry).catch(onError);
        continue;
      }
      const isDue = wakesAt !== undefined && wakesAt <= now && transition === undefined;
      if (isDue) activator.activate(entry, defaults, false).catch(onError);
      next = Math.min(next, expiresAt, wakesAt ?? next);
    }
    this.schedule(Math.min(next, activator.deactivateIdle()));
  }

  #activateDue(): void {
    const { context, open } = this.#options;
    const sweep = async () => {
      const names = (await context.ownership?.due(wallNowMs(), maxDue)) ?? [];
      // Opens one sandbox at a time, so that requests do not wait.
      for (const name of names) await open(name).catch((error: unknown) => this.report(error, name));
    };
    sweep()
      .catch((error: unknown) => this.report(error, 'due'))
      .finally(() => this.watchArchive());
  }
}

/** Fires at the earliest scheduled instant, but at most once per second. */
class Alarm {
  readonly #onRing: () => void;
  #instant = Number.POSITIVE_INFINITY;
  #isStopped = false;
  #cancel = () => {};

  constructor(onRing: () => void) {
    this.#onRing = onRing;
  }

  get isOverdue(): boolean {
    return !this.#isStopped && this.#instant <= wallNowMs();
  }

  set(instant: number): void {
    if (this.#isStopped || instant >= this.#instant) return;
    this.#cancel();
    this.#instant = instant;
    this.#cancel = setRealTimeAlarm(Math.max(minInterval, instant - wallNowMs()), () => this.ring());
  }

  ring(): void {
    this.#cancel();
    this.#instant = Number.POSITIVE_INFINITY;
    this.#onRing();
  }

  stop(): void {
    this.#cancel();
    this.#isStopped = true;
  }
}
