import type { SolverPlan } from './plan.js';

/** Lists of numbers by key, in one array: `items[at[k]]` to `items[at[k + 1] - 1]` for key k. */
interface Lists {
  readonly at: Int32Array;
  readonly items: Int32Array;
}

/** Yields pairs of key and item one by one, the same at each call. */
type Pairs = (add: (key: number, item: number) => void) => void;

/** Sorts pairs by key, with a stable order of items with the same key. */
function listsOf(keys: number, pairs: Pairs): Lists {
  const at = new Int32Array(keys + 1);
  pairs((key) => {
    at[key + 1] = (at[key + 1] as number) + 1;
  });
  for (let key = 0; key < keys; key += 1) at[key + 1] = (at[key + 1] as number) + (at[key] as number);
  const next = at.slice(0, keys);
  const items = new Int32Array(at[keys] as number);
  pairs((key, item) => {
    const place = next[key] as number;
    items[place] = item;
    next[key] = place + 1;
  });
  return { at, items };
}

export type CellRuleTables = ReturnType<typeof createCellRuleTables>;

export function createCellRuleTables(plan: SolverPlan) {
  const { days: width, employees, shifts } = plan;
  const cells = employees * width;
  const needsAt = new Int32Array(plan.covers.length + 1);
  plan.covers.forEach(({ needs }, index) => {
    needsAt[index + 1] = (needsAt[index] as number) + needs.length;
  });
  const blocks = (item: (index: number, place: number) => number): Lists =>
    listsOf(cells, (add) => {
      plan.blocks.forEach(({ employee, days }, index) => {
        days.forEach((day, place) => {
          add(employee * width + day, item(index, place));
        });
      });
    });
  return {
    /** By cover: number of its first need. */
    needsAt,
    runsOf: listsOf(employees, (add) => {
      plan.runs.forEach((rule, index) => {
        for (const employee of rule.employees) add(employee, index);
      });
    }),
    patternsOf: listsOf(employees, (add) => {
      plan.patterns.forEach((rule, index) => {
        for (const employee of rule.employees) add(employee, index);
      });
    }),
    countersAt: listsOf(cells, (add) => {
      plan.counters.forEach(({ employee, days }, index) => {
        for (const day of days) add(employee * width + day, index);
      });
    }),
    blocksAt: blocks((index) => index),
    /** Parallel to `blocksAt.items`: the place of the cell's day in the block. */
    blockPlaces: blocks((_index, place) => place).items,
    rowsAt: listsOf(cells, (add) => {
      plan.rows.forEach(({ employee, from, to }, index) => {
        for (let day = from; day <= to; day += 1) add(employee * width + day, index);
      });
    }),
    /** By `day * (shifts + 1) + shift`. */
    coversAt: listsOf(width * (shifts + 1), (add) => {
      plan.covers.forEach((cover, index) => {
        cover.days.forEach((day, place) => {
          add(day * (shifts + 1) + (cover.shifts[place] as number), index);
        });
      });
    }),
    /** By counter: the spreads it belongs to. */
    spreadsOf: listsOf(plan.counters.length, (add) => {
      plan.spreads.forEach((spread, index) => {
        for (const counter of spread.counters) add(counter, index);
      });
    }),
  };
}

/** Work of a change of one cell, and of each rule it has to look at, in the units of a budget. */
const perChange = 0.1;
const perCounter = 0.03;
const perBlock = 0.03;
const perRun = 0.05;
const perLink = 0.03;
const perElement = 0.01;
const perCover = 0.03;
const perRow = 1;
const perSpread = 0.1;

/** Estimates the work of changing a cell: evaluating the rules of an average cell. */
export function computeChangePenalty(plan: SolverPlan, tables: CellRuleTables): number {
  const cells = Math.max(1, plan.employees * plan.days);
  const employees = Math.max(1, plan.employees);
  const elements = plan.patterns.reduce((sum, rule) => sum + rule.employees.length * rule.elements.length ** 2, 0);
  const inSpreads = plan.counters.reduce(
    (sum, { days }, index) =>
      sum + days.length * ((tables.spreadsOf.at[index + 1] as number) - (tables.spreadsOf.at[index] as number)),
    0,
  );
  return (
    perChange +
    (perCounter * tables.countersAt.items.length) / cells +
    (perBlock * tables.blocksAt.items.length) / cells +
    (perRun * tables.runsOf.items.length) / employees +
    perLink * plan.links.length +
    (perElement * elements) / employees +
    (perCover * 2 * tables.coversAt.items.length) / Math.max(1, plan.days * (plan.shifts + 1)) +
    (perRow * tables.rowsAt.items.length) / cells +
    (perSpread * inSpreads) / cells
  );
}
