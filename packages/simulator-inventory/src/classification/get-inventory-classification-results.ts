import type { Handler } from '@understudy/kernel';
import { findResults } from '@understudy/simulator-analysis';
import { collections } from '../entities.js';
import type { operations } from '../generated/types.js';
import { classificationJobKind } from './classification-job.js';

/** Serves all results of a classification job at once; there are no pages (inventory.gap.classification-paging). */
export const getInventoryClassificationResults: Handler<operations['getInventoryClassificationResults']> = async (
  { headers },
  context,
) => {
  const found = await findResults(context, headers, classificationJobKind, collections.classifications);
  if ('refused' in found) return found;
  return { status: 200, body: { message: found.message, results: [...found.items] } };
};
