/** Measures the engine against its bars, all or those named. Exits with 1 if a bar is missed. */

import { forecastSales, trainModel } from '@understudy/engine-forecasting';
import { reportAccuracy } from './accuracy.ts';
import { dateOf, salesOf } from './evaluate.ts';
import { families } from './families.ts';
import { printFigures, report } from './figures.ts';

const [datasets, days, horizon] = [500, 730, 28];

const parts: Readonly<Record<string, () => void>> = { accuracy: reportAccuracy, speed: reportSpeed };

const selected = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
for (const part of selected) {
  const run = parts[part];
  if (run === undefined) throw new Error(`Unknown part ${part}. Choose from: ${Object.keys(parts).join(', ')}.`);
  run();
}
printFigures();

/** Processor time to train and forecast 500 datasets of 730 days. With two workers, 4 s are 2 s of waiting. */
function reportSpeed(): void {
  const daily = families.filter(({ frequency }) => frequency === 'D');
  const work = Array.from({ length: datasets }, (_, index) =>
    salesOf(daily[index % daily.length]?.make(index).slice(0, days) ?? [], 'D'),
  );
  const currentDate = dateOf(days, 'D');
  const start = process.cpuUsage();
  for (const sales of work)
    forecastSales(trainModel(sales, { frequency: 'D', horizon, currentDate }), sales, { currentDate });
  const { user, system } = process.cpuUsage(start);
  const what = `${datasets} datasets x ${days} days, train and forecast, s of processor time`;
  report(what, (user + system) / 1e6, 4);
}
