import type { OperationInput } from '@understudy/contract';
import type { CompiledOperation } from '@understudy/model';
import { inferredErrors } from '../../errors.js';
import { createCall, type HandlerResult, type ResourceCall } from '../api-runtime.js';
import { createResponse } from '../create-response.js';

/** Items of one request. */
const mostItems = 500;

/** What an operation did for one item. */
interface ItemResult {
  readonly item: unknown;
  readonly ok: boolean;
  readonly status: number;
  readonly error: string | null;
  readonly self: unknown;
}

/**
 * Does the effect of an operation for each item of a list, as if each were a request. What is refused for one item is
 * done for the others.
 */
export async function doEach(
  call: ResourceCall,
  { items: listed, with: sent }: NonNullable<CompiledOperation['each']>,
  act: (one: ResourceCall) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { session, served, plan, input, resource } = call;
  const items = session.evaluate(listed, {});
  if (!Array.isArray(items)) return createResponse(call, { entity: [] });
  if (items.length > mostItems)
    return inferredErrors.tooLarge(`The list has ${items.length} items; the limit is ${mostItems}`);
  const key = served.plan.behavior.operations.get(plan.operation.operationId)?.key;
  const results: ItemResult[] = [];
  for (const item of items) {
    const body = sent === undefined ? item : session.evaluate(sent, { item });
    const inner: OperationInput = { ...input, body };
    const done: { self?: unknown } = {};
    const base = createCall({ ...call, input: inner }, resource);
    const one = {
      ...base,
      session,
      isPart: true,
      done,
      key: key === undefined ? base.key : (session.evaluate(key, { item }) ?? undefined),
    };
    const result = await act(one);
    const ok = !('refused' in result);
    const error = 'refused' in result ? result.message : null;
    results.push({ item, ok, status: result.status, error, self: done.self ?? null });
  }
  return createResponse(call, { entity: results.flatMap(({ ok, self }) => (ok ? [self] : [])), results });
}
