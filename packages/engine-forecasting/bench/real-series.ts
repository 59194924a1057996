import { readFileSync } from 'node:fs';
import type { SeriesShape } from './family.ts';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

/** Real sales. */
interface RealFamily extends SeriesShape {
  readonly name: string;
  readonly series: readonly number[][];
  /** The model to compare with. */
  readonly naive: string;
}

/** The real series of the fixtures. fixtures/inventory/README.md names their sources. */
export function realFamilies(): RealFamily[] {
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

interface Fixture {
  readonly datasets: readonly {
    readonly datasetId: string;
    readonly transactions: readonly { readonly quantity: number }[];
  }[];
}

function read(file: string): { name: string; values: number[] }[] {
  const { datasets }: Fixture = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  // One transaction per interval, none left out.
  return datasets.map(({ datasetId, transactions }) => ({
    name: datasetId,
    values: transactions.map(({ quantity }) => quantity),
  }));
}
