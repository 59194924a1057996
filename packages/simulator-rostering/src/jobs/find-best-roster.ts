import type { FoundRoster, RosterJob } from '../entities.js';

/**
 * Returns the solver's best roster so far, or undefined before its first roster (rostering.gap.result-before-first).
 */
export function findBestRoster({
  outcome,
  progress,
}: Pick<RosterJob, 'outcome' | 'progress'>): FoundRoster | undefined {
  // Only the solver reports progress.
  return outcome === undefined ? (progress as FoundRoster | undefined) : outcome.found;
}
