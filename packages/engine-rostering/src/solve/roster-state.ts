import { costUnits, freeShift, type Roster, type RosteringInstance } from '../model/instance.js';
import { createGrid } from '../model/row-judges.js';
import { createStartRoster } from '../score/score-roster.js';
import { computeStaffing } from '../score/staffing.js';
import { createRowRules, type RowRule } from './row-rules.js';
import { createSpreads, type Spread } from './spreads.js';

/** Counted work: of a change without its rules, of each day that a rule reads, and of each employee counted. */
const workPerRow = 0.1;
const workPerDay = 0.005;
const workPerHead = 0.05;
/** Maximum number of cells in a change. */
const mostPlaces = 32;

/**
 * The current roster and its cost: breach, shortage, soft, and employees above the limits. A change is composed with
 * {@link RosterState.put}, weighed, and then kept or undone. Indexes are valid by construction.
 */
export class RosterState {
  /** Rows that start with the days of the history, see {@link createGrid}. */
  readonly grid: Int16Array;
  readonly width: number;
  readonly cost = new Float64Array(4);
  /** The cost that the change adds, by tier. */
  readonly delta = new Float64Array(4);
  /** Counted work. A unit is about a microsecond. */
  work = 0;
  readonly heads: Int32Array;
  /** Maximum number of employees per cell, unless more are locked. */
  readonly limits: Int32Array;
  readonly #matching: Int32Array;
  readonly #hasRequirements: boolean;
  readonly #rules: readonly (readonly RowRule[])[];
  /** The weights of a breach, a shortage and soft cost. */
  readonly weights: Float64Array = Float64Array.of(1000, 1000, 1);
  readonly #rowCost: Float64Array;
  readonly #spreads: readonly Spread[];
  /** The cells that the change sets, and their previous contents. */
  readonly #places = new Int32Array(mostPlaces);
  readonly #held = new Int16Array(mostPlaces);
  #count = 0;
  /** The one or two employees whose rows change. */
  readonly #rows = new Int32Array(2);
  #rowCount = 0;
  /** The costs of their rows after the change. */
  readonly #judged = new Float64Array(6);
  #headsCounted = false;

