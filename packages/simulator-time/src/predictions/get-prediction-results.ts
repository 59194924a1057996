import type { Handler } from '@understudy/kernel';
import { getResultPage, type StoredResults } from '@understudy/simulator-analysis';
import { collections, type StoredResult, type TimeResult } from '../entities.js';
import { resultTooLarge } from '../errors.js';
import type { operations } from '../generated/types.js';
import { mostResultBytes } from '../policies.js';
import { resultEntryBytes, weekdayField } from '../settings.js';
import { nameWeekday } from './name-weekday.js';

/**
 * Serves the results of a prediction job by its id, page by page (time.results.body). If all pages together are too
 * large, none is served (time.error.result-over-6mb, time.gap.result-limit-vs-paging, time.gap.result-entry-size).
 */
export const getPredictionResults: Handler<operations['getPredictionResults']> = async (
  { headers, query },
  context,
) => {
  const { settings } = context;
  const weekday = settings.of(weekdayField);
  const found = await getResultPage<TimeResult>({ headers, query }, context, {
    results: collections.results,
    check: (all) =>
      sizeOfAll(all, all.records * settings.of(resultEntryBytes)) > mostResultBytes
        ? resultTooLarge(headers.jobId)
        : undefined,
    present: (result) => ({ ...result, predictions: nameWeekday(result.predictions, weekday) }),
  });
  if ('refused' in found) return found;
  const { items, ...page } = found;
  return { status: 200, body: { ...page, results: items } };
};

/** Bytes of the body without pages. They count together, so that no page can be fetched above the limit. */
function sizeOfAll(
  { items, bytes = 0, message }: StoredResults<StoredResult> & { readonly message: string },
  least: number,
): number {
  const frame = Buffer.byteLength(JSON.stringify({ message, page: 1, pages: 1, results: [] }));
  const commas = Math.max(0, items.length - 1);
  return frame + Math.max(bytes, least) + commas;
}
