/** Classification of generated series whose class is known, in two unlike families of generators. */
import { type ClassificationItem, classify, type Sale } from '@understudy/engine-forecasting';
import { gamma, negativeBinomial, normal, poisson, type Uniform, uniform } from './chance.ts';
import { report } from './figures.ts';

type FamilyName = 'a' | 'b';

/** Draws how much one sale is of, about `mean`. */
type Size = (random: Uniform, mean: number) => number;

/** Sales, and the day they are looked at. */
interface Made {
  readonly sales: readonly Sale[];
  /** Counted from the epoch, as every day here. */
  readonly end: number;
}

const day = 86_400_000;
const monthNames = 'January February March April May June July August September October November December'.split(' ');
const toDate = (number: number) => new Date(number * day).toISOString().slice(0, 10);
const monthOf = (number: number) => new Date(number * day).getUTCMonth();

const sale = (number: number, quantity: number): Sale => ({
  date: toDate(number),
  quantity,
  unitPrice: 3,
  unitCost: 1,
});

/** One sale per day with a quantity. */
function sold(start: number, quantities: readonly number[]): Sale[] {
  return quantities.flatMap((quantity, index) => (quantity > 0 ? [sale(start + index, quantity)] : []));
}

const starts = ['2021-01-01', '2022-05-17', '2023-03-15', '2020-02-29', '2022-10-03'].map(
  (date) => Date.parse(date) / day,
);
function pick<Item>(random: Uniform, list: readonly Item[]): Item {
  const [item] = list.slice(Math.floor(random() * list.length));
  if (item === undefined) throw new RangeError('There is nothing to pick from');
  return item;
}
function classOf({ sales, end }: Made): ClassificationItem {
  const [item] = classify([{ datasetId: 'x', sales }], { abcDriver: 'revenue', currentDate: toDate(end) });
  if (item === undefined) throw new Error('The series was not classified');
  return item;
}

const sizes = {
  steady: (random: Uniform, mean: number) => Math.max(1, Math.round(mean * (1 + 0.25 * normal(random)))),
  // Log-normal sizes with a squared variation of about 1.2.
  varied: (random: Uniform, mean: number) => Math.max(1, Math.round(mean * Math.exp(0.9 * normal(random) - 0.4))),
};
const steadySize: Record<FamilyName, Size> = { a: sizes.steady, b: (random, mean) => 1 + poisson(random, mean) };
const variedSize: Record<FamilyName, Size> = {
  a: sizes.varied,
  b: (random, mean) => Math.max(1, Math.round(gamma(random, 0.8) * mean * 1.25)),
};

/** Demand types: family a sells by days, Mondays, weeks or months, family b by days only, with other distributions. */
const demandTypes: Readonly<Record<string, (family: FamilyName) => (random: Uniform) => Made>> = {
  Smooth: (family) => (random) => arrivals(family, random, 1, steadySize[family]),
  Erratic: (family) => (random) => arrivals(family, random, 1, variedSize[family]),
  Intermittent: (family) => (random) =>
    arrivals(family, random, pick(random, [0.08, 0.15, 0.3, 0.5, 0.6]), steadySize[family]),
  Lumpy: (family) => (random) =>
    arrivals(family, random, pick(random, [0.08, 0.15, 0.3, 0.5, 0.6]), variedSize[family]),
};

