import type { Plan } from '../plan.js';
import { addCounters } from './add-counters.js';
import { addCovers } from './add-covers.js';
import { addLinks } from './add-links.js';
import { addRests } from './add-rests.js';
import { addPatterns, addRuns } from './add-sequences.js';
import { ModelDraft } from './model-draft.js';

/**
 * A mixed-integer programme of a plan, or of a part of it.
 *
 * @param free cells to decide; all others keep what `grid` holds
 * @param strict whether minimum demand must be met in full, which `grid` does
 */
export function rosterModel(plan: Plan, grid: Uint16Array, free: readonly number[], strict: boolean): ModelDraft {
  const draft = new ModelDraft(plan, grid, free, strict);
  addLinks(draft);
  addRuns(draft);
  addPatterns(draft);
  addCounters(draft);
  addRests(draft);
  addCovers(draft);
  return draft;
}
