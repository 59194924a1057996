import type { Ledger } from '@understudy/contract';
import type { Change, Deviations } from '@understudy/kernel/deviations';
import type { Apis } from '../apis/apis.js';

/** A simulator that breaks one claim on purpose. */
export interface PolicyDeviation {
  /** The claim that it breaks. */
  readonly claim: string;
  /** The API whose simulator is changed: that of the claim, or the one that the deviation names. */
  readonly api: string;
  /** One sentence: what the server does instead. */
  readonly says: string;
  readonly change: Change;
}

/** A deviation that can be tried, under the id by which a report names it. */
export interface NamedDeviation extends PolicyDeviation {
  /** `<claim>`, or `<claim>@<api>` where the claim counts per API; a further one of the claim has `#<name>` behind it. */
  readonly id: string;
  /** The API whose scenarios are to notice. */
  readonly scenarios: string;
}

/** A counted claim without a deviation, and why. */
export interface WithoutDeviation {
  readonly id: string;
  readonly reason: string;
}

/** A claim as the ledger counts it. */
export interface Counted {
  readonly id: string;
  readonly api: string;
  readonly untestable?: string;
}

/** The claim that a deviation, or a claim counted per API, is about. */
export function claimOf(id: string): string {
  return id.split(/[@#]/, 1)[0] ?? id;
}

/** What the APIs have planted, by the name of the API. */
export type Planted = ReadonlyMap<string, Deviations>;

/** Loads the planted faults of every API that has some. */
export async function loadPlanted(apis: Apis): Promise<Planted> {
  const loaded = [...apis].map(async ([name, api]) => [name, (await api.deviations?.()) ?? {}] as const);
  return new Map(await Promise.all(loaded));
}

/** The deviation of each counted claim, and the claims that have none. */
export function policyDeviations(
  claims: readonly Counted[],
  ledger: Ledger,
  planted: Planted,
): { deviations: NamedDeviation[]; without: WithoutDeviation[] } {
  const known = new Set(ledger.claims.map(({ id }) => id));
  const deviations: NamedDeviation[] = [];
  const without: WithoutDeviation[] = [];
  for (const { id, api, untestable } of claims) {
    const claim = claimOf(id);
    if (untestable !== undefined || !known.has(claim)) {
      without.push({ id, reason: untestable ?? 'The ledger does not know the claim.' });
      continue;
    }
    const all = planted.get(api) ?? {};
    const stray = Object.keys(all).find((key) => !Object.hasOwn(all, claimOf(key)));
    if (stray !== undefined) throw new Error(`${stray} is a further deviation of a claim that has no first one`);
    const found = Object.hasOwn(all, claim) ? all[claim] : undefined;
    if (found === undefined || typeof found === 'string') {
      without.push({ id, reason: found ?? 'No change of a simulator is written for it.' });
      continue;
    }
    const further = Object.entries(all).filter(([key]) => key.startsWith(`${claim}#`));
    for (const [key, fault] of [[claim, found] as const, ...further]) {
      if (typeof fault === 'string') throw new Error(`${key} is a further deviation and needs no reason: leave it out`);
      const [says, change, changed = api] = fault;
      deviations.push({ id: id + key.slice(claim.length), claim, api: changed, scenarios: api, says, change });
    }
  }
  return { deviations, without };
}