function arrivals(family: FamilyName, random: Uniform, share: number, size: Size): Made {
  const start = pick(random, starts);
  const monday = start - ((start + 3) % 7);
  const mean = pick(random, [8, 40, 300]);
  const rhythms = family === 'a' ? (['day', 'monday', 'week', 'month'] as const) : (['day', 'workday'] as const);
  const rhythm = pick<'day' | 'workday' | 'monday' | 'week' | 'month'>(random, rhythms);
  const daily = rhythm === 'day' || rhythm === 'workday';
  const count = daily ? pick(random, [400, 730, 1100]) : rhythm === 'month' ? 72 : 150;
  // A squared variation cannot be told from a handful of sales.
  const chance = share < 1 && !daily ? Math.max(0.3, share) : share;
  const sums = Array.from({ length: count }, () => (random() < chance ? size(random, mean) : 0));
  const dayOf = {
    day: (index: number) => start + index,
    workday: (index: number) => start + index,
    monday: (index: number) => monday + 7 * index,
    week: (index: number) => monday + 7 * index + Math.floor(7 * random()),
    month: (index: number) => firstOfMonth(start, index) + Math.floor(28 * random()),
  }[rhythm];
  const sales = sums.flatMap((quantity, index) => (quantity > 0 ? [sale(dayOf(index), quantity)] : []));
  const isClosed = (date: string) => rhythm === 'workday' && [0, 6].includes(new Date(date).getUTCDay());
  return { sales: sales.filter(({ date }) => !isClosed(date)), end: Math.ceil(dayOf(count)) };
}

