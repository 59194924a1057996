import { findJsonBody, findResponse } from '../schema/described-response.js';
import type { SchemaReader } from '../schema/flat-schema.js';
import type { OperationPlan } from './plan.js';

/** Returns the schema of the entity or list in the successful response of an operation. */
export function entitySchema(schemas: SchemaReader, { responses, statuses, wrapped }: OperationPlan): unknown {
  let schema = findJsonBody(findResponse(responses, statuses[0] ?? 200))?.schema;
  for (const name of wrapped) schema = schemas.chosen(schema).properties.get(name);
  return schema;
}
