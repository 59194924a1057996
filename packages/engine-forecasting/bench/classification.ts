/** Classification of generated series with a known class. */
import { type ClassificationItem, classifySales, type SaleRecord } from '@understudy/engine-forecasting';
import { report } from './figures.ts';
import { mixedNumbers, type RandomNumbers } from './random-numbers.ts';

/** Sales, and the current day as a number of days since the epoch. */
interface Series {
  readonly sales: readonly SaleRecord[];
  readonly end: number;
  readonly peaks?: readonly number[];
}

/** Returns the quantity of one sale with about this mean. */
type Size = (r: RandomNumbers, mean: number) => number;

const day = 86_400_000;
const monthNames = 'January February March April May June July August September October November December'.split(' ');
const toDate = (number: number) => new Date(number * day).toISOString().slice(0, 10);
const starts = ['2021-01-01', '2022-05-17', '2023-03-15', '2020-02-29', '2022-10-03'].map(
  (date) => Date.parse(date) / day,
) as [number, ...number[]];

const sold = (quantities: readonly number[], dayOf: (index: number) => number): SaleRecord[] =>
  quantities.flatMap((quantity, index) =>
    quantity > 0 ? [{ date: toDate(dayOf(index)), quantity, unitPrice: 3, unitCost: 1 }] : [],
  );

const steady: Size = (r, mean) => Math.max(1, Math.round(mean * (1 + 0.25 * r.normal())));
/** Log-normal with a squared variation of about 1.2. */
const varied: Size = (r, mean) => Math.max(1, Math.round(mean * Math.exp(0.9 * r.normal() - 0.4)));
const seldom = (r: RandomNumbers) => r.pick([0.08, 0.15, 0.3, 0.5, 0.6]);

const demandTypes: Readonly<Record<string, (r: RandomNumbers) => Series>> = {
  Smooth: (r) => arrivals(r, 1, steady),
  Erratic: (r) => arrivals(r, 1, varied),
  Intermittent: (r) => arrivals(r, seldom(r), steady),
  Lumpy: (r) => arrivals(r, seldom(r), varied),
};

/** Sales by days, weeks or months, of which a share has demand. */
function arrivals(r: RandomNumbers, share: number, size: Size): Series {
  const start = r.pick(starts);
  const mean = r.pick([8, 40, 300]);
  const rhythm = r.pick(['day', 'week', 'month'] as const);
  const count = { day: r.pick([400, 730, 1100]), week: 150, month: 72 }[rhythm];
  // A handful of sales is too few for a squared variation.
  const chance = share < 1 && rhythm !== 'day' ? Math.max(0.3, share) : share;
  const sums = Array.from({ length: count }, () => (r.uniform() < chance ? size(r, mean) : 0));
  const dayOf = {
    day: (index: number) => start + index,
    week: (index: number) => start - ((start + 3) % 7) + 7 * index + Math.floor(7 * r.uniform()),
    month: (index: number) => firstOfMonth(start, index) + Math.floor(28 * r.uniform()),
  }[rhythm];
  return { sales: sold(sums, dayOf), end: Math.ceil(dayOf(count)) };
}

