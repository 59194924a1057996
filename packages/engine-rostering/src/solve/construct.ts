import type { HardWeights } from './anneal.js';
import type { CoverRule } from './plan.js';
import type { RosterState } from './roster-state.js';

/** True if only missing heads are filled, or any that pay off. */
type Step = 'missing' | 'any';

const longestBlock = 7;

/** Constructs a first roster day by day, choosing the cheapest employees without violating a strict rule. */
export function constructRoster(
  state: RosterState,
  { breach, shortage }: HardWeights,
  shouldStop: () => boolean,
): void {
  const { plan, delta } = state;
  const { days, employees, lead, shifts } = plan;
  /** Shifts placed so far, by employee. */
  const worked = new Int32Array(employees);
  const addWork = (cell: number, count = 1): void => {
    const employee = Math.floor(cell / days);
    worked[employee] = (worked[employee] as number) + count;
  };
  state.grid.forEach((shift, cell) => {
    if (shift !== 0) addWork(cell);
  });
  const worth = () => breach * (delta[0] as number) + shortage * (delta[1] as number) + (delta[2] as number);
  const allows = (cell: number, shift: number) => plan.allowed[cell * (shifts + 1) + shift] === 1;
  const fits = (cell: number, shift: number, step: Step): boolean => {
    state.change(cell, shift, false);
    if ((delta[0] as number) > 0) return false;
    return step === 'missing' ? (delta[1] as number) < 0 : worth() < 0;
  };

  /** How many heads each cover of a shift lacks, without those that lack none. */
  const lacksOf = (day: number, shift: number, step: Step): number[] => {
    const { at, items } = state.tables.coversAt;
    const key = day * (shifts + 1) + shift;
    return [...items.subarray(at[key], at[key + 1])]
      .map((index) => {
        const { min, ideal } = plan.covers[index] as CoverRule;
        return (step === 'missing' ? min : ideal) - (state.heads[index] as number);
      })
      .filter((lacks) => lacks > 0);
  };

  /** Returns the shift whose covers lack most heads on this day, 0 when none lacks any. */
  const mostWanted = (day: number, step: Step, tried?: ReadonlySet<number>): number => {
    let best = 0;
    let most = 0;
    for (let shift = 1; shift <= shifts; shift += 1) {
      if (tried?.has(shift)) continue;
      const lacks = lacksOf(day, shift, step).reduce((sum, heads) => sum + heads, 0);
      if (lacks > most) {
        most = lacks;
        best = shift;
      }
    }
    return best;
  };

  /**
   * Gives a shift to some employees: enough to fill the first of its covers, or a part of the emptiest one.
   * @returns how many took it
   */
  const place = (day: number, shift: number, step: Step): number => {
    const lacks = lacksOf(day, shift, step);
    const count = Math.max(Math.min(...lacks), Math.ceil(Math.max(...lacks) / 5));
    const candidates: { cell: number; price: number }[] = [];
    for (let cell = day; cell < employees * days; cell += days) {
      if (state.grid[cell] !== 0 || !allows(cell, shift) || !fits(cell, shift, step)) continue;
      candidates.push({ cell, price: worth() });
    }
    const workOf = (cell: number) => worked[Math.floor(cell / days)] as number;
    candidates.sort((a, b) => a.price - b.price || workOf(a.cell) - workOf(b.cell) || a.cell - b.cell);
    let placed = 0;
    for (const { cell } of candidates) {
      if (placed === count) break;
      if (!fits(cell, shift, step)) continue;
      state.change(cell, shift, true);
      addWork(cell);
      placed += 1;
    }
    return placed;
  };

  /** Work on several days in a row that begins on this day, where it pays off. */
  const placeBlock = (employee: number, day: number, shift: number): void => {
    const placed: number[] = [];
    let breaches = 0;
    let total = 0;
    for (let at = day; at < Math.min(days, day + longestBlock); at += 1) {
      const cell = employee * days + at;
      const next = at === day ? shift : mostWanted(at, 'missing') || (state.grid[cell - 1] as number);
      if (state.grid[cell] !== 0 || !allows(cell, next)) break;
      state.change(cell, next, true);
      placed.push(cell);
      breaches += delta[0] as number;
      total += worth();
      if (breaches <= 0 && total < 0) {
        addWork(cell, placed.length);
        return;
      }
    }
    for (const cell of placed.reverse()) state.change(cell, 0, true);
  };

  const fillDay = (day: number, step: Step): void => {
    const tried = new Set<number>();
    for (let shift = mostWanted(day, step); shift !== 0; shift = mostWanted(day, step, tried)) {
      if (place(day, shift, step) === 0) tried.add(shift);
    }
  };
  const fillBlocks = (day: number): void => {
    for (let employee = 0; employee < employees; employee += 1) {
      const shift = mostWanted(day, 'missing');
      if (shift === 0) return;
      placeBlock(employee, day, shift);
    }
  };
  const steps = [(day: number) => fillDay(day, 'missing'), fillBlocks, (day: number) => fillDay(day, 'any')];
  for (const step of steps) {
    for (let day = lead; day < days; day += 1) {
      if (shouldStop()) return;
      step(day);
    }
  }
}
