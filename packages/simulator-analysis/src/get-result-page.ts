import type { CollectionDefinition, ErrorResult, HandlerContext } from '@understudy/kernel';
import type { StoredResults } from './entities.js';
import { createJobRunningError, createNoResultsError, createPageRangeError, createUnknownJobError } from './errors.js';
import { findOwnJob } from './jobs/find-own-job.js';
import { pageSizeSetting } from './settings.js';

/** The location and format of a job's results, which are stored as JSON. */
interface ResultsSource<Result> {
  readonly results: CollectionDefinition<StoredResults<string>>;
  /** Reports an error that affects all pages. */
  check?(
    found: StoredResults<string> & { readonly message: string; readonly records: number },
  ): ErrorResult | undefined;
  present?(result: Result): Result;
}

export async function getResultPage<Result>(
  {
    headers,
    query,
  }: {
    readonly headers: { readonly tenantId: string; readonly jobId: string };
    readonly query: { readonly page: number };
  },
  context: HandlerContext,
  { results, check, present = (result) => result }: ResultsSource<Result>,
) {
  const found = await findResults(context, headers, { name: 'prediction' }, results);
  if ('refused' in found) return found;
  const refusal = check?.(found);
  if (refusal !== undefined) return refusal;
  const page = slicePage(found.items, query.page, context.settings.of(pageSizeSetting));
  if ('refused' in page) return page;
  const items = page.items.map((item) => present(JSON.parse(item)));
  return { message: found.message, page: page.page, pages: page.pages, items };
}

interface Page<Item> {
  readonly page: number;
  readonly pages: number;
  readonly items: Item[];
}

/** Returns a page of a list, counted from 1. An empty list has one page (analysis.gap.page-size, page-beyond-last). */
function slicePage<Item>(items: readonly Item[], page: number, size: number): Page<Item> | ErrorResult {
  const pages = Math.max(1, Math.ceil(items.length / size));
  if (page > pages) return createPageRangeError(page, pages);
  return { page, pages, items: items.slice((page - 1) * size, page * size) };
}

/**
 * Finds the results of a finished job of the given kind, or returns a 404 (analysis.gap.results-while-running,
 * analysis.gap.job-scope).
 */
export async function findResults<Item>(
  context: HandlerContext,
  { tenantId, jobId }: { readonly tenantId: string; readonly jobId: string },
  kind: { readonly name: string },
  results: CollectionDefinition<StoredResults<Item>>,
): Promise<(StoredResults<Item> & { readonly message: string; readonly records: number }) | ErrorResult> {
  const job = await findOwnJob(context, tenantId, jobId);
  if (job === undefined) return createUnknownJobError(jobId);
  if (job.kind !== kind.name) return createNoResultsError(jobId, job.kind);
  if (job.outcome === undefined) return createJobRunningError(jobId);
  const stored = await context.scope.collection(results).get(jobId);
  const { label, records = 0 } = job.input;
  const message =
    job.status === 'success'
      ? `${label} results fetched`
      : `${label} results fetched; some datasets were invalid and have none. ${job.outcome.message}`;
  return { items: [], ...stored, message, records };
}
