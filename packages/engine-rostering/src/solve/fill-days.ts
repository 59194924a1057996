import { freeShift } from '../model/instance.js';
import type { Moves } from './moves.js';
import type { RosterState } from './roster-state.js';

/** Maximum number of consecutive days filled at once, for strict rules that require several days of work. */
const longestStretch = 7;

interface Search {
  isDone(): boolean;
  /** Accepts the pending change of the state. */
  keep(): void;
}

/**
 * Assigns each employee missing from a level to the first one whose assignment lowers the cost: on the first day in the
 * order of the request, then in random order.
 */
export function fillDays({ chance, allows, state }: Moves, level: 'min' | 'ideal', search: Search): void {
  const { days, employees, historyDays, shifts } = state.instance;
  const order = Array.from({ length: employees }, (_, employee) => employee);
  for (let day = 0; day < days; day += 1) {
    if (day > 0) chance.shuffle(order);
    for (let shift = 0; shift < shifts; shift += 1) {
      for (const employee of countMissing(state, day, shift, level) > 0 ? order : []) {
        if (search.isDone()) return;
        const at = employee * state.width + historyDays + day;
        if (state.grid[at] !== freeShift || countMissing(state, day, shift, level) <= 0) continue;
        // Fills as few days as lower the cost.
        for (let length = 1; length <= Math.min(longestStretch, days - day); length += 1) {
          const end = at + length - 1;
          if (!allows(end, shift) || state.grid[end] !== freeShift) break;
          for (let place = at; place <= end; place += 1) state.put(place, shift);
          state.weigh();
          const { delta, worth } = state;
          if ((delta[0] as number) <= 0 && (delta[3] as number) <= 0 && worth < 0) {
            search.keep();
            break;
          }
          state.undo();
        }
      }
    }
  }
}

/** Returns how many employees a shift lacks on a day, in the cell that lacks most. */
function countMissing({ heads, instance }: RosterState, day: number, shift: number, level: 'min' | 'ideal'): number {
  const { cells, coverCell, coverFrom, shifts } = instance;
  const key = day * shifts + shift;
  let most = 0;
  for (let place = coverFrom[key] as number; place < (coverFrom[key + 1] as number); place += 1) {
    const cell = coverCell[place] as number;
    most = Math.max(most, (cells[level][cell] as number) - (heads[cell] as number));
  }
  return most;
}
