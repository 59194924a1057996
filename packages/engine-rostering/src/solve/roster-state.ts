import { type CellRuleTables, computeChangePenalty, createCellRuleTables } from './cell-rule-tables.js';
import { createEmptyCounts, type SpreadTally } from './empty-counts.js';
import { HeadCounts } from './head-counts.js';
import type { LinkTable, ShiftBlock, SolverPlan } from './plan.js';
import { computePatternChange, computeRunChange } from './rule-costs.js';

/**
 * The current roster: the grid, the counts of each rule, and the total cost by tier.
 *
 * {@link RosterState.change} is the inner loop of the search and makes no objects. Indexes are right by construction.
 */
export class RosterState {
  readonly tables: CellRuleTables;
  readonly grid: Uint16Array;
  /** Total cost: breach, shortage, soft. */
  readonly cost: Float64Array;
  /** What the last change adds to the cost. */
  readonly delta = new Float64Array(3);
  readonly counted: Float64Array;
  /** Changes priced or made since they were last charged. */
  #changes = 0;
  readonly #priceOfChange: number;
  readonly #inBlock: Int32Array;
  readonly #rowCost: Float64Array;
  readonly #tallies: readonly SpreadTally[];
  readonly #staffing: HeadCounts;

  constructor(readonly plan: SolverPlan) {
    this.tables = createCellRuleTables(plan);
    this.grid = new Uint16Array(plan.employees * plan.days);
    const counts = createEmptyCounts(plan, this.tables);
    this.cost = counts.cost;
    this.counted = counts.counted;
    this.#staffing = new HeadCounts(plan, this.tables, counts);
    this.#inBlock = counts.inBlock;
    this.#rowCost = counts.rowCost;
    this.#tallies = counts.tallies;
    this.#priceOfChange = computeChangePenalty(plan, this.tables);
    for (let cell = 0; cell < plan.start.length; cell += 1) {
      const shift = plan.start[cell] as number;
      if (shift !== 0) this.change(cell, shift, true);
    }
  }

  /** By cover. */
  get heads(): Int32Array {
    return this.#staffing.heads;
  }

  /** Returns the work of the changes since the last call, to be charged to a budget. */
  takeWork(): number {
    const work = this.#changes * this.#priceOfChange;
    this.#changes = 0;
    return work;
  }

  /** Puts every cell as it is in `grid`. */
  load(grid: Uint16Array): void {
    for (let cell = 0; cell < grid.length; cell += 1) {
      const shift = grid[cell] as number;
      if (this.grid[cell] !== shift) this.change(cell, shift, true);
    }
    // Sums of fractions would drift over millions of changes.
    for (let index = 0; index < 3; index += 1) {
      this.cost[index] = Math.round((this.cost[index] as number) * 1e6) / 1e6;
    }
  }

  /** Works out in {@link RosterState.delta} what another shift costs. Without `covers`, staffing is left as it is. */
  change(cell: number, to: number, commit: boolean, covers = true): void {
    const { plan, grid, delta } = this;
    delta[0] = 0;
    delta[1] = 0;
    delta[2] = 0;
    const from = grid[cell] as number;
    if (from === to) return;
    this.#changes += 1;
    const { days } = plan;
    const employee = (cell / days) | 0;
    const day = cell - employee * days;
    const width = plan.shifts + 1;
    if (plan.wishes.length > 0) {
      delta[2] = (plan.wishes[cell * width + to] as number) - (plan.wishes[cell * width + from] as number);
    }
    this.#links(cell, employee, day, from, to);
    this.#runs(cell, employee, day, from, to);
    this.#counters(cell, from, to, commit);
    const staffing = this.#staffing;
    const untouched = !commit && staffing.isSeparable;
    if (covers && untouched) {
      staffing.priceHeads(day, from, -1, delta);
      staffing.priceHeads(day, to, 1, delta);
    } else if (covers) {
      staffing.add(day, from, employee, -1, delta);
      staffing.add(day, to, employee, 1, delta);
    }
    if (plan.patterns.length > 0) this.#patterns(cell, employee, day, to);
    if (plan.rows.length > 0) this.#rows(cell, employee, to, commit);
    if (!commit) {
      if (covers && !untouched) {
        staffing.add(day, to, employee, -1, undefined);
        staffing.add(day, from, employee, 1, undefined);
      }
      return;
    }
    grid[cell] = to;
    for (let index = 0; index < 3; index += 1) {
      this.cost[index] = (this.cost[index] as number) + (delta[index] as number);
    }
  }

