import type { Frequency } from '../index.js';
import { type RandomNumbers, randomNumbers } from './random-numbers.js';

/** The lengths at which series are cut, and the season that scales their errors. */
export interface SeriesShape {
  readonly frequency: Frequency;
  /** Intervals before the first forecast. */
  readonly length: number;
  readonly horizon: number;
  /** Intervals after which the naive forecast repeats itself. */
  readonly season: number;
  /** Number of forecasts per series, each a horizon after the previous one. */
  readonly cuts: number;
}

/** A family of generated series. Each `kind` has its own pass mark. */
export interface Family extends SeriesShape {
  readonly name: string;
  readonly kind: string;
  make(seed: number): number[];
}

type Name = 'level' | 'growth' | 'pace' | 'slope' | 'factor' | 'chance' | 'height';

/** The drawn parameters of one series. Parameters that are not drawn are 0, without a season. */
interface Drawn extends Record<Name, number> {
  week: (day: number) => number;
  year: (day: number) => number;
  /** Advances a walk: multiplies its position by `share` and adds the change. */
  walk(change: number, share?: number): number;
  /** Advances a second walk, which starts at `slope`. */
  bend(change: number, share?: number): number;
}

/** The ranges of the drawn parameters, in order: weekday spread, size of the yearly season, other numbers. */
type Draws = Partial<Record<Name, readonly [low: number, high: number] | ((r: RandomNumbers) => number)>> & {
  readonly week?: number;
  readonly year?: number;
  /** Not drawn. */
  readonly length: number;
};
const shapes = {
  daily: { frequency: 'D', horizon: 28, season: 7 },
  weekly: { frequency: 'W', horizon: 8, season: 1 },
  intermittent: { frequency: 'D', horizon: 21, season: 1 },
  monthly: { frequency: 'M', horizon: 12, season: 12 },
} as const;
const cuts = 3;
const { exp, max } = Math;

/** A family with three forecasts of each series. */
export function createFamily(
  kind: keyof typeof shapes,
  name: string,
  { length, ...draws }: Draws,
  value: (t: number, drawn: Drawn, r: RandomNumbers) => number,
): Family {
  const shape = { ...shapes[kind], cuts, length };
  return {
    ...shape,
    name,
    kind,
    make(seed) {
      const r = randomNumbers(seed * 7919 + name.length * 104_729);
      const drawn = draw(draws, r);
      return Array.from({ length: length + cuts * shape.horizon }, (_, t) =>
        max(0, Math.round(value(t, drawn, r) * 100) / 100),
      );
    },
  };
}

function draw(draws: Omit<Draws, 'length'>, r: RandomNumbers): Drawn {
  let position = 0;
  const drawn: Drawn = {
    ...{ level: 0, growth: 0, pace: 0, slope: 0, factor: 0, chance: 0, height: 0 },
    week: () => 1,
    year: () => 1,
    walk(change, share = 1) {
      position = share * position + change;
      return position;
    },
    bend(change, share = 1) {
      drawn.slope = share * drawn.slope + change;
      return drawn.slope;
    },
  };
  for (const [name, range] of Object.entries(draws)) {
    if (name === 'week') drawn.week = weekdayFactors(r, Number(range));
    else if (name === 'year') drawn.year = yearlySeason(r, Number(range));
    else drawn[name as Name] = typeof range === 'function' ? range(r) : r.between(...(range as [number, number]));
  }
  return drawn;
}

/** Creates seven factors around 1 that differ by about `spread`. */
function weekdayFactors(r: RandomNumbers, spread: number): (day: number) => number {
  const factors = Array.from({ length: 7 }, () => exp(spread * r.normal()));
  const mean = factors.reduce((sum, factor) => sum + factor / 7, 0);
  return (day) => (factors[day % 7] ?? 0) / mean;
}

/** Creates a smooth yearly factor around 1 with two waves. */
function yearlySeason(r: RandomNumbers, size: number): (day: number) => number {
  const [first, second] = [r.between(0, 2 * Math.PI), r.between(0, 2 * Math.PI)];
  const strength = r.between(0.7, 1.3) * size;
  return (day) => {
    const angle = (2 * Math.PI * day) / 365.25;
    return 1 + strength * (Math.sin(angle + first) + 0.4 * Math.sin(2 * angle + second));
  };
}
