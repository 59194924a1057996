import { readFileSync } from 'node:fs';

const folder = new URL('../../../fixtures/inventory/', import.meta.url);

/** The real series of the fixtures, as families of one kind each; see fixtures/inventory/README.md for their origin. */
export function realFamilies() {
  const rentals = read('bike-rentals.json');
  const houses = read('new-houses-sold.json');
  const daily = { frequency: 'D', season: 7, horizon: 28, naive: 'seasonal-naive-7', bar: 0.95 };
  const monthly = { frequency: 'M', season: 12, horizon: 6, naive: 'seasonal-naive-12', bar: 0.95 };
  return [
    // Ten origins in 2012, from the middle of March on.
    ...rentals.map(({ name, values }) => ({ name, series: [values], length: 440, cuts: 10, ...daily })),
    ...houses.map(({ name, values }) => ({ name, series: [values], length: 155, cuts: 20, ...monthly })),
  ];
}

function read(file) {
  const { datasets } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  // One transaction per interval, none left out.
  return datasets.map(({ datasetId, transactions }) => ({
    name: datasetId,
    values: transactions.map(({ quantity }) => quantity),
  }));
}
