import type { Ledger } from '@understudy/contract';
import { apiRegistry } from '../api-registry.js';
import { analysisAuth } from './analysis-auth.js';
import { analysisData } from './analysis-data.js';
import { analysisJobs } from './analysis-jobs.js';
import type { Deviations, PolicyDeviation } from './deviation.js';
import { einvoicingDeviations } from './einvoicing-deviations.js';
import { inventoryDeviations } from './inventory-deviations.js';
import { payrollDeviations } from './payroll-deviations.js';
import { rosteringDeviations } from './rostering-deviations.js';
import { timeDeviations } from './time-deviations.js';

const own: Readonly<Record<string, Deviations>> = {
  inventory: inventoryDeviations,
  time: timeDeviations,
  payroll: payrollDeviations,
};

/** APIs that share nothing with the analysis services. */
const withoutAnalysis: Readonly<Record<string, Deviations>> = {
  rostering: rosteringDeviations,
  einvoicing: einvoicingDeviations,
};

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

/** The deviation of each counted claim, and the claims that have none. */
export function policyDeviations(
  claims: readonly Counted[],
  ledger: Ledger,
): { deviations: NamedDeviation[]; without: WithoutDeviation[] } {
  const known = new Set(ledger.claims.map(({ id }) => id));
  const deviations: NamedDeviation[] = [];
  const without: WithoutDeviation[] = [];
  const byApi = new Map<string, Deviations>();
  for (const { id, api, untestable } of claims) {
    const claim = claimOf(id);
    if (untestable !== undefined || !known.has(claim)) {
      without.push({ id, reason: untestable ?? 'The ledger does not know the claim.' });
      continue;
    }
    const all = byApi.get(api) ?? deviationsOf(api);
    byApi.set(api, all);
    const stray = Object.keys(all).find((key) => !Object.hasOwn(all, claimOf(key)));
    if (stray !== undefined) throw new Error(`${stray} is a further deviation of a claim that has no first one`);
    const found = Object.hasOwn(all, claim) ? all[claim] : undefined;
    if (found === undefined || typeof found === 'string') {
      without.push({ id, reason: found ?? 'No change of a simulator is written for it.' });
      continue;
    }
    const further = Object.entries(all).filter(([key]) => key.startsWith(`${claim}#`));
    for (const [key, planted] of [[claim, found] as const, ...further]) {
      if (typeof planted === 'string')
        throw new Error(`${key} is a further deviation and needs no reason: leave it out`);
      const [says, change, changed = api] = planted;
      deviations.push({ id: id + key.slice(claim.length), claim, api: changed, scenarios: api, says, change });
    }
  }
  return { deviations, without };
}

function deviationsOf(api: string): Deviations {
  const prefix = apiRegistry[api === 'identity' ? 'inventory' : api]?.prefix ?? '';
  if (api === 'identity') return analysisAuth(prefix);
  const apart = Object.hasOwn(withoutAnalysis, api) ? withoutAnalysis[api] : undefined;
  if (apart !== undefined) return apart;
  if (!Object.hasOwn(own, api)) return {};
  const resultsKey = api === 'payroll' ? 'datasetResults' : 'results';
  return {
    ...analysisJobs(api, prefix, resultsKey),
    ...analysisData(api, prefix),
    ...analysisAuth(prefix),
    ...own[api],
  };
}
