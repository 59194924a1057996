import type { JsonSchema } from '@understudy/contract';
import { arazzoDocumentShape, type DocumentShape } from './shapes.js';

/**
 * Creates the JSON Schema (draft 2020-12) of the scenario structure that `understudy check lint` requires, for use in
 * editors.
 */
export function createArazzoSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://understudy.invalid/schemas/arazzo.schema.json',
    title: 'Arazzo scenario',
    description: 'Arazzo 1.0.x or 1.1.x as Understudy runs it, with the extensions that it reads.',
    ...schemaOfObject(arazzoDocumentShape),
  };
}

type ObjectShape = Extract<DocumentShape, { kind: 'object' }>;

function schemaOf(shape: DocumentShape): JsonSchema {
  switch (shape.kind) {
    case 'any':
      return {};
    case 'text':
      return {
        type: 'string',
        ...(shape.pattern === undefined ? {} : { pattern: shape.pattern.source }),
        ...(shape.among === undefined ? {} : { enum: [...shape.among] }),
      };
    case 'number':
      return { type: shape.integer ? 'integer' : 'number', minimum: 0 };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of), ...(shape.atLeast ? { minItems: shape.atLeast } : {}) };
    case 'map': {
      const names = shape.key === undefined ? {} : { propertyNames: { pattern: shape.key.source } };
      return { type: 'object', ...names, additionalProperties: schemaOf(shape.of) };
    }
    case 'either':
      return { anyOf: [schemaOf(shape.text), schemaOf(shape.object)] };
    default:
      return schemaOfObject(shape);
  }
}

function schemaOfObject({ fields, required, oneOf = [] }: ObjectShape): Exclude<JsonSchema, boolean> {
  const needed = { required: [...required] };
  // A Reusable Object needs nothing but its reference.
  const isReusable = Object.hasOwn(fields, 'reference');
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(isReusable ? { anyOf: [{ required: ['reference'] }, needed] } : needed),
    ...(oneOf.length === 0 ? {} : { oneOf: oneOf.map((name) => ({ required: [name] })) }),
    patternProperties: { '^x-': true },
    additionalProperties: false,
  };
}
