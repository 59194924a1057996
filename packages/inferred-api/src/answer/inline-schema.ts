import { isObject, type JsonSchema } from '@understudy/contract';
import type { SchemaReader } from '../schema/flat-schema.js';

/** Parts of an inlined schema. The generator copies all of them for each value. */
const mostParts = 1000;
/** Characters of a text where more are allowed: the generator fills texts up to their limit. */
const mostCharacters = 200;
/** Levels. Optional members stop at half of them. */
const levels = [6, 5, 4, 3, 2, 1];

interface Inlining {
  readonly schemas: SchemaReader;
  readonly deepest: number;
  left: number;
}

/**
 * A schema without references, for a generator without documents. Below a depth, which is smaller for a large schema,
 * optional members are omitted and recursion stops.
 */
export function inlineSchema(schemas: SchemaReader, schema: unknown): JsonSchema {
  let inlined: JsonSchema = {};
  for (const deepest of levels) {
    const inlining: Inlining = { schemas, deepest, left: mostParts };
    inlined = inline(inlining, schema, 0);
    if (inlining.left >= 0) break;
  }
  return inlined;
}

function inline(inlining: Inlining, schema: unknown, depth: number): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  inlining.left -= 1;
  if (inlining.left < 0) return {};
  const { schemas, deepest } = inlining;
  const shallow = deepest / 2;
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
  if (typeof kept['maxLength'] === 'number')
    kept['maxLength'] = Math.min(kept['maxLength'], Math.max(Number(kept['minLength'] ?? 0), mostCharacters));
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
      items: inline(inlining, flat.items ?? {}, depth + 1),
    };
  }
  if (flat.properties.size === 0) {
    return {
      ...kept,
      ...types,
      ...(isObject(kept['additionalProperties'])
        ? { additionalProperties: inline(inlining, kept['additionalProperties'], depth + 1) }
        : {}),
    };
  }
  const names = [...flat.properties.keys()].filter((name) => flat.required.has(name) || depth < shallow);
  const properties = names.flatMap((name): [string, JsonSchema][] => {
    const property = flat.properties.get(name);
    const hidden = isObject(property) && property['writeOnly'] === true;
    const over = depth >= deepest && !flat.required.has(name);
    return hidden || over || depth > 2 * deepest ? [] : [[name, inline(inlining, property, depth + 1)]];
  });
  return {
    ...kept,
    ...types,
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    required: [...flat.required].filter((name) => names.includes(name)),
  };
}
