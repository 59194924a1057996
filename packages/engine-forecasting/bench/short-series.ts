import type { Report } from '../../../bench/bar-table.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { heldBackShortFamilies, type ShortFamily, shortFamilies } from './generators-short.ts';

/** Series per family. Tuning used seeds 1 to 60 at most; the shapes held back have seeds from 9000 on. */
const seriesCount = 20;

type Result = Evaluation & { readonly family: ShortFamily };

/** Coverage and error against naive of short histories: 20 to 60 days, and 52 to 99 weeks, 14 days and 13 weeks ahead. */
export function run(report: Report): void {
  for (const [group, families, firstSeed] of [
    ['', shortFamilies, 1],
    ['held back: ', heldBackShortFamilies, 9000],
  ] as const) {
    const results = families.map((family) => ({
      family,
      ...evaluate(
        family,
        Array.from({ length: seriesCount }, (_, index) => family.make(firstSeed + index)),
      ),
    }));
    for (const [kind, title] of [
      ['days', '20 to 60 days'],
      ['weeks', '52 to 99 weeks'],
    ] as const) {
      const chosen = results.filter(({ family }) => family.kind === kind);
      reportKind(report, `${group}${title}`, chosen);
      for (const length of new Set(chosen.map(({ family }) => family.length))) {
        const some = chosen.filter(({ family }) => family.length === length);
        const naive = naiveOf(some);
        report(`${group}${length} ${kind}, interval coverage`, coverageOf(some), 'within', [0.75, 0.85]);
        report(`${group}${length} ${kind}, MASE / ${naive}`, againstNaive(some), '<=', 1);
      }
    }
  }
}

/** The model that they are compared with, which is one for all. */
function naiveOf(results: readonly Result[]): string {
  const [naive = ''] = new Set(results.map(({ family }) => family.naive));
  return naive;
}

function reportKind(report: Report, title: string, results: readonly Result[]): void {
  const shares = results.map((result) => coverageOf([result]));
  const detail = `families ${figure(Math.min(...shares))} to ${figure(Math.max(...shares))}`;
  report(`${title}, interval coverage`, coverageOf(results), 'within', [0.78, 0.85], detail);
  const worst = results
    .map((result) => ({ ratio: againstNaive([result]), name: result.family.name }))
    .sort((left, right) => right.ratio - left.ratio)[0];
  report(
    `${title}, MASE / ${naiveOf(results)}`,
    againstNaive(results),
    '<=',
    0.96,
    worst === undefined ? '' : `worst family: ${worst.name} ${figure(worst.ratio)}`,
  );
}

function againstNaive(results: readonly Result[]): number {
  const ratios = results.map(({ family, errors }) => errors.of('ours').mase / errors.of(family.naive).mase);
  return ratios.reduce((sum, ratio) => sum + ratio / ratios.length, 0);
}

function coverageOf(results: readonly Result[]): number {
  const sum = (key: 'inside' | 'points') => results.reduce((total, result) => total + result[key], 0);
  return sum('inside') / sum('points');
}

function figure(value: number): string {
  return value.toFixed(3);
}
