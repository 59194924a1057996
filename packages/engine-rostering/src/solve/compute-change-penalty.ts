import type { CellRuleTables } from './cell-rule-tables.js';
import type { SolverPlan } from './plan.js';

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
