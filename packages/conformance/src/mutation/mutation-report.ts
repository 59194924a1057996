import type { DeviationVerdict } from './test-deviation.js';

/** A tested deviation in a report. */
export interface TestedDeviation extends DeviationVerdict {
  /** `policy`: a changed rule of the simulator. `wire`: a changed message. */
  readonly sort: 'policy' | 'wire';
  readonly says: string;
  readonly api: string;
  /** For `policy`, the broken claim. For `wire`, the claims of the workflows that use the changed location. */
  readonly claims: readonly string[];
  /** For `wire`, the kind of change. */
  readonly kind?: string;
}

/** The share of detected deviations. */
export interface DetectionRate {
  deviations: number;
  caught: number;
  /** From 0 to 1; 1 without deviations. */
  share: number;
  /** The required share, from 0 to 1. */
  bar: number;
}

interface ApiShares {
  policy: DetectionRate;
  wire: DetectionRate;
}

/** The report of `understudy mutate`. */
export interface MutationReport {
  schemaVersion: 1;
  sample?: { size: number; of: number; seed: string };
  /** Detection rates by API, which must reach the thresholds. */
  apis: Record<string, ApiShares>;
  policy: DetectionRate;
  wire: DetectionRate & { kinds: Record<string, { deviations: number; caught: number }> };
  survivors: TestedDeviation[];
  /** Policy deviations that only workflows without the claim detect. */
  noticedElsewhere: string[];
  deviations: TestedDeviation[];
  /** Deviations that cannot be tested, with the reason. */
  notTried: { id: string; reason: string }[];
  /** The number of untested deviations that the contract allows. */
  equivalent: number;
  /** Workflows that fail without a deviation. */
  unfit: string[];
  durationMilliseconds: number;
}

export const detectionThresholds = { policy: 0.99, wire: 0.95 } as const;

export function computeDetectionRate(judged: readonly TestedDeviation[], sort: 'policy' | 'wire'): DetectionRate {
  const own = judged.filter((deviation) => deviation.sort === sort);
  const caught = own.filter((deviation) => deviation.caught).length;
  return {
    deviations: own.length,
    caught,
    share: own.length === 0 ? 1 : caught / own.length,
    bar: detectionThresholds[sort],
  };
}

export function computeRatesByApi(judged: readonly TestedDeviation[]): Record<string, ApiShares> {
  const apis = [...new Set(judged.map(({ api }) => api))].sort();
  return Object.fromEntries(
    apis.map((api) => {
      const own = judged.filter((deviation) => deviation.api === api);
      return [api, { policy: computeDetectionRate(own, 'policy'), wire: computeDetectionRate(own, 'wire') }];
    }),
  );
}

export function countByKind(
  judged: readonly TestedDeviation[],
): Record<string, { deviations: number; caught: number }> {
  const kinds: Record<string, { deviations: number; caught: number }> = {};
  for (const { kind, caught } of judged) {
    if (kind === undefined) continue;
    const count = kinds[kind] ?? { deviations: 0, caught: 0 };
    kinds[kind] = count;
    count.deviations += 1;
    if (caught) count.caught += 1;
  }
  return kinds;
}

/** Formats the survivors as lines of text, grouped by claim. */
export function formatSurvivors(survivors: readonly TestedDeviation[]): string[] {
  const groups = new Map<string, TestedDeviation[]>();
  for (const survivor of survivors) {
    const title = survivor.claims.length === 0 ? 'no claim' : survivor.claims.slice(0, 3).join(', ');
    groups.set(title, [...(groups.get(title) ?? []), survivor]);
  }
  return [...groups].flatMap(([title, members]) => [
    title,
    ...members.map(({ says, reason }) => `    ${says}: ${reason ?? 'missed'}`),
  ]);
}

/** Returns whether every API reaches both thresholds and no workflow fails without a deviation. */
export function meetsThresholds({ apis, unfit }: Pick<MutationReport, 'apis' | 'unfit'>): boolean {
  const shares = Object.values(apis).flatMap(({ policy, wire }) => [policy, wire]);
  return unfit.length === 0 && shares.every(({ share, bar }) => share >= bar);
}
