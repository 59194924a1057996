import { type Conditions, rankOf } from './extract-conditions.js';

/** Anything with conditions and a label: one observation of a recording. */
interface Labelled {
  readonly features: Conditions;
  readonly label: string;
}

/** Rows in which the same conditions hold, in the order of decisions. */
interface Split<Row> {
  readonly when: readonly string[];
  readonly rows: readonly Row[];
  /** The label of most rows. */
  readonly label: string;
}

const deepest = 12;
/** Features that are tried for one decision. */
const mostFeatures = 4000;

/**
 * Splits rows into cases, of which the first whose conditions hold applies. Each split uses the feature that separates
 * the labels best and prefers general features to single values.
 */
export function splitCases<Row extends Labelled>(rows: readonly Row[], when: readonly string[] = []): Split<Row>[] {
  const label = mostFrequent(rows);
  const feature = when.length >= deepest || rows.every((row) => row.label === label) ? undefined : bestFeature(rows);
  if (feature === undefined) return [{ when, rows, label }];
  const [having, lacking] = [true, false].map((has) => rows.filter((row) => row.features.has(feature) === has));
  const cases = splitCases(having ?? [], [...when, feature]);
  return [...cases, ...splitCases(lacking ?? [], when)];
}

function mostFrequent(rows: readonly Labelled[]): string {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))[0]?.[0] ?? '';
}

function bestFeature(rows: readonly Labelled[]): string | undefined {
  const counts = new Map<string, Map<string, number>>();
  const ranks = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const { features, label } of rows) {
    totals.set(label, (totals.get(label) ?? 0) + 1);
    for (const [feature, kind] of features) {
      ranks.set(feature, rankOf(kind));
      const known = counts.get(feature) ?? new Map<string, number>();
      if (counts.size < mostFeatures || counts.has(feature))
        counts.set(feature, known.set(label, (known.get(label) ?? 0) + 1));
    }
  }
  let best: { feature: string; gain: number } | undefined;
  for (const [feature, having] of counts) {
    const size = sum(having);
    if (size === rows.length) continue;
    const lacking = new Map([...totals].map(([label, count]) => [label, count - (having.get(label) ?? 0)]));
    const after = size * entropy(having) + (rows.length - size) * entropy(lacking);
    const rank = ranks.get(feature) ?? 0;
    const isValue = rank >= rankOf('equals');
    const gain =
      (rows.length * entropy(totals) - after) * (isValue && size < 2 ? 0.5 : isValue ? 0.85 : 1) * (1 - rank * 0.02);
    if (gain > 1e-6 && (best === undefined || gain > best.gain || (gain === best.gain && feature < best.feature)))
      best = { feature, gain };
  }
  return best?.feature;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function entropy(counts: ReadonlyMap<string, number>): number {
  const total = sum(counts);
  let result = 0;
  for (const count of counts.values()) if (count > 0) result -= (count / total) * Math.log2(count / total);
  return result;
}
