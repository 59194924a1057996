import { defineCollection, refuse } from '@understudy/kernel';
import type { Resource } from '../infer/resource.js';
import { EntityStore } from './entity-store.js';
import { digest, type Exchange } from './exchange.js';
import { memberAt } from './member-path.js';
import { sentFields } from './sent-fields.js';
import { callOf, type Result } from './served.js';

/** The last entity with a value. It can be deleted or have another value now. */
export const holders = defineCollection<{ readonly key: string }>('holders of unique values');

/** Refuses a value that another entity of the collection has with 409. */
export async function withUniqueMembers(exchange: Exchange, next: () => Promise<Result>): Promise<Result> {
  const { served, plan, input, context } = exchange;
  const { unique = [] } = plan.conventions;
  const { resource, does } = plan;
  if (unique.length === 0 || resource === undefined || !['create', 'replace', 'update'].includes(does))
    return await next();
  const call = callOf(served, plan, resource, input, context);
  const stored = context.scopes.shared.collection(holders);
  const nameOf = (member: string, value: unknown) => holderName(resource, call.parents, member, value);
  const sent = sentFields(call);
  for (const member of unique) {
    const value = memberAt(sent, member);
    const holder = isValue(value) ? await stored.get(nameOf(member, value)) : undefined;
    if (holder === undefined || holder.key === String(call.key)) continue;
    const other = await new EntityStore(context, resource, call.parents).get(holder.key);
    if (other?.fields !== undefined && memberAt(other.fields, member) === value)
      return refuse(409, 'conflict', `There is one with ${member} ${JSON.stringify(value)} already`);
  }
  const result = await next();
  if ('refused' in result) return result;
  const entity = memberAt(result.body, plan.wrapped.join('.'));
  const key = String(call.key ?? memberAt(entity, resource.key ?? 'id'));
  for (const member of unique) {
    const value = memberAt(entity, member);
    if (isValue(value)) await stored.put(nameOf(member, value), { key });
  }
  return result;
}

export function holderName(
  ...[{ shape }, parents, member, value]: readonly [Resource, readonly unknown[], string, unknown]
): string {
  return digest(shape, JSON.stringify(parents.map(String)), member, JSON.stringify(value));
}

export function isValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
