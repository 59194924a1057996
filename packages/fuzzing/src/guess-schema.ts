import type { Schema } from './inline-schema.js';

/** A schema that shows no more than the shape of a value. */
export function guessSchema(value: unknown): Schema {
  if (Array.isArray(value)) return { type: 'array', items: guessSchema(value[0]) };
  if (value === null || typeof value !== 'object') return { type: value === null ? 'null' : typeof value };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, guessSchema(member)])),
  };
}
