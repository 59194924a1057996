import type { RosterState } from '../roster-state.js';
import { rowWeights } from './row-weights.js';

/** The cost of each shift on each day without the employee's rules. Index: `day * (shifts + 1) + shift`. */
export function priceRow(state: RosterState, employee: number, prices: Float64Array): void {
  const { plan, delta } = state;
  const width = plan.shifts + 1;
  for (let day = 0; day < plan.days; day += 1) {
    const cell = employee * plan.days + day;
    for (let at = plan.optionsAt[cell] as number; at < (plan.optionsAt[cell + 1] as number); at += 1) {
      const shift = plan.options[at] as number;
      state.tellHead(day, shift, employee);
      let price = plan.wishes.length > 0 ? (plan.wishes[cell * width + shift] as number) : 0;
      for (let tier = 0; tier < 3; tier += 1) price += (delta[tier] as number) * (rowWeights[tier] as number);
      prices[day * width + shift] = price;
    }
  }
}
