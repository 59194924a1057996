import { repeatedId } from '@understudy/simulator-analysis/compute';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];
type Parameters = Schemas['TimeDataset'] & Partial<Pick<Schemas['TimePredictionParameters'], 'plans'>>;

/** The first registration or plan of `pointer` with a repeated id in its dataset (analysis.gap.validation-rules). */
export function repeatedIds(items: readonly Parameters[], pointer: string): string | undefined {
  for (const [index, { registrations, plans }] of items.entries()) {
    const at = `${pointer}/${index}`;
    const fault =
      repeatedId(registrations, 'registrationId', `${at}/registrations`) ??
      repeatedId(plans ?? [], 'planId', `${at}/plans`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
