import { repeatedId } from '@understudy/simulator-analysis/compute';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];
type Parameters = Schemas['TimeDataset'] & Partial<Pick<Schemas['TimePredictionParameters'], 'plans'>>;

/**
 * Finds the first registration or plan of a request with a repeated id in its dataset (analysis.gap.validation-rules).
 *
 * @param pointer path of the items, such as `/body/parameters`
 */
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
