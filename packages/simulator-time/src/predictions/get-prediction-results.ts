import type { Handler } from '@understudy/kernel';
import { findResults, pageOf, pageSize, type StoredResults } from '@understudy/simulator-analysis';
import { collections, type StoredResult, type TimeResult } from '../entities.js';
import { resultTooLarge } from '../errors.js';
import type { operations } from '../generated/types.js';
import { mostResultBytes } from '../policies.js';
import { resultEntryBytes, weekdayField } from '../settings.js';
import { nameWeekday } from './name-weekday.js';
import { predictionJobKind } from './prediction-job.js';

/**
 * Serves the results of a prediction job, by its id, page by page (time.results.body). When all pages together are too
 * large, none is served (time.error.result-over-6mb, time.gap.result-limit-vs-paging, time.gap.result-entry-size).
 */
export const getPredictionResults: Handler<operations['getPredictionResults']> = async (
  { headers, query },
  context,
) => {
  const found = await findResults(context, headers, predictionJobKind, collections.results);
  if ('refused' in found) return found;
  const least = found.records * context.settings.of(resultEntryBytes);
  if (sizeOfAll(found, least) > mostResultBytes) return resultTooLarge(headers.jobId);
  const page = pageOf(found.items, query.page, context.settings.of(pageSize));
  if ('refused' in page) return page;
  const results = page.items.map((item): TimeResult => {
    // What a worker thread has made of a checked request.
    const result: TimeResult = JSON.parse(item);
    return { ...result, predictions: nameWeekday(result.predictions, context.settings.of(weekdayField)) };
  });
  return { status: 200, body: { message: found.message, page: page.page, pages: page.pages, results } };
};

/** Bytes that the body would have without pages: all of them count, so that none can be fetched. */
function sizeOfAll(
  { items, bytes = 0, message }: StoredResults<StoredResult> & { readonly message: string },
  least: number,
): number {
  const frame = Buffer.byteLength(JSON.stringify({ message, page: 1, pages: 1, results: [] }));
  const commas = Math.max(0, items.length - 1);
  return frame + Math.max(bytes, least) + commas;
}
