import type { Claim, Ledger } from './ledger.js';

/** A claim of the ledger, counted once per API if several share it. */
export interface CountedClaim {
  /** `<claim>`, or `<claim>@<api>` for a shared one. */
  id: string;
  claim: Claim;
  api: string;
  /** The reason why no black-box run can verify the claim. */
  untestable?: string;
}

/**
 * Counts the claims of the ledger. A claim of a shared file counts once per described API that shares it, and a claim
 * with `appliesTo` once per listed API. For an API without a description, the claim is untestable.
 */
export function countClaims(ledger: Ledger, apis: ReadonlySet<string>): CountedClaim[] {
  return ledger.claims.flatMap((claim) => {
    const shared = listSharingApis(claim, apis);
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

/** Lists the APIs that count a claim separately; `undefined` for a claim that counts once. */
export function listSharingApis(claim: Claim, apis: ReadonlySet<string>): readonly string[] | undefined {
  if (claim.appliesTo !== undefined) return claim.appliesTo;
  return claim.sharedBy?.filter((api) => apis.has(api));
}

/** Converts a claim id in a scenario to the counted id. `api` is the `x-api` of the scenario file. */
export function toCountedId(
  listed: string,
  ledgerClaims: ReadonlyMap<string, Claim>,
  apis: ReadonlySet<string>,
  api: string | undefined,
): string {
  const claim = ledgerClaims.get(listed);
  return claim === undefined || listSharingApis(claim, apis) === undefined ? listed : `${listed}@${api ?? '?'}`;
}
