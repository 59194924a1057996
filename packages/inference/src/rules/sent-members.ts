import type { OperationPlan, SchemaReader } from '@understudy/model';

/** The request schema of an operation: JSON, or else the first media type. */
export function sentSchema({ requestBody }: OperationPlan['operation']): unknown {
  const content = requestBody?.content ?? {};
  return (content['application/json'] ?? Object.values(content)[0])?.schema;
}

/** The members of the request of an operation. */
export function sentMembers(
  schemas: SchemaReader,
  operation: OperationPlan['operation'],
): (readonly [name: string, schema: unknown])[] {
  return [...schemas.chosen(sentSchema(operation)).properties];
}
