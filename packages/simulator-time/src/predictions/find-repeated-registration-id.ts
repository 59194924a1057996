import { findRepeatedId } from '@understudy/simulator-analysis/compute';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];
type Parameters = Schemas['TimeDataset'] & Partial<Pick<Schemas['TimePredictionParameters'], 'plans'>>;

/** The first registration or plan of `pointer` with a repeated id in its dataset (analysis.gap.validation-rules). */
export function findRepeatedRegistrationId(items: readonly Parameters[], pointer: string): string | undefined {
  for (const [index, { registrations, plans }] of items.entries()) {
    const at = `${pointer}/${index}`;
    const fault =
      findRepeatedId(registrations, 'registrationId', `${at}/registrations`) ??
      findRepeatedId(plans ?? [], 'planId', `${at}/plans`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
