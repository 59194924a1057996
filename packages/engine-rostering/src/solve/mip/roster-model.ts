import type { Plan } from '../plan.js';
import { addCounters } from './add-counters.js';
import { addCovers } from './add-covers.js';
import { addLinks } from './add-links.js';
import { addRests } from './add-rests.js';
import { addPatterns, addRuns } from './add-sequences.js';
import { ModelDraft } from './model-draft.js';

/** A mixed-integer program of the `free` cells of a plan. `strict`: all minimum demand must be met, as in `grid`. */
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
