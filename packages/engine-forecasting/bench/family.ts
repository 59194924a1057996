import type { Frequency } from '@understudy/engine-forecasting';
import { type RandomNumbers, randomOf } from './random.ts';

/** What is evaluated: how series are cut, and what their errors are scaled by. */
export interface SeriesShape {
  readonly frequency: Frequency;
  /** Intervals that a series is trained on at first. */
  readonly length: number;
  readonly horizon: number;
  /** Intervals after which the naive forecast repeats itself. */
  readonly season: number;
  /** Forecasts made of each series, a horizon apart. */
  readonly cuts: number;
}

/** What a family of series is like, but for the number of forecasts. `kind`: which bars it counts for. */
type FamilyShape = Omit<SeriesShape, 'cuts'> & { readonly kind: string };

/** A family of made-up sales. */
export type Family<Shape extends FamilyShape = FamilyShape> = Shape &
  SeriesShape & {
    readonly name: string;
    /** The values of one series. */
    make(seed: number): number[];
  };

/** Makes what the value of an interval is, from its number. */
export type Prepare = (random: RandomNumbers) => (index: number) => number;

/** @param cuts forecasts that are made of each series, a horizon apart */
export function family<Shape extends FamilyShape>(
  name: string,
  shape: Shape,
  prepare: Prepare,
  cuts = 4,
): Family<Shape> {
  return {
    name,
    cuts,
    ...shape,
    make(seed) {
      const valueAt = prepare(randomOf(seed * 7919 + name.length * 104_729));
      const values: number[] = [];
      for (let index = 0; index < shape.length + cuts * shape.horizon; index += 1) {
        values.push(Math.max(0, Math.round(valueAt(index) * 100) / 100));
      }
      return values;
    },
  };
}

/** Seven factors around 1 that differ by about `spread`. */
export function weekOf(r: RandomNumbers, spread: number): (day: number) => number {
  const factors = Array.from({ length: 7 }, () => Math.exp(spread * r.normal()));
  const mean = factors.reduce((sum, factor) => sum + factor / 7, 0);
  return (day) => (factors[day % 7] ?? 0) / mean;
}

/** A smooth yearly factor around 1 with two waves. */
export function yearOf(r: RandomNumbers, size: number): (day: number) => number {
  const [first, second] = [r.between(0, 2 * Math.PI), r.between(0, 2 * Math.PI)];
  const strength = r.between(0.7, 1.3) * size;
  return (day) => {
    const angle = (2 * Math.PI * day) / 365.25;
    return 1 + strength * (Math.sin(angle + first) + 0.4 * Math.sin(2 * angle + second));
  };
}
