/** A simulated stock run by suggestions. Measures the share of replenishment cycles without a stock-out. */
import {
  type ForecastPoint,
  forecastSales,
  suggestPurchases,
  type TrainedModel,
  trainModel,
} from '@understudy/engine-forecasting';
import { report } from './figures.ts';
import { mixedNumbers, type RandomNumbers } from './random-numbers.ts';

const levels = [0.8, 0.9, 0.95, 0.98];
const seriesPerFamily = 40;
const history = 365;
const reviewedDays = 224;
const trainEvery = 28;
const horizon = 28;

interface Policy {
  readonly leadTime: number;
  readonly review: number;
  /** A batch is what this many days sell. */
  readonly batchDays?: number;
  /** Whether there is a maximum. */
  readonly bounded?: boolean;
}

/** Ways to run a stock, lead time and review period in days. Rounding up to large batches can only raise the service. */
const policies: readonly Policy[] = [
  { leadTime: 7, review: 7 },
  { leadTime: 2, review: 7 },
  { leadTime: 10, review: 14 },
  { leadTime: 3, review: 3 },
  { leadTime: 5, review: 7, batchDays: 3 },
  { leadTime: 4, review: 7, batchDays: 2, bounded: true },
];

const weekdays = [0.9, 0.85, 0.95, 1.05, 1.3, 1.35, 0.6];
/** Demand of day t. Each series draws its size first. */
const families: Readonly<Record<string, (r: RandomNumbers) => (t: number) => number>> = {
  normal: (r) => {
    const [mean, spread] = [r.between(50, 250), r.between(0.1, 0.35)];
    return () => mean * (1 + spread * r.normal());
  },
  Poisson: (r) => {
    const mean = r.between(1, 31);
    return () => r.poisson(mean);
  },
  'seasonal weekly': (r) => {
    const [mean, spread] = [r.between(40, 140), r.between(0.1, 0.3)];
    return (t) => mean * (weekdays[t % 7] ?? 0) * (1 + spread * r.normal());
  },
  trending: (r) => {
    const [mean, change] = [r.between(100, 200), r.between(-0.4, 0.6)];
    return (t) => mean * (1 + (change * t) / 365) * (1 + 0.2 * r.normal());
  },
  intermittent: (r) => {
    const [share, size] = [r.between(0.15, 0.5), r.between(2, 8)];
    return () => (r.uniform() < share ? 1 + r.poisson(size) : 0);
  },
  overdispersed: (r) => {
    const [mean, ratio] = [r.between(5, 35), r.between(2, 6)];
    return () => r.negativeBinomial(mean, mean / (ratio - 1));
  },
};

const toDate = (t: number) => new Date(Date.UTC(2024, 0, 1) + t * 86_400_000).toISOString().slice(0, 10);

/** Forecasts of one series at any day; trained again every four weeks. */
function forecaster(demand: readonly number[]): (t: number) => ForecastPoint[] {
  const sales = demand.map((quantity, t) => ({ date: toDate(t), quantity, unitPrice: 1, unitCost: 0 }));
  const models = new Map<number, TrainedModel>();
  const forecasts = new Map<number, ForecastPoint[]>();
  return (t) => {
    const earlier = forecasts.get(t);
    if (earlier !== undefined) return earlier;
    const known = sales.slice(0, t);
    const trained = history + Math.floor((t - history) / trainEvery) * trainEvery;
    const model =
      models.get(trained) ??
      trainModel(sales.slice(0, trained), { frequency: 'D', horizon, currentDate: toDate(trained) });
    models.set(trained, model);
    const points = forecastSales(model, known, { currentDate: toDate(t) });
    forecasts.set(t, points);
    return points;
  };
}