  constructor(readonly instance: RosteringInstance) {
    const { cells, employees } = instance;
    this.width = instance.historyDays + instance.days;
    this.#rules = createRowRules(instance);
    this.#hasRequirements = cells.requirementMin.length > 0;
    const start = createStartRoster(instance);
    const { present, matching } = computeStaffing(instance, start);
    this.heads = present;
    this.#matching = matching;
    this.limits = present.map((locked, cell) => Math.max(cells.max[cell] ?? 0, locked));
    this.grid = createGrid(instance, start);
    this.#rowCost = new Float64Array(employees * 3);
    this.#spreads = instance.constraints.flatMap((constraint) =>
      constraint.family === 'periodDistribution' ? createSpreads(this, constraint) : [],
    );
    for (let employee = 0; employee < employees; employee += 1) {
      this.#judgeRow(employee, this.#rowCost, employee * 3, Number.POSITIVE_INFINITY);
    }
    this.#rowCost.forEach((cost, at) => {
      this.cost[at % 3] = (this.cost[at % 3] as number) + cost;
    });
    for (let cell = 0; cell < cells.count; cell += 1) this.#price(cell, 1, this.cost);
    for (const { tier, cost } of this.#spreads) this.cost[tier] = (this.cost[tier] as number) + cost;
  }

  get isChanged(): boolean {
    return this.#count > 0;
  }

  /** Puts a shift into a cell as part of the change. */
  put(at: number, shift: number): void {
    if (this.grid[at] === shift) return;
    this.#places[this.#count] = at;
    this.#held[this.#count] = this.grid[at] as number;
    this.#count += 1;
    this.grid[at] = shift;
    const employee = (at / this.width) | 0;
    for (let index = 0; index < this.#rowCount; index += 1) if (this.#rows[index] === employee) return;
    this.#rows[this.#rowCount] = employee;
    this.#rowCount += 1;
  }

  /**
   * Computes `delta`. `sameHeads`: the change only exchanges the work of employees on the same days.
   * @returns false as soon as the change is certain to cost more than `limit`
   */
  weigh(limit = Number.POSITIVE_INFINITY, sameHeads = false): boolean {
    const { delta, weights } = this;
    delta.fill(0);
    this.#headsCounted = !sameHeads || this.#hasRequirements;
    if (this.#headsCounted) this.#countHeads(1, delta);
    // Maximum cost of the rules of the rows.
    let most = this.#spreads.length > 0 ? Number.POSITIVE_INFINITY : limit - this.worth;
    for (let index = 0; index < this.#rowCount; index += 1) {
      const at = (this.#rows[index] as number) * 3;
      for (let tier = 0; tier < 3; tier += 1) most += (weights[tier] as number) * (this.#rowCost[at + tier] as number);
    }
    for (let index = 0; index < this.#rowCount; index += 1) {
      const employee = this.#rows[index] as number;
      most -= this.#judgeRow(employee, this.#judged, index * 3, most);
      if (most < 0) return false;
      for (let tier = 0; tier < 3; tier += 1) {
        const more = (this.#judged[index * 3 + tier] as number) - (this.#rowCost[employee * 3 + tier] as number);
        delta[tier] = (delta[tier] as number) + more;
      }
    }
    for (const spread of this.#spreads) {
      this.#addUp(spread);
      const { tier } = spread;
      delta[tier] = (delta[tier] as number) + spread.computeCost() - spread.cost;
    }
    return true;
  }

  /** The weighted cost of the change. */
  get worth(): number {
    const { delta, weights } = this;
    const strict = (weights[0] as number) * ((delta[0] as number) + (delta[3] as number));
    return strict + (weights[1] as number) * (delta[1] as number) + (delta[2] as number);
  }

  keep(): void {
    for (let tier = 0; tier < 4; tier += 1) {
      this.cost[tier] = (this.cost[tier] as number) + (this.delta[tier] as number);
    }
    for (let index = 0; index < this.#rowCount; index += 1) {
      for (let tier = 0; tier < 3; tier += 1) {
        this.#rowCost[(this.#rows[index] as number) * 3 + tier] = this.#judged[index * 3 + tier] as number;
      }
    }
    for (const spread of this.#spreads) spread.cost = spread.computeCost();
    this.#end();
  }

  /** Returns a copy of the grid without the change. */
  copyUnchanged(): Int16Array {
    const copy = this.grid.slice();
    this.#revert(copy);
    return copy;
  }

  undo(): void {
    if (this.#headsCounted) this.#countHeads(-1, undefined);
    this.#revert(this.grid);
    for (const spread of this.#spreads) this.#addUp(spread);
    this.#end();
  }

  /** Replaces the roster. */
  load(grid: Int16Array): void {
    grid.forEach((shift, at) => {
      if (this.grid[at] === shift) return;
      this.put(at, shift);
      this.weigh();
      this.keep();
    });
    // Sums of fractions would drift over millions of changes.
    for (let tier = 0; tier < 4; tier += 1) this.cost[tier] = Math.round((this.cost[tier] as number) * 1e6) / 1e6;
  }

  toRoster(grid: Int16Array): Roster {
    const { days, employees, historyDays } = this.instance;
    const roster = new Int16Array(employees * days);
    for (let employee = 0; employee < employees; employee += 1) {
      const first = employee * this.width + historyDays;
      roster.set(grid.subarray(first, first + days), employee * days);
    }
    return roster;
  }

  #revert(grid: Int16Array): void {
    for (let index = this.#count - 1; index >= 0; index -= 1) {
      grid[this.#places[index] as number] = this.#held[index] as number;
    }
  }

  #end(): void {
    this.#count = 0;
    this.#rowCount = 0;
    this.#headsCounted = false;
  }

  #addUp(spread: Spread): void {
    for (let index = 0; index < this.#rowCount; index += 1) spread.count(this.#rows[index] as number);
  }

  /**
   * Writes the cost of a row by tier, starting at index `at`.
   * @returns the weighted cost, which is incomplete once it is above `most`
   */
  #judgeRow(employee: number, costs: Float64Array, at: number, most: number): number {
    costs.fill(0, at, at + 3);
    const rules = this.#rules[employee] as readonly RowRule[];
    let worth = 0;
    let looks = 0;
    for (let index = 0; index < rules.length && worth <= most; index += 1) {
      const { days, judge, tier, weight } = rules[index] as RowRule;
      const breach = judge(this.grid, employee * this.width);
      looks += days;
      if (breach === 0) continue;
      costs[at + tier] = (costs[at + tier] as number) + weight * breach;
      worth += (this.weights[tier] as number) * weight * breach;
    }
    this.work += workPerRow + workPerDay * looks;
    return worth;
  }

  /** Adds (1) or removes (-1) the employees of the change in the counts, and adds the difference in cost to `sum`. */
  #countHeads(sign: 1 | -1, sum: Float64Array | undefined): void {
    for (let index = 0; index < this.#count; index += 1) {
      const at = this.#places[index] as number;
      this.#countHead(at, this.#held[index] as number, -sign, sum);
      this.#countHead(at, this.grid[at] as number, sign, sum);
    }
  }

  #countHead(at: number, shift: number, added: number, sum: Float64Array | undefined): void {
    if (shift === freeShift) return;
    const { cells, competent, coverCell, coverFrom, employees, historyDays, shifts } = this.instance;
    const employee = (at / this.width) | 0;
    const key = (at - employee * this.width - historyDays) * shifts + shift;
    for (let place = coverFrom[key] as number; place < (coverFrom[key + 1] as number); place += 1) {
      const cell = coverCell[place] as number;
      if (sum !== undefined) this.#price(cell, -1, sum);
      this.heads[cell] = (this.heads[cell] as number) + added;
      const end = this.#hasRequirements ? (cells.requirementFrom[cell + 1] as number) : 0;
      for (let own = cells.requirementFrom[cell] as number; own < end; own += 1) {
        const competency = cells.requirementCompetency[own] as number;
        if (competent[competency * employees + employee] === 1) {
          this.#matching[own] = (this.#matching[own] as number) + added;
        }
      }
      if (sum !== undefined) this.#price(cell, 1, sum);
    }
    this.work += workPerHead;
  }

  /** Adds the cost of the number of employees in a cell to `sum`, or subtracts it. */
  #price(cell: number, sign: 1 | -1, sum: Float64Array): void {
    const { cells, demandWeights } = this.instance;
    const heads = this.heads[cell] as number;
    const min = cells.min[cell] as number;
    const ideal = cells.ideal[cell] as number;
    const max = cells.max[cell] as number;
    const unit = sign * costUnits;
    const tooMany = heads - (this.limits[cell] as number);
    if (tooMany > 0) sum[3] = (sum[3] as number) + unit * tooMany;
    let missing = heads < min ? min - heads : 0;
    let soft = missing * demandWeights.min;
    if (heads < ideal) soft += (ideal - heads) * demandWeights.ideal;
    else soft += (heads - ideal) * demandWeights.max;
    if (heads > max) soft += (heads - max) * demandWeights.min;
    sum[2] = (sum[2] as number) + unit * (cells.priority[cell] as number) * soft;
    if (this.#hasRequirements && (min > 0 || heads > 0)) {
      const end = cells.requirementFrom[cell + 1] as number;
      for (let own = cells.requirementFrom[cell] as number; own < end; own += 1) {
        const lacks = (cells.requirementMin[own] as number) - (this.#matching[own] as number);
        if (lacks > missing) missing = lacks;
      }
    }
    if (missing > 0) sum[1] = (sum[1] as number) + unit * missing;
  }
}
