import type { RosterState } from './roster-state.js';

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