/** Runs one stock with backorders; answers cycles, cycles without a stock-out, and broken limits. */
function runStock(
  demand: readonly number[],
  forecastAt: (t: number) => ForecastPoint[],
  policy: Policy,
  wantedServiceLevel: number,
) {
  const mean = demand.slice(0, history).reduce((sum, quantity) => sum + quantity, 0) / history;
  const { leadTime, review } = policy;
  const batchSize = policy.batchDays === undefined ? 1 : Math.max(1, Math.round(policy.batchDays * mean));
  const maximumInventory = policy.bounded === true ? Math.round(mean * (leadTime + review) * 1.6) : undefined;
  let stock = mean * (leadTime + review);
  let open: { readonly due: number; readonly quantity: number }[] = [];
  const result = { cycles: 0, served: 0, overMaximum: 0, brokenBatches: 0 };
  for (let t = history; t < history + reviewedDays; t += 1) {
    for (const { due, quantity } of open) if (due <= t) stock += quantity;
    open = open.filter(({ due }) => due > t);
    if (maximumInventory !== undefined && stock > maximumInventory + 1e-6) result.overMaximum += 1;
    if ((t - history) % review === 0) {
      const { replenishmentSuggestion } = suggestPurchases(
        {
          currentInventoryLevel: stock,
          wantedServiceLevel,
          supplier: { leadTime: { value: leadTime, granularity: 'D' }, batchSize },
          replenishmentInterval: { value: review, granularity: 'D' },
          inventoryOrders: open,
          ...(maximumInventory === undefined ? {} : { maximumInventory }),
        },
        { forecast: forecastAt(t), frequency: 'D', currentDate: toDate(t) },
      );
      const { quantity } = replenishmentSuggestion;
      if (Math.abs(quantity / batchSize - Math.round(quantity / batchSize)) > 1e-6) result.brokenBatches += 1;
      if (quantity > 0) open.push({ due: t + leadTime, quantity });
    }
    stock -= demand[t] ?? 0;
    // A cycle ends the evening before the next order arrives; the first ones begin from the arbitrary first stock.
    const since = t + 1 - history - leadTime;
    if (since >= review && since % review === 0) {
      result.cycles += 1;
      if (stock >= -1e-6) result.served += 1;
    }
  }
  return result;
}

/** Mean and standard error of the mean. */
function summary(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** Reports achieved against wanted service and broken limits. */
export function reportStockRuns(): void {
  const shares = new Map<string, number[]>();
  const broken = { overMaximum: 0, brokenBatches: 0 };
  const note = (what: string, { cycles, served }: { cycles: number; served: number }) =>
    shares.set(what, [...(shares.get(what) ?? []), served / cycles]);
  Object.entries(families).forEach(([family, make], number) => {
    for (let seed = 1; seed <= seriesPerFamily; seed += 1) {
      const draw = make(mixedNumbers(1000 * (number + 1) + seed));
      const demand = Array.from({ length: history + reviewedDays }, (_, t) => Math.max(0, draw(t)));
      const forecastAt = forecaster(demand);
      for (const level of levels) {
        const plain = { cycles: 0, served: 0 };
        for (const policy of policies) {
          const result = runStock(demand, forecastAt, policy, level);
          broken.overMaximum += result.overMaximum;
          broken.brokenBatches += result.brokenBatches;
          if (policy.batchDays === undefined) {
            plain.cycles += result.cycles;
            plain.served += result.served;
          } else if (policy.bounded !== true) note(`${level} with batches of three days`, result);
        }
        note(`${level}, ${family}`, plain);
        note(`${level}, all`, plain);
      }
    }
  });
  for (const [what, values] of shares) {
    const level = Number.parseFloat(what);
    const { mean, error } = summary(values);
    const detail = `achieved ${mean.toFixed(3)} +- ${error.toFixed(3)}`;
    // Rounding up to batches may give more.
    if (what.includes('batches')) report(`cycle service level ${what}`, mean, '>=', level - 0.02, detail);
    else report(`cycle service level ${what}: distance`, Math.abs(mean - level), '<=', 0.02 + 2 * error, detail);
  }
  report('days with more stock than the maximum', broken.overMaximum, '<=', 0);
  report('orders that are not a whole number of batches', broken.brokenBatches, '<=', 0);
}
