import type { ArchivedSandbox, SandboxSummary, SandboxTerms } from '../archive/archive.js';
import { wallNow } from '../wall-clock.js';
import type { Sandbox } from './sandbox.js';
import { summaryOf } from './sandbox-summary.js';

/** A sandbox that is awake. */
interface Stay {
  readonly sandbox: Sandbox;
  /** Requests under way. */
  requests: number;
}

/** Name of the sandbox that has no prefix. */
export const defaultSandbox = 'default';

/** Milliseconds before its next timer that a sandbox may still fall asleep. */
const worthSleeping = 10_000;

/** The place of one sandbox among those of a server, whether it is awake or asleep. */
export class Tenancy {
  readonly name: string;
  /** Milliseconds without a request after which it is removed. */
  readonly timeToLive: number;
  /** Milliseconds of real time at the latest request. */
  lastUsed: number;
  /** Whether someone made it, or has changed something in it: else it is as it would be if it were addressed again. */
  kept: boolean;
  /** While it wakes, falls asleep or is thrown out of memory. */
  changing: Promise<unknown> | undefined;
  #stay: Stay | undefined;
  #wakesAt: number | null;
  #summary: SandboxSummary | undefined;

  constructor(name: string, { timeToLive, kept }: Pick<SandboxTerms, 'timeToLive' | 'kept'>) {
    this.name = name;
    this.timeToLive = timeToLive;
    this.kept = kept;
    this.lastUsed = wallNow();
    this.#wakesAt = null;
  }

  /** One that lies in the archive. One that was awake at the end of its process is used as of now, and wakes at once. */
  static asleep({ name, wakesAt, lastUsed, summary, ...terms }: ArchivedSandbox): Tenancy {
    const tenancy = new Tenancy(name, terms);
    tenancy.#wakesAt = wakesAt;
    tenancy.#summary = summary === null ? undefined : summary;
    if (wakesAt !== wakesAtOnce) tenancy.lastUsed = lastUsed;
    return tenancy;
  }

  /** Undefined while it sleeps. */
  get sandbox(): Sandbox | undefined {
    return this.#stay?.sandbox;
  }

  /** Here, or in another process that shares the archive. */
  get isAwake(): boolean {
    return this.#stay !== undefined || this.#wakesAt === wakesAtOnce;
  }

  get requests(): number {
    return this.#stay?.requests ?? 0;
  }

  /** Instant of real time at which it has to wake; undefined while it is awake, or for never. */
  get wakesAt(): number | undefined {
    return this.#stay === undefined ? (this.#wakesAt ?? undefined) : undefined;
  }

  /** Instant of real time at which it is removed when no one calls. */
  get dies(): number {
    return this.name === defaultSandbox ? Number.POSITIVE_INFINITY : this.lastUsed + this.timeToLive;
  }

  /** How it stands; undefined when it was never awake under this version. */
  get summary(): SandboxSummary | undefined {
    return this.sandbox === undefined ? this.#summary : summaryOf(this.sandbox);
  }

  /** What the archive is to know of it. */
  get terms(): SandboxTerms {
    const { kept, timeToLive, lastUsed, summary = null } = this;
    return { kept, timeToLive, lastUsed, summary, wakesAt: this.#stay === undefined ? this.#wakesAt : wakesAtOnce };
  }

  /** Whether nothing keeps it awake, and nothing will in a moment. */
  get mayRest(): boolean {
    if (this.#stay === undefined || this.#stay.requests > 0 || this.changing !== undefined) return false;
    const { sandbox } = this.#stay;
    return sandbox.isQuiet && (sandbox.clock.wakesAt ?? Number.POSITIVE_INFINITY) > wallNow() + worthSleeping;
  }

  /** Whether it goes when others need its place: it was only addressed, and no one is in it. */
  get givesWay(): boolean {
    return this.name !== defaultSandbox && !this.kept && this.requests === 0 && this.sandbox?.isReady !== false;
  }

  wake(sandbox: Sandbox): void {
    this.#stay = { sandbox, requests: 0 };
  }

  /** @returns the sandbox that was awake */
  rest(): Sandbox | undefined {
    const sandbox = this.sandbox;
    this.#summary = this.summary;
    // What is under way continues wherever it wakes.
    this.#wakesAt = sandbox?.clock.isIdle === false ? wakesAtOnce : (sandbox?.clock.wakesAt ?? null);
    this.#stay = undefined;
    return sandbox;
  }

  /** A request begins, or has ended. */
  count(requests: 1 | -1): void {
    if (this.#stay !== undefined) this.#stay.requests += requests;
  }
}

/** An instant in the past, whatever the time is. */
const wakesAtOnce = 0;
