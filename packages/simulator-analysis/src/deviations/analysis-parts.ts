import { createErrorResult, type HandlerContext } from '@understudy/kernel';
import {
  changeJobResults,
  createTenantMemory,
  type HandlerInput,
  type HandlerResult,
  isRejected,
  type OperationIds,
  overrideContext,
  removedMarker,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';

/** Accepts an upload at any URL with a presigned path, regardless of its query. */
export function acceptAlteredUrl(): SimulatorChange {
  const made = new Map<string, string>();
  const pathOf = (url: string) => url.split('?', 1)[0] ?? url;
  return (simulator) =>
    wrapHandlers('getPresignedUrl', async (next, input, context) => {
      const result = await next(input, context);
      const url = String(toJsonObject(result.body)['url']).slice(context.baseUrl.length);
      made.set(context.baseUrl + pathOf(url), url);
      return result;
    })(
      wrapHandlers('uploadData', (next, input, context) => {
        const { request } = context;
        const url = made.get(context.baseUrl + pathOf(request.url)) ?? request.url;
        const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
        return next({ ...input, query }, overrideContext(context, { request: { ...request, url } }));
      })(simulator),
    );
}

/** Returns whether this was called before for the same input, and records the call. */
export function markSeen(
  context: HandlerContext,
  input: HandlerInput,
  seen: ReturnType<typeof createTenantMemory<boolean>>,
): boolean {
  const before = seen.of(context, input);
  const was = before.value === true;
  before.value = true;
  return was;
}

export function findWebhookKey(body: unknown): string | undefined {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : JSON.stringify(body ?? null);
  const key: unknown = /"webhookApiKey"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return typeof key === 'string' ? String(JSON.parse(key)) : undefined;
}

function addInterval(result: HandlerResult): HandlerResult {
  const body = toJsonObject(result.body);
  const more = (name: string) => ({ [name]: Number(body[name]) + 1 });
  return { ...result, body: { ...body, ...more('numberOfIntervalsWithRecords'), ...more('numberOfIntervalsTotal') } };
}

/** Reports the datasets of a job as successful. */
export function acceptDatasets(
  kind: string,
  wanted: (dataset: { readonly code: string; readonly message: string }) => boolean,
): SimulatorChange {
  return changeJobResults(kind, (ended) => {
    const datasets = ended.outcome.datasets.map((dataset) =>
      wanted(dataset) ? { ...dataset, status: 'success', code: 'SUCCESS' } : dataset,
    );
    const status = datasets.every((dataset) => dataset.status === 'success') ? 'success' : ended.status;
    return { status, outcome: { ...ended.outcome, datasets } };
  });
}

/** Reads a header or path parameter from the query instead. */
export function readFromQuery(operation: string, name: string, place: 'headers' | 'path'): SimulatorChange {
  return wrapHandlers(operation, async (next, input, context) => {
    const value = new URL(context.request.url, 'http://localhost').searchParams.get(name);
    if (value === null) return createErrorResult(400, 'BAD_REQUEST', `The query parameter ${name} is missing`);
    return await next({ ...input, [place]: { ...input[place], [name]: value } }, context);
  });
}

/** Normalizes an id like a number: `007` becomes `7`. */
export function normalizeNumericId(id: unknown): unknown {
  if (id === undefined) return removedMarker;
  return typeof id === 'string' && /^\d+$/.test(id) ? String(Number(id)) : id;
}

/** Makes operations also store their prediction input, so that it appears in the dataset summary. */
export function growByRepetition(
  operations: OperationIds,
  grows: (query: unknown) => boolean = () => true,
): SimulatorChange {
  const grown = createTenantMemory<boolean>();
  return (simulator) =>
    wrapHandlers('getDatasetSummary', async (next, input, context) => {
      const result = await next(input, context);
      return grown.of(context, input).value === true && !isRejected(result) ? addInterval(result) : result;
    })(
      wrapHandlers(operations, (next, input, context) => {
        if (grows(input.query['type'])) grown.of(context, input).value = true;
        return next(input, context);
      })(simulator),
    );
}

export interface DeviationFacts {
  readonly resultsKey: string;
  /** Key of the items of a training request, one per dataset. */
  readonly itemsKey: string;
  /** Path prefix of one of the other two services. */
  readonly prefixOfSibling: string;
  /** An operation that starts a job and accepts a webhook. */
  readonly starter: string;
}