  /** Takes the heads of a row out of the covers, or puts them back, without a change of the cost: to price its cells. */
  liftHeads(employee: number, added: 1 | -1): void {
    const { grid, plan } = this;
    const first = employee * plan.days;
    for (let day = 0; day < plan.days; day += 1) {
      const shift = grid[first + day] as number;
      if (shift !== 0) this.#staffing.add(day, shift, employee, added, undefined);
    }
  }

  /** Works out in {@link RosterState.delta} what one head more costs in the covers of a shift. */
  tellHead(day: number, shift: number, employee: number): void {
    this.delta.fill(0);
    this.#staffing.priceHead(day, shift, employee, this.delta);
  }

  #add(index: number, amount: number): void {
    this.delta[index] = (this.delta[index] as number) + amount;
  }

  #links(cell: number, employee: number, day: number, from: number, to: number): void {
    const { plan, grid } = this;
    const width = plan.shifts + 1;
    const base = (plan.classOf[employee] as number) * width * width;
    const first = cell - day;
    const end = first + plan.days;
    let left = -1;
    let right = -1;
    for (let index = 0; index < plan.links.length; index += 1) {
      const link = plan.links[index] as LinkTable;
      const { cost, distance } = link;
      let change = 0;
      if (distance === 1 || !link.next) {
        if (cell - distance >= first) {
          const row = base + (grid[cell - distance] as number) * width;
          change += (cost[row + to] as number) - (cost[row + from] as number);
        }
        if (cell + distance < end) {
          const after = grid[cell + distance] as number;
          change += (cost[base + to * width + after] as number) - (cost[base + from * width + after] as number);
        }
      } else {
        if (left < 0) {
          left = cell - 1;
          while (left >= first && (grid[left] === 0 || grid[left] === plan.unknown)) left -= 1;
          right = cell + 1;
          while (right < end && grid[right] === 0) right += 1;
        }
        const before = left >= first ? (grid[left] as number) : 0;
        const after = right < end ? (grid[right] as number) : 0;
        if (cell - left === distance) {
          const row = base + before * width;
          change += (cost[row + to] as number) - (cost[row + from] as number);
        }
        if (right - cell === distance) {
          change += (cost[base + to * width + after] as number) - (cost[base + from * width + after] as number);
        }
        if (right - left === distance) {
          const across = cost[base + before * width + after] as number;
          if (to === 0) change += across;
          if (from === 0) change -= across;
        }
      }
      if (change !== 0) this.#add(link.tier, change);
    }
  }

  #runs(cell: number, employee: number, day: number, from: number, to: number): void {
    const { plan, grid, tables } = this;
    const { at, items } = tables.runsOf;
    const first = cell - day;
    for (let place = at[employee] as number; place < (at[employee + 1] as number); place += 1) {
      const rule = plan.runs[items[place] as number];
      if (rule === undefined || rule.member[from] === rule.member[to]) continue;
      const joining = computeRunChange(rule, plan, grid, cell, first);
      this.#add(rule.tier, rule.member[to] === 1 ? joining : -joining);
    }
  }

  #counters(cell: number, from: number, to: number, commit: boolean): void {
    const { plan, tables } = this;
    let { at, items } = tables.countersAt;
    for (let place = at[cell] as number; place < (at[cell + 1] as number); place += 1) {
      const index = items[place] as number;
      const counter = plan.counters[index];
      if (counter === undefined) continue;
      const added = (counter.amount[to] as number) - (counter.amount[from] as number);
      if (added !== 0) this.#count(index, added, commit);
    }
    ({ at, items } = tables.blocksAt);
    for (let place = at[cell] as number; place < (at[cell + 1] as number); place += 1) {
      const index = items[place] as number;
      const block = plan.blocks[index] as ShiftBlock;
      const member = block.members[tables.blockPlaces[place] as number] as Uint8Array;
      if (member[from] === member[to]) continue;
      const held = this.#inBlock[index] as number;
      const holds = held + (member[to] === 1 ? 1 : -1);
      if (held === 0) this.#count(block.counter, 1, commit);
      else if (holds === 0) this.#count(block.counter, -1, commit);
      if (commit) this.#inBlock[index] = holds;
    }
  }

  #count(index: number, added: number, commit: boolean): void {
    const counter = this.plan.counters[index];
    if (counter === undefined) return;
    const old = this.counted[index] as number;
    const value = old + added;
    const { low, high } = counter;
    if (old < low || value < low) {
      const change = Math.max(0, low - value) - Math.max(0, low - old);
      this.#add(counter.lowTier, change * counter.lowWeight);
    }
    if (old > high || value > high) {
      const change = Math.max(0, value - high) - Math.max(0, old - high);
      this.#add(counter.highTier, change * counter.highWeight);
    }
    const { at, items } = this.tables.spreadsOf;
    const end = at[index + 1] as number;
    for (let place = at[index] as number; place < end; place += 1) {
      this.#spread(items[place] as number, old, value, commit);
    }
    if (commit) this.counted[index] = value;
  }

  #spread(index: number, from: number, to: number, commit: boolean): void {
    const tally = this.#tallies[index] as SpreadTally;
    tally.move(from, to);
    const cost = tally.cost();
    this.#add(tally.spread.tier, cost - tally.kept);
    if (commit) tally.kept = cost;
    else tally.move(to, from);
  }

  #patterns(cell: number, employee: number, day: number, to: number): void {
    const { plan, grid, tables } = this;
    const { at, items } = tables.patternsOf;
    const first = cell - day;
    for (let place = at[employee] as number; place < (at[employee + 1] as number); place += 1) {
      const rule = plan.patterns[items[place] as number];
      if (rule === undefined) continue;
      const change = computePatternChange(rule, plan.days, grid, first, day, to);
      if (change !== 0) this.#add(rule.tier, change);
    }
  }

  #rows(cell: number, employee: number, to: number, commit: boolean): void {
    const { plan, grid, tables } = this;
    const { at, items } = tables.rowsAt;
    const from = grid[cell] as number;
    grid[cell] = to;
    for (let place = at[cell] as number; place < (at[cell + 1] as number); place += 1) {
      const index = items[place] as number;
      const rule = plan.rows[index];
      if (rule === undefined) continue;
      const cost = rule.weight * rule.evaluate(grid, employee * plan.days);
      this.#add(rule.tier, cost - (this.#rowCost[index] as number));
      if (commit) this.#rowCost[index] = cost;
    }
    grid[cell] = from;
  }
}

/** The best roster that a search has found. */
export interface BestRoster {
  readonly grid: Uint16Array;
  /** Breach, shortage, soft. */
  readonly cost: Float64Array;
}

export function selectBest(state: RosterState): BestRoster {
  return { grid: state.grid.slice(), cost: state.cost.slice() };
}

const tolerance = 1e-6;
/** Compares costs by violations, then missing work, then soft cost. */
export function isBetterRoster(cost: Float64Array, than: Float64Array): boolean {
  for (let index = 0; index < 3; index += 1) {
    const gain = (than[index] as number) - (cost[index] as number);
    if (gain > tolerance) return true;
    if (gain < -tolerance) return false;
  }
  return false;
}
