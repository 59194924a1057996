import type { RowRules } from './row-relaxation.js';

/** Whether a row breaks a strict rule on sequences or counters of its employee. */
export function breaksStrict({ plan, automaton, counters }: RowRules, row: Uint16Array): boolean {
  const width = plan.shifts + 1;
  const [breach, shortage] = automaton.costs;
  const { low, high, strictLow, strictHigh } = counters;
  const values = new Float64Array(counters.dimensions);
  let state = automaton.start;
  for (let day = 0; day < row.length; day += 1) {
    const shift = row[day] as number;
    const at = state * width + shift;
    if ((breach[at] as number) > 0 || (shortage[at] as number) > 0) return true;
    state = automaton.next[at] as number;
    for (const counter of counters.countersOf[day] ?? []) {
      values[counter] = (values[counter] as number) + (counters.steps[counter * width + shift] as number);
    }
    for (const { dimension, counter, member, ends } of counters.blocksOf[day] ?? []) {
      if (member[shift] === 1 && values[dimension] === 0) {
        values[dimension] = 1;
        values[counter] = (values[counter] as number) + 1;
      }
      if (ends) values[dimension] = 0;
    }
    for (const counter of counters.endsOf[day] ?? []) {
      const value = values[counter] as number;
      if (strictLow[counter] === 1 && value < (low[counter] as number)) return true;
      if (strictHigh[counter] === 1 && value > Math.max(0, high[counter] as number)) return true;
    }
  }
  return false;
}