function firstOfMonth(number: number, later: number): number {
  const date = new Date(number * day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / day;
}

/** Noise around 1: independent, or an autoregression with coefficient `phi` and the same spread. */
function noiseAround(r: RandomNumbers, spread: number, phi: number): () => number {
  let state = spread * r.normal();
  return () => {
    state = phi * state + Math.sqrt(1 - phi * phi) * spread * r.normal();
    return 1 + state;
  };
}

const weekdays = [1, 1, 1, 1, 1.3, 1.4, 0.7];

interface Curve {
  /** The trend over the whole time, as a share of the start. */
  readonly change?: number;
  /** Months, from 0. */
  readonly peaks?: readonly number[];
  readonly height?: number;
  readonly phi?: number;
  readonly years?: readonly [number, ...number[]];
}

/** Daily sales with a trend and yearly peaks. */
function curve(r: RandomNumbers, { change = 0, peaks = [], height = 1, phi = 0, years = [2, 3, 4] }: Curve): Series {
  const start = r.pick(starts);
  const days = Math.round(365.25 * r.pick(years)) + Math.floor(r.uniform() * 40);
  const mean = r.pick([6, 40, 500]);
  const noise = noiseAround(r, r.pick([0.1, 0.3, 0.5]), phi);
  const quantities = Array.from({ length: days }, (_, index) => {
    const season = peaks.includes(new Date((start + index) * day).getUTCMonth()) ? height : 1;
    const expected = mean * (1 + (change * index) / days) * season * (weekdays[(start + index) % 7] ?? 0);
    return Math.max(0, Math.round(expected * Math.max(0.1, noise())));
  });
  return { sales: sold(quantities, (index) => start + index), end: start + days, peaks };
}

/** One sale a month of an autoregression, the hardest noise for a test of trend. */
function monthlyNoise(r: RandomNumbers): Series {
  const start = firstOfMonth(r.pick(starts), 0);
  const count = r.pick([18, 24, 36, 60]);
  const noise = noiseAround(r, 0.15, r.pick([0.3, 0.5]));
  const quantities = Array.from({ length: count }, () => Math.max(1, Math.round(400 * noise())));
  return { sales: sold(quantities, (index) => firstOfMonth(start, index) + 9), end: firstOfMonth(start, count) };
}

const peaksOf = (r: RandomNumbers) => r.pick([[0], [11], [5, 6], [10, 11], [11, 0, 1], [3], [5, 6, 7], [8]]);

type Trial = readonly [
  what: string,
  generate: (r: RandomNumbers) => Series,
  classOf: (item: ClassificationItem, series: Series) => string,
  wanted?: string,
];

const trials: readonly Trial[] = [
  ...Object.entries(demandTypes).map(
    ([type, generate]): Trial => [`demand type ${type}`, generate, ({ demandType }) => demandType, type],
  ),
  [
    'demand type New',
    (r) => {
      const series = r.pick(Object.values(demandTypes) as [(r: RandomNumbers) => Series])(r);
      const first = Date.parse(series.sales[0]?.date ?? '') / day;
      return { ...series, end: first + Math.floor(r.uniform() * 80) };
    },
    ({ demandType }) => demandType,
    'New',
  ],
  ...[{}, { height: 2 }].flatMap((season): Trial[] => [
    [
      `trend Positive, season ${JSON.stringify(season)}`,
      (r) => curve(r, { change: r.pick([0.5, 1, 2]), peaks: peaksOf(r), ...season }),
      ({ trend }) => trend,
      'Positive',
    ],
    [
      `trend Negative, season ${JSON.stringify(season)}`,
      (r) => curve(r, { change: r.pick([-0.4, -0.6]), peaks: peaksOf(r), ...season }),
      ({ trend }) => trend,
      'Negative',
    ],
  ]),
  ...[0, 0.5, 0.8].flatMap((phi): Trial[] => [
    [`trend in noise ${phi}`, (r) => curve(r, { phi, years: [0.6, 1, 2, 3, 4] }), ({ trend }) => trend],
    [
      `season in noise ${phi}`,
      (r) => curve(r, { phi, years: [1, 2, 3, 4], change: r.pick([0, 1]) }),
      ({ isSeasonal }) => (isSeasonal ? 'Seasonal' : 'None'),
    ],
  ]),
  ['trend in autocorrelated months', monthlyNoise, ({ trend }) => trend],
  [
    'seasonal with the right months',
    (r) => curve(r, { peaks: peaksOf(r), height: r.pick([1.5, 2, 3]), change: r.pick([0, 0, 1]) }),
    ({ isSeasonal, seasonalities }, { peaks = [] }) =>
      isSeasonal && seasonalities.join() === monthNames.filter((_, month) => peaks.includes(month)).join()
        ? 'right'
        : seasonalities.join(),
    'right',
  ],
];

const runs = 200;

/** Reports the share of correctly classified series. Without a wanted class, 5 % may have another one than None. */
export function reportClassification(): void {
  for (const [what, generate, classOf, wanted = 'None'] of trials) {
    const classes = Array.from({ length: runs }, (_, seed) => {
      const series = generate(mixedNumbers(seed + 1 + 1000 * what.length));
      const options = { abcDriver: 'revenue', currentDate: toDate(series.end) } as const;
      return classifySales([{ datasetId: 'x', sales: series.sales }], options).map((item) => classOf(item, series))[0];
    });
    const others = new Set(classes.filter((found) => found !== wanted));
    report(what, classes.filter((found) => found === wanted).length / runs, '>=', 0.95, [...others].join('; '));
  }
}
