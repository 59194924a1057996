import type { Ledger } from '@understudy/contract';
import type { DeviationTable, SimulatorChange } from '@understudy/kernel/deviations';
import type { ApiRegistry } from '../apis/apis.js';

interface PolicyDeviation {
  readonly claim: string;
  /** The API whose simulator is changed. */
  readonly api: string;
  /** A sentence that describes the wrong behavior. */
  readonly says: string;
  readonly change: SimulatorChange;
}

/** A deviation with its id in reports. */
export interface NamedDeviation extends PolicyDeviation {
  /**
   * `<claim>`, or `<claim>@<api>` for claims counted by API. Ids of additional deviations of a claim end in `#<name>`.
   */
  readonly id: string;
  /** The API whose scenarios must catch it. */
  readonly scenarios: string;
}

interface UncoveredClaim {
  readonly id: string;
  readonly reason: string;
}

interface CountedClaim {
  readonly id: string;
  readonly api: string;
  readonly untestable?: string;
}

/** Returns the claim id of a deviation id: strips `@<api>` and `#<name>`. */
export function parseClaimId(id: string): string {
  return id.split(/[@#]/, 1)[0] ?? id;
}

export type DeviationsByApi = ReadonlyMap<string, DeviationTable>;

export async function loadDeviations(apis: ApiRegistry): Promise<DeviationsByApi> {
  const loaded = [...apis].map(async ([name, api]) => [name, (await api.deviations?.()) ?? {}] as const);
  return new Map(await Promise.all(loaded));
}

/** Selects the deviations for the counted claims, and lists claims without a deviation. */
export function selectPolicyDeviations(
  claims: readonly CountedClaim[],
  ledger: Ledger,
  planted: DeviationsByApi,
): { deviations: NamedDeviation[]; without: UncoveredClaim[] } {
  const known = new Map(ledger.claims.map((claim) => [claim.id, claim.deviation]));
  const deviations: NamedDeviation[] = [];
  const without: UncoveredClaim[] = [];
  for (const { id, api, untestable } of claims) {
    const claim = parseClaimId(id);
    if (untestable !== undefined || !known.has(claim)) {
      without.push({ id, reason: untestable ?? 'The claim is not in the ledger.' });
      continue;
    }
    const all = planted.get(api) ?? {};
    const stray = Object.keys(all).find((key) => !Object.hasOwn(all, parseClaimId(key)));
    if (stray !== undefined) {
      const primary = parseClaimId(stray);
      throw new Error(
        `${stray} is an additional deviation, but its claim has no primary deviation; add ${primary} first`,
      );
    }
    const found = Object.hasOwn(all, claim) ? all[claim] : undefined;
    if (found === undefined || typeof found === 'string') {
      without.push({ id, reason: found ?? 'There is no policy deviation for this claim.' });
      continue;
    }
    const further = Object.entries(all).filter(([key]) => key.startsWith(`${claim}#`));
    for (const [key, fault] of [[claim, found] as const, ...further]) {
      if (typeof fault === 'string')
        throw new Error(`${key} is an additional deviation and does not need a reason; remove it`);
      const [sentence, change, changed = api] = fault;
      const says = sentence || (known.get(claim) ?? '');
      deviations.push({ id: id + key.slice(claim.length), claim, api: changed, scenarios: api, says, change });
    }
  }
  return { deviations, without };
}