function firstOfMonth(number: number, later: number): number {
  const date = new Date(number * day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / day;
}

/** Daily noise around 1: independent, or an autoregression with coefficient `phi` and the same spread. */
function noiseAround(random: Uniform, spread: number, phi: number): () => number {
  let state = spread * normal(random);
  return () => {
    state = phi * state + Math.sqrt(1 - phi * phi) * spread * normal(random);
    return 1 + state;
  };
}

const weekdays = { a: [1, 1, 1, 1, 1.3, 1.4, 0.7], b: [1.2, 1, 0.9, 1, 1.2, 0.5, 0] };

interface Curve {
  readonly change?: number;
  /** Months, from 0. */
  readonly peaks?: readonly number[];
  readonly height?: number;
  readonly phi?: number;
  readonly years?: readonly number[];
}

/** Daily sales with a trend over the whole time (the sum of the change, as a share of the start) and yearly peaks. */
function curve(
  family: FamilyName,
  random: Uniform,
  { change = 0, peaks = [], height = 1, phi = 0, years = [2, 3, 4] }: Curve,
): Made {
  const start = pick(random, starts);
  const days = Math.round(365.25 * pick(random, years)) + Math.floor(random() * 40);
  const mean = pick(random, [6, 40, 500]);
  const noise = noiseAround(random, pick(random, [0.1, 0.3, 0.5]), phi);
  const quantities = Array.from({ length: days }, (_, index) => {
    const level = family === 'a' ? 1 + (change * index) / days : Math.exp(Math.log(1 + change) * (index / days));
    const season = peaks.includes(monthOf(start + index)) ? height : 1;
    const expected = mean * level * season * (weekdays[family][(start + index) % 7] ?? 0);
    const around = expected * Math.max(0.1, noise());
    if (family === 'b') return around > 0 ? negativeBinomial(random, around, 2 * around) : 0;
    return Math.max(0, Math.round(around));
  });
  return { sales: sold(start, quantities), end: start + days };
}

/** One sale a month of an autoregression, the hardest noise for a test of trend. */
function monthlyNoise(random: Uniform): Made {
  const start = firstOfMonth(pick(random, starts), 0);
  const count = pick(random, [18, 24, 36, 60]);
  const noise = noiseAround(random, 0.15, pick(random, [0.3, 0.5]));
  const sales = Array.from({ length: count }, (_, index) =>
    sale(firstOfMonth(start, index) + 9, Math.max(1, Math.round(400 * noise()))),
  );
  return { sales, end: firstOfMonth(start, count) };
}

const peakSets = [[0], [11], [5, 6], [10, 11], [11, 0, 1], [3], [5, 6, 7], [8]];

/** One figure: the share of `runs` series for which `check` returns true. A string names the wrong class. */
interface Trial {
  readonly what: string;
  readonly runs: number;
  readonly generate: (random: Uniform) => Made & { readonly peaks?: readonly number[] };
  readonly check: (item: ClassificationItem, peaks: readonly number[]) => true | string;
  /** False alarms have an upper bar of 5 %, everything else a lower bar of 95 %. */
  readonly falseAlarms?: boolean;
}

function measure({ what, runs, generate, check, falseAlarms = false }: Trial): void {
  const counts = new Map<true | string, number>();
  for (let seed = 1; seed <= runs; seed += 1) {
    const series = generate(uniform(seed + 1000 * what.length));
    const result = check(classOf(series), series.peaks ?? []);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  const others = [...counts].flatMap(([name, count]) => (name === true ? [] : [`${name} ${count}`]));
  const detail = [`${runs} series`, ...others].join('; ');
  report(what, (counts.get(true) ?? 0) / runs, falseAlarms ? '<=' : '>=', falseAlarms ? 0.05 : 0.95, detail);
}

const monthsAre = ({ isSeasonal, seasonalities }: ClassificationItem, peaks: readonly number[]) =>
  !isSeasonal
    ? 'no season'
    : seasonalities.join() === monthNames.filter((_, month) => peaks.includes(month)).join() || 'other months';
const hasTrend = ({ trend }: ClassificationItem) => trend !== 'None' || 'None';

/** The trials of a family, in the order of the table. */
const trialsOf = (family: FamilyName): Trial[] => [
  ...Object.entries(demandTypes).map(([type, generate]) => ({
    what: `demand type ${type}, family ${family}`,
    runs: 200,
    generate: generate(family),
    check: ({ demandType }: ClassificationItem) => demandType === type || demandType,
  })),
  {
    what: `demand type New, family ${family}`,
    runs: 100,
    generate: (random) => {
      const series = pick(random, Object.values(demandTypes))(family)(random);
      const first = Date.parse(series.sales[0]?.date ?? '') / day;
      return { ...series, end: first + Math.floor(random() * 80) };
    },
    check: ({ demandType }) => demandType === 'New' || demandType,
  },
  ...(['Positive', 'Negative'] as const).flatMap((trend) =>
    [false, true].map((seasonal) => ({
      what: `trend ${trend}${seasonal ? ' with season' : ''}, family ${family}`,
      runs: 150,
      generate: (random: Uniform) =>
        curve(family, random, {
          change: pick(random, trend === 'Positive' ? [0.5, 1, 2] : [-0.4, -0.6]),
          years: seasonal ? [2, 3, 4] : [1, 2, 3],
          ...(seasonal ? { peaks: pick(random, peakSets), height: 2 } : {}),
        }),
      check: (item: ClassificationItem) => item.trend === trend || item.trend,
    })),
  ),
  ...[0, 0.5, 0.8].flatMap((phi): Trial[] => {
    const noise = `${phi === 0 ? 'independent noise' : `autocorrelated noise ${phi}`}, family ${family}`;
    return [
      {
        what: `trend found in none, ${noise}`,
        runs: 300,
        generate: (random) => curve(family, random, { phi, years: [0.6, 1, 2, 3, 4] }),
        check: hasTrend,
        falseAlarms: true,
      },
      {
        what: `season found in none, ${noise}`,
        runs: 300,
        generate: (random) => curve(family, random, { phi, years: [1, 2, 3, 4], change: pick(random, [0, 1]) }),
        check: ({ isSeasonal }) => isSeasonal || 'None',
        falseAlarms: true,
      },
    ];
  }),
  {
    what: `trend found in none, autocorrelated months, family ${family}`,
    runs: 300,
    generate: monthlyNoise,
    check: hasTrend,
    falseAlarms: true,
  },
  {
    what: `trend None with season, family ${family}`,
    runs: 200,
    generate: (random) => curve(family, random, { peaks: pick(random, peakSets), height: pick(random, [1.5, 2, 3]) }),
    check: ({ trend }) => trend === 'None' || trend,
  },
  {
    what: `seasonal with the right months, family ${family}`,
    runs: 300,
    generate: (random) => {
      const peaks = pick(random, peakSets);
      const height = pick(random, [1.5, 2, 3]);
      return { ...curve(family, random, { peaks, height, change: pick(random, [0, 0, 1]) }), peaks };
    },
    check: monthsAre,
  },
];

/** Reports the share of correctly classified series. */
export function reportClassification(): void {
  for (const family of ['a', 'b'] as const) for (const trial of trialsOf(family)) measure(trial);
}
