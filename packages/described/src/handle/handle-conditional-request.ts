import { createHash } from 'node:crypto';
import { stringifyJson } from '@understudy/contract';
import { RawJson } from '@understudy/kernel';
import { type OperationPlan, remember } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import {
  type ApiRuntime,
  type HandlerResult,
  type HttpConvention,
  type OperationRequest,
  statementOf,
} from './api-runtime.js';
import { hasExceptions, respondByException } from './behavior/respond-by-exception.js';
import { handleOperation } from './handle-operation.js';

/**
 * Handles conditional requests (RFC 9110, section 13): 304 if the client's copy is current, 412 if the entity has
 * changed.
 */
export const handleConditionalRequest: HttpConvention = async (exchange, next) => {
  const { plan, context } = exchange;
  const { etag } = statementOf(exchange) ?? {};
  const { 'if-match': wanted, 'if-none-match': known } = context.request.headers;
  const { method } = plan.operation;
  if (etag === false) return await next();
  if (method === 'GET') {
    const result = await next();
    const tag = tagOf(result);
    if (tag === undefined || 'refused' in result) return result;
    const headers = { ...result.headers, ETag: tag };
    return matches(known, tag, true) ? { status: 304, headers: { ETag: tag } } : { ...result, headers };
  }
  if (typeof etag === 'object' && wanted === undefined) return inferredErrors.preconditionRequired(etag.missing);
  const current = async () => tagOf(await readNow(exchange));
  if (wanted !== undefined || known !== undefined) {
    const tag = await current();
    const isAsWanted = wanted === undefined || (tag !== undefined && matches(wanted, tag));
    if (!isAsWanted || (tag !== undefined && matches(known, tag, true))) return inferredErrors.preconditionFailed(tag);
  }
  const result = await next();
  const tag = 'refused' in result || method === 'DELETE' ? undefined : await current();
  return tag === undefined || 'refused' in result ? result : { ...result, headers: { ...result.headers, ETag: tag } };
};

/** True if the model or the description states an ETag. */
export function hasEtag({ served, plan }: Pick<OperationRequest, 'served' | 'plan'>): boolean {
  const reads = readOf(plan, served);
  if (reads === undefined) return false;
  const { etag } = statementOf({ served, plan: reads }) ?? {};
  return etag === undefined ? reads.operation.statuses.includes('304') : etag !== false;
}

const readsByPlan = new WeakMap<OperationPlan, OperationPlan | undefined>();

/** Finds the operation that reads the entity: the GET on the same path. */
function readOf(plan: OperationPlan, served: ApiRuntime): OperationPlan | undefined {
  const { path, method } = plan.operation;
  if (method === 'GET') return plan;
  return remember(readsByPlan, plan, () =>
    [...served.plan.operations.values()].find(({ operation }) => operation.path === path && operation.method === 'GET'),
  );
}

async function readNow(exchange: OperationRequest): Promise<HandlerResult> {
  const { path } = exchange.input;
  const plan = readOf(exchange.plan, exchange.served);
  if (plan === undefined) return { status: 404 };
  const read = { ...exchange, plan, input: { path, query: {}, headers: {}, body: undefined } };
  const next = async () => handleOperation(read);
  return hasExceptions(exchange.served, plan) ? await respondByException(read, next) : await next();
}

function tagOf(result: HandlerResult): string | undefined {
  if ('refused' in result || result.body === undefined) return undefined;
  const { body } = result;
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) return undefined;
  const bytes = body instanceof Uint8Array ? body : body instanceof RawJson ? body.text : stringifyJson(body);
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

function matches(header: string | undefined, tag: string, isWeak = false): boolean {
  const tags = (header ?? '').split(',').map((each) => (isWeak ? each.trim().replace(/^W\//, '') : each.trim()));
  return tags.includes(tag) || tags.includes('*');
}
