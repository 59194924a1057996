import { type BestRoster, isBetterRoster, type RosterState, selectBest } from './roster-state.js';

/** The most rosters that are all tried; that takes a few hundredths of a second. */
const mostRosters = 40_000;

/** Returns the number of possible rosters, or undefined if there are too many to try. */
export function countRosters({ plan }: RosterState): number | undefined {
  let count = 1;
  for (let cell = 0; cell < plan.start.length; cell += 1) {
    count *= Math.max(1, optionsOf(plan, cell));
    if (count > mostRosters) return undefined;
  }
  return count;
}

/** Returns the best of all rosters. Tries every combination of allowed shifts, one change at a time. */
export function enumerateRosters(state: RosterState): BestRoster {
  const { plan } = state;
  const cells = Array.from(plan.start.keys()).filter((cell) => optionsOf(plan, cell) > 1);
  const chosen = cells.map((cell) => {
    state.change(cell, plan.options[plan.optionsAt[cell] as number] as number, true);
    return 0;
  });
  let best = selectBest(state);
  for (;;) {
    // Like the wheels of an odometer: the first cell that has another option takes it, and those before it start again.
    let wheel = 0;
    for (; wheel < cells.length; wheel += 1) {
      const cell = cells[wheel] as number;
      const next = ((chosen[wheel] as number) + 1) % optionsOf(plan, cell);
      chosen[wheel] = next;
      state.change(cell, plan.options[(plan.optionsAt[cell] as number) + next] as number, true);
      if (next !== 0) break;
    }
    if (wheel === cells.length) return best;
    if (isBetterRoster(state.cost, best.cost)) best = selectBest(state);
  }
}

function optionsOf({ optionsAt }: RosterState['plan'], cell: number): number {
  return (optionsAt[cell + 1] as number) - (optionsAt[cell] as number);
}
