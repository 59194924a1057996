import { splitWords } from '@understudy/model';
import { type Conditions, rankOf } from './extract-conditions.js';

/** Anything with conditions and a label, such as an observation of a recording. */
interface Labelled {
  readonly features: Conditions;
  readonly label: string;
  /** The words in the error. */
  readonly says?: ReadonlySet<string>;
}

/** Rows in which the same conditions hold, in the order of evaluation. */
interface Split<Row> {
  readonly when: readonly string[];
  readonly rows: readonly Row[];
  /** The most frequent label of the rows. */
  readonly label: string;
}

const deepest = 12;
/** Maximum number of features to try for one split. */
const mostFeatures = 4000;
/** Weight factor of a feature about a record or member that the error mentions. */
const named = 1.1;

/** The features that HTTP statuses refer to, with weights: the sender, a record, its state, and the request. */
const aboutStatus: readonly (readonly [feature: RegExp, statuses: readonly number[], weight: number])[] = [
  [/\bheaders\b/, [401, 403], 4],
  [/^(?:meta|find)\([^)]*\bpath\.\w+\) [!=]= null/, [404, 410], 3.5],
  [/\bafter ==/, [404, 409, 410], 2],
  [/\bbody\b.* [<>]=? find\(/, [422], 3.3],
  [/\bpath\.|\ball\(/, [409, 410, 412, 422, 423], 3],
  [/\b(?:problems|body|query)\b/, [400, 404, 415, 422], 3.3],
];
/** Weight of a condition on a single value that fits the status. */
const fittingValue = 1.3;

/**
 * Splits rows into cases. The first case whose conditions hold applies. Each split uses the feature that best separates
 * the labels, and prefers general features to single values.
 */
export function splitCases<Row extends Labelled>(rows: readonly Row[], when: readonly string[] = []): Split<Row>[] {
  const label = mostFrequent(rows);
  const feature = when.length >= deepest || rows.every((row) => row.label === label) ? undefined : bestFeature(rows);
  if (feature === undefined) return [{ when, rows, label }];
  const [having, lacking] = [true, false].map((has) => rows.filter((row) => row.features.has(feature) === has));
  const cases = splitCases(having ?? [], [...when, feature]);
  return [...cases, ...splitCases(lacking ?? [], when)];
}

/** Returns the most frequent label. In a tie, the longest one wins. */
function mostFrequent(rows: readonly Labelled[]): string {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return (
    [...counts].sort(
      ([one, first], [other, second]) => second - first || other.length - one.length || (one < other ? -1 : 1),
    )[0]?.[0] ?? ''
  );
}

function bestFeature(rows: readonly Labelled[]): string | undefined {
  const counts = new Map<string, Map<string, number>>();
  const ranks = new Map<string, number>();
  const totals = new Map<string, number>();
  const said = new Set(rows.flatMap(({ says = [] }) => [...says]));
  for (const { features, label } of rows) {
    totals.set(label, (totals.get(label) ?? 0) + 1);
    for (const [feature, kind] of features) {
      if (kind === 'ended') continue;
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
    const isSaid = () => said.size > 0 && wordsOf(feature).some((word) => said.has(word));
    // An error that mentions a member is about its value.
    const isSent = isValue && feature.startsWith('body.') && isSaid();
    const share = isSent ? 1 : isValue && size < 2 ? 0.5 : isValue ? 0.85 : 1;
    const last = isSent ? rankOf('compares') : rank;
    const plain = (rows.length * entropy(totals) - after) * share * (1 - last * 0.02);
    const isOfRecord = rank >= rankOf('record') && rank <= rankOf('compares');
    const fitting = Math.max(...[having, lacking].map((side) => weightOf(feature, last, [...side])));
    const isClose = isOfRecord && plain > 1e-6 && plain * fitting * named >= (best?.gain ?? 0);
    const gain = plain * fitting * (isSent || (isClose && isSaid()) ? named : 1);
    if (
      gain > 1e-6 &&
      (best === undefined || gain > best.gain || (gain === best.gain && isPlainer(feature, best.feature)))
    )
      best = { feature, gain };
  }
  return best?.feature;
}

/** Returns the weight of a condition with only errors on one side. It is higher if the statuses match its subject. */
function weightOf(feature: string, rank: number, side: readonly (readonly [label: string, count: number])[]): number {
  const [, statuses = [], weight = 1] = aboutStatus.find(([form]) => form.test(feature)) ?? [];
  const isFitting = side.every(([label, count]) => count === 0 || statuses.includes(Number.parseInt(label, 10)));
  return isFitting ? (rank > rankOf('after') ? fittingValue : weight) : 1;
}

/** Returns whether a condition is simpler: it has fewer parts, or is shorter if both are about records. */
function isPlainer(one: string, other: string): boolean {
  const ofRecords = one.includes('find(') && other.includes('find(');
  const size = (text: string) => text.split(' && ').length * 1e6 + (ofRecords ? text.length : 0);
  return size(one) === size(other) ? one < other : size(one) < size(other);
}

/** Lists the words in the members and values that a condition compares. */
export function wordsOf(text: string): string[] {
  const compared = text.replace(
    /\b(?:find|all|meta)\([^()]*\)|\bpath\.\w+|\b(?:body|query|headers|exists|null|size|string)\b/g,
    ' ',
  );
  return splitWords(compared).filter((word) => word.length > 2);
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
