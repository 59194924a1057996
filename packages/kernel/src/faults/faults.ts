import type { Random } from '../random.js';
import { defineCollection } from '../store/define-collection.js';
import { type KernelRecords, numberKey } from '../store/kernel-records.js';
import type { FaultDelay, FaultEffect, FaultMatch, FaultRule } from './fault-rule.js';

export interface FaultFacts {
  readonly api: string;
  readonly operationId: string;
  readonly tenantId: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A rule with its counts. */
export interface FaultState {
  readonly rule: FaultRule;
  /** Matching requests, regardless of `nth`, `every`, `probability` and `times`. */
  readonly seen: number;
  readonly applied: number;
}

/** By position. */
export const faultRecords = defineCollection<FaultState>('faults');

/** The fault rules of a sandbox. The first matching rule applies. */
export class Faults {
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  #standings: FaultState[] = [];

  constructor(kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#kernel = kernel;
  }

  set(rules: readonly FaultRule[]): void {
    const most = Math.max(rules.length, this.#standings.length);
    this.#standings = rules.map((rule) => ({ rule, seen: 0, applied: 0 }));
    for (let place = 0; place < most; place += 1) this.#changed(place);
  }

  /** Adds a rule at the end. */
  add(rule: FaultRule): void {
    this.#standings.push({ rule, seen: 0, applied: 0 });
    this.#changed(this.#standings.length - 1);
  }

  /** Removes a rule without changing other counts. @returns whether it existed */
  remove(id: string): boolean {
    const place = this.#standings.findIndex(({ rule }) => rule.id === id);
    if (place === -1) return false;
    const most = this.#standings.length;
    this.#standings.splice(place, 1);
    for (let changed = place; changed < most; changed += 1) this.#changed(changed);
    return true;
  }

  clear(): void {
    this.set([]);
  }

  get isEmpty(): boolean {
    return this.#standings.length === 0;
  }

  list(): readonly FaultState[] {
    return this.#standings;
  }

  async wake(): Promise<void> {
    this.#standings = (await this.#kernel.list(faultRecords)).map(({ value }) => value);
  }

  /** The fault rule for a request, which is counted. @param now milliseconds of the sandbox's clock */
  apply(facts: FaultFacts, now: number, random: Random): FaultRule | undefined {
    for (const [place, { rule, seen, applied }] of this.#standings.entries()) {
      if (!fits(rule.match, facts) || (rule.expiresAt ?? Infinity) <= now) continue;
      const applies =
        (rule.times === undefined || applied < rule.times) &&
        (rule.match.nth === undefined || seen + 1 === rule.match.nth) &&
        (rule.match.every === undefined || (seen + 1) % rule.match.every === 0) &&
        (rule.match.probability === undefined || random() < rule.match.probability);
      this.#standings[place] = { rule, seen: seen + 1, applied: applied + Number(applies) };
      this.#changed(place);
      if (applies) return rule;
    }
    return undefined;
  }

  #changed(place: number): void {
    this.#kernel.changed(faultRecords, numberKey(place), () => this.#standings[place]);
  }
}

function fits({ api, operationId, tenantId, method, path, headers }: FaultMatch, facts: FaultFacts): boolean {
  return (
    (api === undefined || api === facts.api) &&
    (operationId === undefined || operationId === facts.operationId) &&
    (tenantId === undefined || tenantId === facts.tenantId) &&
    (method === undefined || method === facts.method) &&
    (path === undefined || fitsPattern(path, facts.path)) &&
    Object.entries(headers ?? {}).every(([name, value]) => {
      const sent = facts.headers[name.toLowerCase()];
      return sent !== undefined && fitsPattern(value, sent);
    })
  );
}

/** Whether a text matches a pattern with `*` wildcards, in at most quadratic time. */
function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return pattern === text;
  const last = parts.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
}

/** Draws a delay in whole milliseconds. */
export function drawDelay(delay: FaultDelay, random: Random): number {
  if (delay.kind === 'fixed') return delay.milliseconds;
  if (delay.kind === 'uniform') return Math.round(delay.from + random() * (delay.to - delay.from));
  // Box-Muller; 1 - random() keeps the logarithm away from zero.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(delay.median * Math.exp(delay.sigma * normal));
}

/** Whether an effect breaks the transport of a response. */
export function breaksTransport({ reset, truncateAfter, bytesPerSecond }: FaultEffect): boolean {
  return reset === true || truncateAfter !== undefined || bytesPerSecond !== undefined;
}
