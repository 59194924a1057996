import type { Claim, Ledger } from './ledger.js';

/** A claim as it counts: shared ones once for each API they hold for. */
export interface CountedClaim {
  /** `<claim>`, or `<claim>@<api>` for one that counts per API. */
  id: string;
  claim: Claim;
  api: string;
  /** Why no black-box run can show it. */
  untestable?: string;
}

/**
 * Counts the ledger's claims. A claim of a file that several APIs share counts once per API of them that has a description,
 * one with `appliesTo` once per API named there; of those APIs that have no description yet it is untestable.
 */
export function countClaims(ledger: Ledger, apis: ReadonlySet<string>): CountedClaim[] {
  return ledger.claims.flatMap((claim) => {
    const shared = sharedApis(claim, apis);
    const counted =
      shared === undefined
        ? [{ id: claim.id, api: claim.id.split('.')[0] ?? '' }]
        : shared.map((api) => ({ id: `${claim.id}@${api}`, api }));
    return counted.map(({ id, api }): CountedClaim => {
      const why =
        claim.untestable ??
        (shared !== undefined && !apis.has(api) ? `There is no description of ${api} yet.` : undefined);
      return { id, claim, api, ...(why === undefined ? {} : { untestable: why }) };
    });
  });
}

/** The APIs a claim counts for one by one; `undefined` for a claim that counts once. */
export function sharedApis(claim: Claim, apis: ReadonlySet<string>): readonly string[] | undefined {
  if (claim.appliesTo !== undefined) return claim.appliesTo;
  return claim.sharedBy?.filter((api) => apis.has(api));
}

/** The counted id that a claim listed in a scenario means: `api` is the file's `x-api`. */
export function countedId(
  listed: string,
  ledgerClaims: ReadonlyMap<string, Claim>,
  apis: ReadonlySet<string>,
  api: string | undefined,
): string {
  const claim = ledgerClaims.get(listed);
  return claim === undefined || sharedApis(claim, apis) === undefined ? listed : `${listed}@${api ?? '?'}`;
}
