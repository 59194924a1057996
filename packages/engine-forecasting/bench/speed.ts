import { forecast, train } from '@understudy/engine-forecasting';
import { dateOf, salesOf } from './evaluate.ts';
import { families } from './families.ts';
import { report } from './figures.ts';

const [datasets, days, horizon] = [500, 730, 28];

/** Processor time to train and forecast 500 datasets of 730 days. With two workers, 4 s are 2 s of waiting. */
export function reportSpeed(): void {
  const daily = families.filter(({ frequency }) => frequency === 'D');
  const work = Array.from({ length: datasets }, (_, index) =>
    salesOf(daily[index % daily.length]?.make(index).slice(0, days) ?? [], 'D'),
  );
  const currentDate = dateOf(days, 'D');
  const start = process.cpuUsage();
  for (const sales of work) forecast(train(sales, { frequency: 'D', horizon, currentDate }), sales, { currentDate });
  const { user, system } = process.cpuUsage(start);
  report(
    `${datasets} datasets x ${days} days, train and forecast, s of processor time`,
    (user + system) / 1e6,
    '<=',
    4,
  );
}
