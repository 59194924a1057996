import { isIntegral, isJsonNumber, isObject, type JsonSchema } from '@understudy/contract';

const deepest = 6;

/** Infers a schema from an example, for descriptions without one. */
export function inferSchema(example: unknown, depth = 0): JsonSchema {
  if (Array.isArray(example))
    return { type: 'array', ...(example.length === 0 ? {} : { items: inferSchema(example[0], depth + 1) }) };
  if (isObject(example)) {
    const members = depth >= deepest ? [] : Object.entries(example).slice(0, 200);
    return {
      type: 'object',
      properties: Object.fromEntries(members.map(([name, value]) => [name, inferSchema(value, depth + 1)])),
      additionalProperties: true,
    };
  }
  if (example === null || example === undefined) return {};
  const type = isJsonNumber(example) ? (isIntegral(example) ? 'integer' : 'number') : typeof example;
  return { type, examples: [example] };
}
