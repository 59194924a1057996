import { freeShift } from '../model/instance.js';
import type { Moves } from './moves.js';
import type { RosterState } from './roster-state.js';

/** The most days in a row that are filled at once, where strict rules ask for work on several days. */
const longestStretch = 7;

interface Search {
  isDone(): boolean;
  /** Keeps the change of the state. */
  keep(): void;
}

/**
 * Gives each head that is missing from a level to the first employee for whom it pays off: on the first day in the order
 * of the request, then in random order.
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
        // As few days as pay off.
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

/** The heads that a shift lacks on a day, in the cell that lacks most. */
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
