import { repeatedId } from '@understudy/simulator-analysis/compute';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];
type Parameters = Schemas['TimeDataset'] & Partial<Pick<Schemas['TimePredictionParameters'], 'plans'>>;

/**
 * Tells the first registration or plan of a request whose id another one of its dataset has already
 * (analysis.gap.validation-rules).
 *
 * @param pointer place of the items, such as `/body/parameters`
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
