import type { CellRuleTables } from '../cell-rule-tables.js';
import { type PlanCounter, rowWeights, type SolverPlan } from '../plan.js';
import { divisor } from '../soft-prices.js';

/**
 * The employee's counters with bounds that a row can violate. They are the state dimensions of the dynamic program. Values are whole
 * steps of a unit. Bounds and costs use these steps. Blocks of days, such as weekends, are further dimensions after the
 * counters: 0, or 1 for a worked block.
 */
export interface RowCounters {
  readonly counters: number;
  readonly dimensions: number;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** By counter: 1 when it counts days, not blocks. */
  readonly ofDays: Uint8Array;
  /** Cost of each step below and above, all tiers weighed. */
  readonly lowCost: Float64Array;
  readonly highCost: Float64Array;
  /** 1 where the bound is strict. */
  readonly strictLow: Uint8Array;
  readonly strictHigh: Uint8Array;
  /** At `counter * (shifts + 1) + shift`. */
  readonly steps: Int32Array;
  /** By day: counters that count it. */
  readonly countersOf: readonly Int32Array[];
  /** By day: counters that it is the last day of. */
  readonly endsOf: readonly Int32Array[];
  /** By day: the blocks that hold it. */
  readonly blocksOf: readonly (readonly RowBlock[])[];
}

interface RowBlock {
  readonly dimension: number;
  readonly counter: number;
  readonly member: Uint8Array;
  readonly ends: boolean;
  readonly length: number;
}

/** More dimensions than this make a dynamic programme too slow. */
const mostDimensions = 40;

/** Creates the counters whose bounds a row can violate. @returns undefined if there are too many */
export function createRowCounters(plan: SolverPlan, tables: CellRuleTables, employee: number): RowCounters | undefined {
  const { days } = plan;
  const indexes = new Set<number>();
  const blockIndexes = new Set<number>();
  for (let cell = employee * days; cell < (employee + 1) * days; cell += 1) {
    const { countersAt, blocksAt } = tables;
    for (const index of countersAt.items.subarray(countersAt.at[cell], countersAt.at[cell + 1])) indexes.add(index);
    for (const index of blocksAt.items.subarray(blocksAt.at[cell], blocksAt.at[cell + 1])) blockIndexes.add(index);
  }
  const blocksOfCounter = new Map<number, number[]>();
  for (const block of blockIndexes) {
    const counter = plan.blocks[block]?.counter ?? -1;
    indexes.add(counter);
    blocksOfCounter.set(counter, [...(blocksOfCounter.get(counter) ?? []), block]);
  }
  const width = plan.shifts + 1;
  const own = [...indexes].flatMap((index) => {
    const counter = plan.counters[index];
    if (counter === undefined || (counter.lowWeight === 0 && counter.highWeight === 0)) return [];
    const blocks = (blocksOfCounter.get(index) ?? []).flatMap((block) => plan.blocks[block] ?? []);
    return mayBreak(plan, counter, blocks.length) ? [{ counter, blocks }] : [];
  });
  const dimensions = own.reduce((sum, { blocks }) => sum + 1 + blocks.length, 0);
  if (dimensions > mostDimensions) return undefined;
  const perDay = <Item>(): Item[][] => Array.from({ length: days }, (): Item[] => []);
  const countersOf = perDay<number>();
  const endsOf = perDay<number>();
  const blocksOf = perDay<RowBlock>();
  const steps = new Int32Array(own.length * width);
  const units: number[] = [];
  let dimension = own.length;
  own.forEach(({ counter, blocks }, place) => {
    const unit = counter.amount.reduce(divisor, blocks.length > 0 ? 1 : 0) || 1;
    units.push(unit);
    counter.amount.forEach((amount, shift) => {
      steps[place * width + shift] = amount / unit;
    });
    for (const day of counter.days) countersOf[day]?.push(place);
    for (const block of blocks) {
      const last = Math.max(...block.days);
      block.days.forEach((day, at) => {
        const member = block.members[at] ?? new Uint8Array(width);
        blocksOf[day]?.push({ dimension, counter: place, member, ends: day === last, length: block.days.length });
      });
      dimension += 1;
    }
    const last = Math.max(0, ...counter.days, ...blocks.flatMap((block) => block.days));
    endsOf[last]?.push(place);
  });
  const by = (value: (counter: PlanCounter, unit: number) => number): Float64Array =>
    Float64Array.from(own, ({ counter }, place) => value(counter, units[place] as number));
  return {
    counters: own.length,
    dimensions,
    low: by(({ low, base }, unit) => (low - base) / unit),
    high: by(({ high, base }, unit) => (high - base) / unit),
    lowCost: by(({ lowWeight, lowTier }, unit) => lowWeight * unit * rowWeights[lowTier]),
    highCost: by(({ highWeight, highTier }, unit) => highWeight * unit * rowWeights[highTier]),
    strictLow: Uint8Array.from(own, ({ counter }) => (counter.lowTier < 2 && counter.lowWeight > 0 ? 1 : 0)),
    strictHigh: Uint8Array.from(own, ({ counter }) => (counter.highTier < 2 && counter.highWeight > 0 ? 1 : 0)),
    ofDays: Uint8Array.from(own, ({ blocks }) => (blocks.length === 0 ? 1 : 0)),
    steps,
    countersOf: countersOf.map((list) => Int32Array.from(list)),
    endsOf: endsOf.map((list) => Int32Array.from(list)),
    blocksOf,
  };
}

/** Returns whether some row lies outside the bounds. */
function mayBreak(plan: SolverPlan, { employee, days, amount, base, low, high }: PlanCounter, blocks: number): boolean {
  const width = plan.shifts + 1;
  let least = base;
  let most = base + blocks;
  for (const day of days) {
    const cell = employee * plan.days + day;
    let lowest = amount[plan.start[cell] as number] as number;
    let highest = lowest;
    for (let shift = 0; shift < width; shift += 1) {
      if (plan.allowed[cell * width + shift] !== 1) continue;
      lowest = Math.min(lowest, amount[shift] as number);
      highest = Math.max(highest, amount[shift] as number);
    }
    least += lowest;
    most += highest;
  }
  return least < low || most > high;
}
