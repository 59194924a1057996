import type { Report } from '../../../bench/bar-table.ts';
import { type Errors, type Evaluation, evaluate } from './evaluate.ts';
import type { Family } from './family.ts';
import { families } from './generators.ts';
import { heldBackFamilies } from './generators-held-back.ts';
import { realFamilies } from './real-series.ts';

/** Series per family, and the first seed of the held-back ones. */
const seriesCount = 12;
const heldBackSeed = 9000;

/** Errors and coverage of one kind of family, means over its families. */
const kinds = [
  { kind: 'daily', title: 'daily retail', measure: 'mase' },
  { kind: 'weekly', title: 'weekly business', measure: 'mase' },
  { kind: 'intermittent', title: 'intermittent', measure: 'rmsse' },
  { kind: 'monthly', title: 'monthly', measure: 'mase' },
] as const;

type Result = Evaluation & { readonly family: Family };

/** Accuracy, selection and coverage on the families that the models were tuned by, on others, and on real series. */
export function run(report: Report): void {
  const groups: readonly [string, Result[]][] = [
    ['', evaluateAll(families, (family, index) => family.make(index + 1))],
    ['held back: ', evaluateAll(heldBackFamilies, (family, index) => family.make(heldBackSeed + index))],
  ];
  for (const [group, results] of groups) {
    for (const { kind, title, measure } of kinds) {
      const chosen = results.filter(({ family }) => family.kind === kind);
      reportKind(report, `${group}${title}`, kind, measure, chosen);
    }
    reportCoverage(report, `${group}interval coverage`, results);
  }
  for (const family of realFamilies()) {
    const { errors, inside, points } = evaluate(family, family.series);
    const ours = errors.of('ours').mase;
    const naive = errors.of(family.naive).mase;
    report(`real: ${family.name}, MASE / seasonal naive`, ours / naive, '<=', family.bar, `MASE ${figure(ours)}`);
    report(`real: ${family.name}, coverage`, inside / points, 'shown', undefined, `${points} points`);
  }
}

function evaluateAll(list: readonly Family[], make: (family: Family, index: number) => number[]): Result[] {
  return list.map((family) => ({
    family,
    ...evaluate(
      family,
      Array.from({ length: seriesCount }, (_, index) => make(family, index)),
    ),
  }));
}

function reportKind(
  report: Report,
  title: string,
  kind: string,
  measure: keyof Errors,
  results: readonly Result[],
): void {
  const name = measure.toUpperCase();
  const singlesOf = ({ errors }: Result) => errors.singles.map((error) => error[measure]);
  const ratio = (other: (result: Result) => number) =>
    meanOf(results.map((result) => result.errors.of('ours')[measure] / other(result)));
  const against = (model: string) => ratio(({ errors }) => errors.of(model)[measure]);
  const ours = figure(meanOf(results.map(({ errors }) => errors.of('ours')[measure])));
  if (kind === 'daily')
    report(`${title}, ${name} / seasonal naive`, against('seasonal-naive-7'), '<=', 0.8, `${name} ${ours}`);
  if (kind === 'weekly')
    report(`${title}, ${name} / damped trend`, against('damped-trend'), '<=', 1, `${name} ${ours}`);
  if (kind === 'intermittent') {
    report(`${title}, ${name} / Croston-SBA`, against('croston-sba'), '<=', 1, `${name} ${ours}`);
  }
  report(
    `${title}, ${name} / mean of single models`,
    ratio((result) => meanOf(singlesOf(result))),
    '<=',
    0.95,
    `${name} ${ours}`,
  );
  const best = (result: Result) => Math.min(...singlesOf(result));
  const ratios = results.map((result) => ({
    name: result.family.name,
    ratio: result.errors.of('ours')[measure] / best(result),
  }));
  const worst = ratios.sort((one, other) => other.ratio - one.ratio)[0];
  report(
    `${title}, ${name} / best single model`,
    ratio(best),
    '<=',
    1.05,
    worst === undefined ? '' : `worst family: ${worst.name} ${figure(worst.ratio)}`,
  );
}

function reportCoverage(report: Report, title: string, results: readonly Result[]): void {
  let inside = 0;
  let points = 0;
  for (const { kind, title: name } of kinds) {
    const chosen = results.filter(({ family }) => family.kind === kind);
    const shares = chosen.map((result) => result.inside / result.points);
    const detail = `families ${figure(Math.min(...shares))} to ${figure(Math.max(...shares))}`;
    const coverage = sumOf(chosen, 'inside') / sumOf(chosen, 'points');
    report(`${title}, ${name}`, coverage, 'within', [0.75, 0.85], detail);
    inside += sumOf(chosen, 'inside');
    points += sumOf(chosen, 'points');
  }
  report(`${title}, all`, inside / points, 'within', [0.75, 0.85], `${points} points`);
}

function sumOf(results: readonly Result[], key: 'inside' | 'points'): number {
  return results.reduce((sum, result) => sum + result[key], 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

function figure(value: number): string {
  return value.toFixed(3);
}
