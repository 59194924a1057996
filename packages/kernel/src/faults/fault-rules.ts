import type { RandomSource } from '../random.js';
import { defineCollection } from '../store/define-collection.js';
import { type KernelRecords, toSortableKey } from '../store/kernel-records.js';
import type { FaultDelay, FaultEffect, FaultRule } from './fault-rule.js';
import { matchesFault, type RequestFacts } from './matches-fault.js';

export interface CountedFault {
  readonly rule: FaultRule;
  /** Number of matching requests, regardless of `nth`, `every`, `probability` and `times`. */
  readonly seen: number;
  readonly applied: number;
}

const json = 'application/json';

/** Fault rules with their counters, by position. */
export const faultRecords = defineCollection<CountedFault>('faults');

/** The state of each scenario, by its name. */
export const scenarioRecords = defineCollection<string>('scenarios');

/** The fault rules of a sandbox. The first rule that matches applies. */
export class FaultRules {
  readonly #kernel: Pick<KernelRecords, 'changed' | 'list'>;
  #standings: CountedFault[] = [];
  #states = new Map<string, string>();

  constructor(kernel: Pick<KernelRecords, 'changed' | 'list'>) {
    this.#kernel = kernel;
  }

  /** Replaces all rules and resets their scenarios. */
  set(rules: readonly FaultRule[]): void {
    for (const name of this.#states.keys()) this.#enter(name, undefined);
    this.#replace(rules.map((rule) => ({ rule, seen: 0, applied: 0 })));
  }

  add(rule: FaultRule, place: 'first' | 'last'): void {
    const added = { rule, seen: 0, applied: 0 };
    if (place === 'first') this.#replace([added, ...this.#standings]);
    else this.#replace([...this.#standings, added], this.#standings.length);
  }

  /** Removes a rule and keeps the counters of the others. @returns whether it existed */
  remove(id: string): boolean {
    const place = this.#standings.findIndex(({ rule }) => rule.id === id);
    if (place !== -1) this.#replace(this.#standings.toSpliced(place, 1), place);
    return place !== -1;
  }

  /** Enables or disables a rule and keeps all counters. @returns whether it exists */
  switch(id: string, isOn: boolean): boolean {
    const place = this.#standings.findIndex(({ rule }) => rule.id === id);
    const standing = this.#standings[place];
    if (standing === undefined) return false;
    const { enabled, ...rule } = standing.rule;
    this.#standings = this.#standings.with(place, { ...standing, rule: isOn ? rule : { ...rule, enabled: false } });
    this.#changed(place);
    return true;
  }

  get isEmpty(): boolean {
    return this.#standings.length === 0;
  }

  list(): readonly CountedFault[] {
    return this.#standings;
  }

  /** The states of all scenarios that have left their initial state. */
  get states(): ReadonlyMap<string, string> {
    return this.#states;
  }

  /** Lists the conditions of all rules whose other parts match a request. */
  conditionsFor(facts: RequestFacts): ReadonlySet<string> {
    const possible = this.#standings.filter(
      ({ rule }) => rule.enabled !== false && rule.match.if !== undefined && matchesFault(rule.match, facts),
    );
    return new Set(possible.flatMap(({ rule }) => rule.match.if ?? []));
  }

  async wake(): Promise<void> {
    this.#standings = (await this.#kernel.list(faultRecords)).map(({ value }) => value);
    this.#states = new Map((await this.#kernel.list(scenarioRecords)).map(({ key, value }) => [key, value]));
  }

  /** Finds the rule to apply to a request, and counts the request. @param now milliseconds of the sandbox's clock */
  apply(facts: RequestFacts, now: number, random: RandomSource): FaultRule | undefined {
    for (const [place, { rule, seen, applied }] of this.#standings.entries()) {
      if (rule.enabled === false) continue;
      // A request without an operation gets the API's own error unless a rule supplies a response.
      if (facts.operationId === undefined && createFaultResponse(rule.effect) === undefined) continue;
      if (!matchesFault(rule.match, facts) || (rule.expiresAt ?? Infinity) <= now) continue;
      if (rule.match.if !== undefined && facts.conditions?.has(rule.match.if) !== true) continue;
      const { name = '', when, then } = rule.scenario ?? {};
      if (when !== undefined && when !== (this.#states.get(name) ?? 'Started')) continue;
      const applies =
        (rule.times === undefined || applied < rule.times) &&
        (rule.match.nth === undefined || seen + 1 === rule.match.nth) &&
        (rule.match.every === undefined || (seen + 1) % rule.match.every === 0) &&
        (rule.match.probability === undefined || random() < rule.match.probability);
      this.#standings[place] = { rule, seen: seen + 1, applied: applied + Number(applies) };
      this.#changed(place);
      if (applies && then !== undefined) this.#enter(name, then);
      if (applies) return rule;
    }
    return undefined;
  }

  /** @param state undefined for the initial state */
  #enter(scenario: string, state: string | undefined): void {
    if (state === undefined) this.#states.delete(scenario);
    else this.#states.set(scenario, state);
    this.#kernel.changed(scenarioRecords, scenario, () => this.#states.get(scenario));
  }

  /** @param from position of the first difference */
  #replace(standings: CountedFault[], from = 0): void {
    const most = Math.max(standings.length, this.#standings.length);
    this.#standings = standings;
    for (let place = from; place < most; place += 1) this.#changed(place);
  }

  #changed(place: number): void {
    this.#kernel.changed(faultRecords, toSortableKey(place), () => this.#standings[place]);
  }
}

/** Draws a delay in whole milliseconds. */
export function drawDelay(delay: FaultDelay, random: RandomSource): number {
  if (delay.kind === 'fixed') return delay.milliseconds;
  if (delay.kind === 'uniform') return Math.round(delay.from + random() * (delay.to - delay.from));
  // Box-Muller transform. 1 - random() is never 0, so the logarithm is finite.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(delay.median * Math.exp(delay.sigma * normal));
}

export function isTransportFault({ reset, truncateAfter, bytesPerSecond }: FaultEffect): boolean {
  return reset === true || truncateAfter !== undefined || bytesPerSecond !== undefined;
}

/**
 * Creates the response with which a rule replaces the simulator's. Returns undefined if the rule defines no response.
 */
export function createFaultResponse({ status, body, base64, patch }: FaultEffect) {
  const hasBody = body !== undefined || base64 !== undefined;
  if (patch !== undefined || !(hasBody || (status !== undefined && status < 400))) return undefined;
  if (!hasBody || body === '') return { status: status ?? 200 };
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  const mediaType = bytes !== undefined ? 'application/octet-stream' : typeof body === 'string' ? 'text/plain' : json;
  return { status: status ?? 200, headers: { 'content-type': mediaType }, body: bytes ?? body };
}
