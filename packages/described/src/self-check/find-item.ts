import { isObject } from '@understudy/contract';
import { findNamed, getMember, normalizeName, type OperationPlan } from '@understudy/model';
import type { PlanClient } from './plan-client.js';

/**
 * The path parameter that identifies a list item in a record, with the value of an existing item. Undefined if there is
 * none.
 */
export async function findItem(
  client: PlanClient<{ readonly status: number; readonly body: unknown }>,
  { effects, operation, resource }: OperationPlan,
  key: unknown,
): Promise<Record<string, unknown> | undefined> {
  const { mode, from, member = '' } = effects?.list ?? {};
  if (mode !== 'remove' || from === undefined || !operation.path.includes(`{${from}}`)) return {};
  const reads = resource && client.operation(resource, 'read');
  const { body } = reads === undefined ? {} : await client.call(reads, { key });
  const items = reads && getMember(getMember(body, reads.wrapped.join('.')), member);
  const item: unknown = Array.isArray(items) ? items.at(-1) : undefined;
  const name = isObject(item) ? findNamed(Object.keys(item), [normalizeName(from), 'id']) : undefined;
  const value = isObject(item) ? item[name ?? ''] : item;
  return value === undefined ? undefined : { [from]: value };
}
