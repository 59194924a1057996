import { isJsonNumber, stringifyJson } from '@understudy/contract';
import { defineCollection } from '@understudy/kernel';
import { getMember, type Resource } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import { type ApiRuntime, createCall, type HttpConvention } from './api-runtime.js';
import { EntityStore } from './entity-store.js';
import { digestParts } from './operation-request.js';
import { readSentFields } from './read-sent-fields.js';

/** The latest entity with each value. The entity may since have been deleted or changed. */
export const uniqueValueHolders = defineCollection<{ readonly key: string }>('holders of unique values');

/** Rejects a value that another entity of the collection has, with a 409. */
export const enforceUniqueMembers: HttpConvention = async (exchange, next) => {
  const { plan, context, served } = exchange;
  const { resource, does } = plan;
  const unique = resource === undefined ? [] : listUniqueMembers(served, resource);
  if (unique.length === 0 || resource === undefined || !['create', 'replace', 'update'].includes(does))
    return await next();
  const call = createCall(exchange, resource);
  const stored = context.scopes.shared.collection(uniqueValueHolders);
  const nameOf = (member: string, value: unknown) => toHolderKey(resource, call.parents, member, value);
  const sent = readSentFields(call);
  for (const member of unique) {
    const value = getMember(sent, member);
    const holder = isUniqueValue(value) ? await stored.get(nameOf(member, value)) : undefined;
    if (holder === undefined || holder.key === String(call.key)) continue;
    const other = await new EntityStore(context, resource, call.parents).get(holder.key);
    if (other?.fields !== undefined && getMember(other.fields, member) === value)
      return inferredErrors.conflict(member, value);
  }
  const result = await next();
  if ('refused' in result) return result;
  const entity = getMember(result.body, plan.wrapped.join('.'));
  const key = String(call.key ?? getMember(entity, resource.key ?? 'id'));
  for (const member of unique) {
    const value = getMember(entity, member);
    if (isUniqueValue(value)) await stored.put(nameOf(member, value), { key });
  }
  return result;
};

/** Lists the unique members of a resource, whichever of its operations or paths says so. */
export function listUniqueMembers({ plan }: Pick<ApiRuntime, 'plan'>, resource: Resource): string[] {
  const plans = [...plan.operations.values()].filter((each) => each.resource === resource);
  return [...new Set(plans.flatMap(({ conventions }) => conventions.unique ?? []))];
}

export function toHolderKey(
  ...[{ shape }, parents, member, value]: readonly [Resource, readonly unknown[], string, unknown]
): string {
  return digestParts(shape, stringifyJson(parents.map(String)), member, stringifyJson(value));
}

export function isUniqueValue(value: unknown): boolean {
  return typeof value === 'string' || isJsonNumber(value);
}
