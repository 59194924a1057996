import { isObject } from '@understudy/contract';
import { listRanked, type SchemaReader, setMember } from '@understudy/model';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';

/**
 * Wraps a text in a block as a list requires, such as `{ type: text, text: … }`. Undefined if no block can contain
 * text.
 */
export function showTextBlock(
  schemas: SchemaReader,
  text: unknown,
  { schema, facts }: { readonly schema: unknown; readonly facts: ValueFacts },
): unknown {
  const place = findTextPlace(schemas, schema);
  if (place === undefined || typeof text !== 'string') return undefined;
  const block = createMinimalValue(schemas, place.schema, facts);
  if (!isObject(block)) return undefined;
  setMember(block, place.path, text);
  return block;
}

/** True if an item of a list can contain text. */
export function canShowText(schemas: SchemaReader, schema: unknown): boolean {
  return findTextPlace(schemas, schema) !== undefined;
}

function findTextPlace(schemas: SchemaReader, schema: unknown): { schema: unknown; path: string } | undefined {
  const { alternatives } = schemas.flat(schema);
  const kinds = alternatives.length === 0 ? [schema] : alternatives;
  if (kinds.some((each) => schemas.chosen(each).types.includes('string'))) return undefined;
  for (const each of kinds) {
    const path = findTextMember(schemas, each);
    if (path !== undefined) return { schema: each, path };
  }
  return undefined;
}

function findTextMember(schemas: SchemaReader, schema: unknown, depth = 0): string | undefined {
  const { properties } = schemas.chosen(schema);
  for (const name of listRanked(properties.keys(), (each) => schemas.names.get(each)?.blockText)) {
    const { types, keywords, properties: inner } = schemas.chosen(properties.get(name));
    const isFree = keywords['enum'] === undefined && keywords['const'] === undefined;
    if (isFree && types.length === 1 && types.includes('string')) return name;
    const below = inner.size === 0 || depth > 0 ? undefined : findTextMember(schemas, properties.get(name), depth + 1);
    if (below !== undefined) return `${name}.${below}`;
  }
  return undefined;
}
