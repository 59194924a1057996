// The engine against its bars, on generated families that no model was tuned on and on real series.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { forecastSales, trainModel } from './index.js';
import { dateOf, type Evaluation, errorsOf, evaluate, salesOf } from './testing/evaluate.js';
import { families } from './testing/families.js';
import type { Family } from './testing/family.js';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

type Result = Evaluation & { readonly family: Family };

/** The kinds of families, with the model that each must beat and the bar of the ratio. */
const kinds = [
  { kind: 'daily', title: 'daily retail', measure: 'mase', rival: ['seasonal naive', 'seasonal-naive-7', 0.8] },
  { kind: 'weekly', title: 'weekly business', measure: 'mase', rival: ['damped trend', 'damped-trend', 1] },
  { kind: 'intermittent', title: 'intermittent', measure: 'rmsse', rival: ['Croston-SBA', 'croston-sba', 1] },
  { kind: 'monthly', title: 'monthly', measure: 'mase', rival: undefined },
] as const;

let results: readonly Result[] = [];

beforeAll(() => {
  results = families.map((family) => ({
    family,
    ...evaluate(
      family,
      Array.from({ length: 12 }, (_, index) => family.make(9000 + index)),
    ),
  }));
}, 120_000);

it.each(kinds)('forecasts $title series within limits', { tags: 'slow' }, ({ kind, title, measure, rival }) => {
  const ofKind = results.filter(({ family }) => family.kind === kind);
  const compare = (name: string, bar: number, other: (result: Result) => number) => {
    const ratios = ofKind.map((result) => errorsOf(result, 'ours')[measure] / other(result));
    report(`${title}, ${measure.toUpperCase()} / ${name}`, mean(ratios), [0, bar]);
  };
  const singles = ({ errors }: Result) =>
    [...errors].flatMap(([name, error]) => (name === 'ours' ? [] : [error[measure]]));
  if (rival) compare(rival[0], rival[2], (result) => errorsOf(result, rival[1])[measure]);
  compare('mean of single models', 0.95, (result) => mean(singles(result)));
  compare('best single model', 1.05, (result) => Math.min(...singles(result)));
  report(`${title}, interval coverage`, coverageOf(ofKind), [0.75, 0.85]);
});

it('prediction intervals cover 75 to 85% of the values of all series', { tags: 'slow' }, () => {
  report('all, interval coverage', coverageOf(results), [0.75, 0.85]);
});

it.each(realFamilies())(
  'forecasts the real series $name better than by repeating the last season',
  { tags: 'slow' },
  (family) => {
    const { name, naive, values, ...shape } = family;
    const result = evaluate(shape, [values]);
    report(`${name}, MASE / seasonal naive`, errorsOf(result, 'ours').mase / errorsOf(result, naive).mase, [0, 0.95]);
  },
);

it('trains and forecasts 500 datasets of 730 days within four seconds of processor time', { tags: 'slow' }, () => {
  const daily = families.filter(({ frequency }) => frequency === 'D');
  const work = Array.from({ length: 500 }, (_, index) =>
    salesOf(daily[index % daily.length]?.make(index).slice(0, 730) ?? [], 'D'),
  );
  const currentDate = dateOf(730, 'D');
  const start = process.cpuUsage();
  for (const sales of work)
    forecastSales(trainModel(sales, { frequency: 'D', horizon: 28, currentDate }), sales, { currentDate });
  const { user, system } = process.cpuUsage(start);
  report('seconds of processor time', (user + system) / 1e6, [0, 4]);
});

function report(what: string, measured: number, [least, most]: readonly [number, number]): void {
  expect(measured, what).toBeGreaterThanOrEqual(least);
  expect(measured, what).toBeLessThanOrEqual(most);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

function coverageOf(results: readonly Result[]): number {
  const sum = (key: 'inside' | 'points') => results.reduce((total, result) => total + result[key], 0);
  return sum('inside') / sum('points');
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
