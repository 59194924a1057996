import { isObject, type JsonSchema } from '@understudy/contract';
import type { Schemas } from '../schema/flat-schema.js';

const shallow = 3;
const deepest = 6;

/**
 * A schema without references, for a generator that knows no documents: below some depth what is not required is left
 * out, and what contains itself ends.
 */
export function inlinedSchema(schemas: Schemas, schema: unknown, depth = 0): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const flat = schemas.chosen(schema);
  if (flat.nullable && depth > shallow) return { type: 'null' };
  const {
    examples: _examples,
    example: _example,
    description: _description,
    title: _title,
    discriminator: _which,
    ...keywords
  } = flat.keywords;
  const kept = Object.fromEntries(Object.entries(keywords).filter(([name]) => !name.startsWith('x-')));
  const types = flat.types.length === 0 ? {} : { type: flat.types.length === 1 ? flat.types[0] : [...flat.types] };
  if (flat.types.includes('array')) {
    if (depth >= deepest) return { ...types, maxItems: Number(flat.keywords['minItems'] ?? 0) };
    const least = Number(keywords['minItems'] ?? 1);
    const most = Math.max(least, Math.min(Number(keywords['maxItems'] ?? 3), 3));
    return {
      ...kept,
      ...types,
      minItems: Math.min(least, most),
      maxItems: most,
      items: inlinedSchema(schemas, flat.items ?? {}, depth + 1),
    };
  }
  if (flat.properties.size === 0) {
    return {
      ...kept,
      ...types,
      ...(isObject(kept['additionalProperties'])
        ? { additionalProperties: inlinedSchema(schemas, kept['additionalProperties'], depth + 1) }
        : {}),
    };
  }
  const names = [...flat.properties.keys()].filter((name) => flat.required.has(name) || depth < shallow);
  const properties = names.flatMap((name): [string, JsonSchema][] => {
    const property = flat.properties.get(name);
    const hidden = isObject(property) && property['writeOnly'] === true;
    const over = depth >= deepest && !flat.required.has(name);
    return hidden || over || depth > 2 * deepest ? [] : [[name, inlinedSchema(schemas, property, depth + 1)]];
  });
  return {
    ...kept,
    ...types,
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    required: [...flat.required].filter((name) => names.includes(name)),
  };
}
