import { getMember } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import { type HandlerResult, type ResourceCall, rejectMissingParent } from './api-runtime.js';
import { createResponse } from './create-response.js';

/** Maximum number of records that one request changes. */
const mostRecords = 500;

/** Returns whether an operation is on all records of a collection, because nothing in its request names one. */
export function isOnAll({ plan, resource }: ResourceCall): boolean {
  const isChange = plan.does === 'act' || plan.does === 'delete';
  return isChange && plan.key === undefined && !resource.single;
}

/** Does for all records what an operation does for one, or for those that have what its query says. */
export async function actOnAll(
  call: ResourceCall,
  act: (call: ResourceCall) => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const { store, input, resource, schemas } = call;
  const { properties } = schemas.chosen(resource.schema);
  const wanted = Object.entries(input.query).filter(([name]) => properties.has(name));
  const all = (await store.list()).filter(({ fields }) =>
    wanted.every(([name, value]) => String(getMember(fields, name)) === String(value)),
  );
  if (all.length > mostRecords)
    return inferredErrors.tooLarge(`The collection has ${all.length} records; the limit is ${mostRecords}`);
  for (const { key } of all) {
    const result = await act({ ...call, key, done: {} });
    if ('refused' in result) return result;
  }
  return createResponse(call, { entity: all.map(({ fields }) => fields) });
}
