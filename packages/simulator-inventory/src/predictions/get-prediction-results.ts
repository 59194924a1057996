import type { Handler } from '@understudy/kernel';
import { findResults, pageOf, pageSize } from '@understudy/simulator-analysis';
import { collections, type PredictionResult } from '../entities.js';
import type { operations } from '../generated/types.js';
import { predictionJobKind } from './prediction-job.js';

/** Serves the results of a prediction job, by its id, page by page (inventory.results.body). */
export const getPredictionResults: Handler<operations['getPredictionResults']> = async (
  { headers, query },
  context,
) => {
  const found = await findResults(context, headers, predictionJobKind, collections.predictions);
  if ('refused' in found) return found;
  const page = pageOf(found.items, query.page, context.settings.of(pageSize));
  if ('refused' in page) return page;
  // What a worker thread has made of a checked request.
  const results = page.items.map((item): PredictionResult => JSON.parse(item));
  return { status: 200, body: { message: found.message, page: page.page, pages: page.pages, results } };
};
