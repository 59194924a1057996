import { round } from '../core/round.js';
import { compareTexts } from './employee-history.js';
import type { PayslipView } from './payslip-view.js';

/** A line type on a larger share of payslips is expected without any other type. */
const mostUsual = 0.5;
/** Minimum number and share of payslips with both types for one to be a companion of the other. */
const leastTogether = 10;
const leastShare = 0.25;

/** The share of the payslips with another line type that also contain this one. */
export type CompanionShares = [kind: string, share: number][];

/** Finds line types that occur together, so that the same fact counts only once. */
export function learnCoOccurrence(views: readonly PayslipView[]): Map<string, CompanionShares> {
  const single = new Map<string, number>();
  for (const { kinds } of views) for (const kind of kinds.keys()) single.set(kind, (single.get(kind) ?? 0) + 1);
  const together = new Map<string, Map<string, number>>();
  for (const view of views) {
    const rare = [...view.kinds.keys()].filter((kind) => (single.get(kind) ?? 0) <= mostUsual * views.length);
    for (const kind of rare) {
      const others = together.get(kind) ?? new Map<string, number>();
      together.set(kind, others);
      for (const other of rare) if (other !== kind) others.set(other, (others.get(other) ?? 0) + 1);
    }
  }
  return new Map(
    [...together].map(([kind, others]) => [
      kind,
      [...others]
        .sort(([a], [b]) => compareTexts(a, b))
        .flatMap(([other, both]): CompanionShares => {
          const share = both / ((single.get(other) ?? 0) + 1);
          return both >= leastTogether && share >= leastShare ? [[other, round(share, 6)]] : [];
        }),
    ]),
  );
}

/** An unexpected line type on a payslip, and its surprise in nats. */
export interface UnexpectedLineType {
  kind: string;
  nats: number;
}

/**
 * Computes the surprises of unexpected line types, the likeliest first, each given the ones before it. Of several
 * companions, only one is unexpected.
 */
export function computeConditionalNats(
  unexpected: readonly UnexpectedLineType[],
  companionsOf: (kind: string) => ReadonlyMap<string, number>,
): Map<string, number> {
  const nats = new Map<string, number>();
  for (const { kind, nats: alone } of [...unexpected].sort((a, b) => a.nats - b.nats)) {
    const companions = companionsOf(kind);
    const share = Math.max(0, ...[...nats.keys()].map((other) => companions.get(other) ?? 0));
    nats.set(kind, share === 0 ? alone : Math.min(alone, Math.log((1 - share) / share)));
  }
  return nats;
}
