import type { OperationPlan } from './plan.js';
import { findSuccessBody } from './schema/described-response.js';
import type { SchemaReader } from './schema/flat-schema.js';

export function entitySchema(schemas: SchemaReader, plan: OperationPlan): unknown {
  return schemas.member(findSuccessBody(plan)?.schema, plan.wrapped.join('.'));
}
