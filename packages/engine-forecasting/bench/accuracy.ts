import { readFileSync } from 'node:fs';
import { type Evaluation, errorsOf, evaluate } from './evaluate.ts';
import { families } from './families.ts';
import type { Family } from './family.ts';
import { mean, report } from './figures.ts';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

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
      const ratios = ofKind.map((result) => ({ ratio: errorsOf(result, 'ours')[measure] / other(result), result }));
      const worst = ratios.reduce((one, next) => (next.ratio > one.ratio ? next : one));
      const detail = `worst family: ${worst.result.family.name} ${worst.ratio.toFixed(3)}`;
      const what = `${title}, ${measure.toUpperCase()} / ${name}`;
      report(what, mean(ratios.map(({ ratio }) => ratio)), bar, detail);
    };
    const singles = ({ errors }: Result) =>
      [...errors].flatMap(([name, error]) => (name === 'ours' ? [] : [error[measure]]));
    if (rival) compare(rival[0], rival[2], (result) => errorsOf(result, rival[1])[measure]);
    compare('mean of single models', 0.95, (result) => mean(singles(result)));
    compare('best single model', 1.05, (result) => Math.min(...singles(result)));
    reportCoverage(title, ofKind);
  }
  reportCoverage('all', results);
  for (const { name, naive, values, ...shape } of realFamilies()) {
    const result = evaluate(shape, [values]);
    const ratio = errorsOf(result, 'ours').mase / errorsOf(result, naive).mase;
    report(`real: ${name}, MASE / seasonal naive`, ratio, 0.95);
    report(`real: ${name}, coverage`, result.inside / result.points, undefined, `${result.points} points`);
  }
}

function reportCoverage(what: string, results: readonly Result[]): void {
  const shares = results.map(({ inside, points }) => inside / points);
  const sum = (key: 'inside' | 'points') => results.reduce((total, result) => total + result[key], 0);
  const detail = `families ${Math.min(...shares).toFixed(3)} to ${Math.max(...shares).toFixed(3)}`;
  report(`${what}, interval coverage`, sum('inside') / sum('points'), [0.75, 0.85], detail);
}

/** The real series of the fixtures. fixtures/inventory/README.md names their sources. */
function realFamilies() {
  const daily = { frequency: 'D', season: 7, horizon: 28, naive: 'seasonal-naive-7' } as const;
  const monthly = { frequency: 'M', season: 12, horizon: 6, naive: 'seasonal-naive-12' } as const;
  return [
    // Ten origins in 2012, from the middle of March on.
    ...read('bike-rentals.json').map((series) => ({ ...series, length: 440, cuts: 10, ...daily })),
    ...read('new-houses-sold.json').map((series) => ({ ...series, length: 155, cuts: 20, ...monthly })),
  ];
}

function read(file: string): { name: string; values: number[] }[] {
  const { datasets }: { datasets: { datasetId: string; transactions: { quantity: number }[] }[] } = JSON.parse(
    readFileSync(new URL(file, folder), 'utf8'),
  );
  // One transaction per interval, none left out.
  return datasets.map(({ datasetId, transactions }) => ({
    name: datasetId,
    values: transactions.map(({ quantity }) => quantity),
  }));
}
