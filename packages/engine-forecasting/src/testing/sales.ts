import { addDays } from '../calendar.js';
import type { SaleRecord } from '../to-series.js';

/** Creates a linear congruential generator of numbers in [0, 1) for tests. The same seed gives the same numbers. */
export function createNumberGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Creates bell-shaped noise with mean 0 and standard deviation 1. */
export function createNoise(random: () => number): number {
  let sum = -6;
  for (let index = 0; index < 12; index += 1) sum += random();
  return sum;
}

/** Creates one sale a day from `start`, at price 1 and cost 0.5. A quantity of 0 means no sale. */
export function createDailySales(start: string, days: number, quantityOf: (day: number) => number): SaleRecord[] {
  const sales: SaleRecord[] = [];
  for (let day = 0; day < days; day += 1) {
    const quantity = quantityOf(day);
    if (quantity !== 0) sales.push({ date: addDays(start, day), quantity, unitPrice: 1, unitCost: 0.5 });
  }
  return sales;
}
