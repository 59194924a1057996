import { combineSurprises, type FieldCalibration } from '../core/contributions.js';
import { toLineType } from './line-type.js';
import type { PayslipSurprise, SurpriseKind } from './payroll-model.js';

interface Part {
  surprise: PayslipSurprise;
  /** An integer from 1. */
  points: number;
}

/** Lists the calibration keys of a surprise, best match first. Line types vary by calculation and frequency. */
export function listCalibrationKeys({ kind, observed }: Pick<PayslipSurprise, 'kind' | 'observed'>): string[] {
  if (observed === undefined || !restless.has(kind)) return [kind];
  return [`${kind} ${toLineType(observed.line)}`, kind];
}

const restless: ReadonlySet<SurpriseKind> = new Set(['amount', 'rate', 'unexpected']);

const uncalibrated: FieldCalibration = { allowance: 0.7, spread: 1 };

/** Adds up the surprises of a payslip and distributes its score among them. Drops parts below one point. */
export function scorePayslip(
  surprises: readonly PayslipSurprise[],
  calibrations: ReadonlyMap<string, FieldCalibration>,
) {
  const counted = surprises.flatMap((surprise) => {
    const known = listCalibrationKeys(surprise).find((key) => calibrations.has(key)) ?? '';
    const { allowance, spread } = calibrations.get(known) ?? uncalibrated;
    const nats = (surprise.nats - allowance) / spread;
    return nats > 0 ? [{ surprise, nats }] : [];
  });
  const named = counted.map(({ nats }, index) => ({ field: String(index), nats, direction: 0 as const }));
  const { score: exact } = combineSurprises(named, () => ({ allowance: 0, spread: 1 }));
  const score = Math.min(100, Math.round(exact));
  return { exact, score, parts: shareOut(counted, score) };
}

/** Rounds to whole points by largest remainders. Equal items keep their order. */
function shareOut(counted: readonly { surprise: PayslipSurprise; nats: number }[], score: number): Part[] {
  const total = counted.reduce((sum, { nats }) => sum + nats, 0);
  const parts = counted.map(({ surprise, nats }) => {
    const share = (score * nats) / total;
    return { surprise, points: Math.floor(share), rest: share - Math.floor(share), share };
  });
  let left = score - parts.reduce((sum, { points }) => sum + points, 0);
  for (const part of [...parts].sort((a, b) => b.rest - a.rest)) {
    if (left <= 0) break;
    part.points += 1;
    left -= 1;
  }
  return parts
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || b.share - a.share)
    .map(({ surprise, points }) => ({ surprise, points }));
}
