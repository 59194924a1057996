import { readFileSync } from 'node:fs';
import { type Errors, type Evaluation, evaluate } from './evaluate.ts';
import { families } from './families.ts';
import type { Family, SeriesShape } from './family.ts';
import { mean, report, threeDecimals } from './figures.ts';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

/** Real sales. */
interface RealFamily extends SeriesShape {
  readonly name: string;
  readonly series: readonly number[][];
  /** The model to compare with. */
  readonly naive: string;
}

interface Fixture {
  readonly datasets: readonly {
    readonly datasetId: string;
    readonly transactions: readonly { readonly quantity: number }[];
  }[];
}

type Result = Evaluation & { readonly family: Family };

/** The kinds of families, with the model that each must beat and the bar of the ratio. */
const kinds = [
  { kind: 'daily', title: 'daily retail', measure: 'mase', rival: ['seasonal naive', 'seasonal-naive-7', 0.8] },
  { kind: 'weekly', title: 'weekly business', measure: 'mase', rival: ['damped trend', 'damped-trend', 1] },
  { kind: 'intermittent', title: 'intermittent', measure: 'rmsse', rival: ['Croston-SBA', 'croston-sba', 1] },
  { kind: 'monthly', title: 'monthly', measure: 'mase', rival: undefined },
] as const;

/** Accuracy, selection and coverage on the generated and the real series. */
export function reportAccuracy(): void {
  const results = families.map((family) => ({
    family,
    ...evaluate(
      family,
      Array.from({ length: 12 }, (_, index) => family.make(9000 + index)),
    ),
  }));
  for (const { kind, title, measure, rival } of kinds) {
    const ofKind = results.filter(({ family }) => family.kind === kind);
    const compare = (name: string, bar: number, other: (result: Result) => number) => {
      const ratios = ofKind.map((result) => ({ ratio: result.errors.of('ours')[measure] / other(result), result }));
      const worst = ratios.reduce((one, next) => (next.ratio > one.ratio ? next : one));
      const detail = `worst family: ${worst.result.family.name} ${threeDecimals(worst.ratio)}`;
      const what = `${title}, ${measure.toUpperCase()} / ${name}`;
      report(what, mean(ratios.map(({ ratio }) => ratio)), '<=', bar, detail);
    };
    const singles = ({ errors }: Result) => errors.singles.map((error: Errors) => error[measure]);
    if (rival) compare(rival[0], rival[2], ({ errors }) => errors.of(rival[1])[measure]);
    compare('mean of single models', 0.95, (result) => mean(singles(result)));
    compare('best single model', 1.05, (result) => Math.min(...singles(result)));
    reportCoverage(title, ofKind);
  }
  reportCoverage('all', results);
  for (const family of realFamilies()) {
    const { errors, inside, points } = evaluate(family, family.series);
    const ratio = errors.of('ours').mase / errors.of(family.naive).mase;
    report(`real: ${family.name}, MASE / seasonal naive`, ratio, '<=', 0.95);
    report(`real: ${family.name}, coverage`, inside / points, 'shown', undefined, `${points} points`);
  }
}

function reportCoverage(what: string, results: readonly Result[]): void {
  const shares = results.map(({ inside, points }) => inside / points);
  const sum = (key: 'inside' | 'points') => results.reduce((total, result) => total + result[key], 0);
  const detail = `families ${threeDecimals(Math.min(...shares))} to ${threeDecimals(Math.max(...shares))}`;
  report(`${what}, interval coverage`, sum('inside') / sum('points'), 'within', [0.75, 0.85], detail);
}

/** The real series of the fixtures. fixtures/inventory/README.md names their sources. */
function realFamilies(): RealFamily[] {
  const rentals = read('bike-rentals.json');
  const houses = read('new-houses-sold.json');
  const daily = { frequency: 'D', season: 7, horizon: 28, naive: 'seasonal-naive-7' } as const;
  const monthly = { frequency: 'M', season: 12, horizon: 6, naive: 'seasonal-naive-12' } as const;
  return [
    // Ten origins in 2012, from the middle of March on.
    ...rentals.map(({ name, values }) => ({ name, series: [values], length: 440, cuts: 10, ...daily })),
    ...houses.map(({ name, values }) => ({ name, series: [values], length: 155, cuts: 20, ...monthly })),
  ];
}

function read(file: string): { name: string; values: number[] }[] {
  const { datasets }: Fixture = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  // One transaction per interval, none left out.
  return datasets.map(({ datasetId, transactions }) => ({
    name: datasetId,
    values: transactions.map(({ quantity }) => quantity),
  }));
}
