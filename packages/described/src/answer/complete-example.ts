import { cloneJson, isObject } from '@understudy/contract';
import { findList, type SchemaReader } from '@understudy/model';
import { hasFormat } from '../meaning/has-format.js';
import { defineMember } from './shape-value.js';

/** Maximum depth to which an example is completed. */
const deepest = 8;

/**
 * Adds the described members that an example lacks, at any depth, if their schema has a constant, an example or a
 * default. A list in place of an object that contains a list is converted to that object.
 */
export function completeExample(schemas: SchemaReader, example: unknown, schema: unknown): unknown {
  return complete(schemas, example, { schema, depth: 0 });
}

function complete(
  schemas: SchemaReader,
  example: unknown,
  { schema, depth }: { readonly schema: unknown; readonly depth: number },
): unknown {
  if (depth > deepest || schema === undefined) return example;
  const flat = schemas.chosen(schema);
  if (Array.isArray(example)) {
    if (flat.types.includes('array'))
      return example.map((item) => complete(schemas, item, { schema: flat.items, depth: depth + 1 }));
    const list = flat.properties.size === 0 ? undefined : findList(schemas, schema, { word: '' });
    const [name] = list?.path ?? [];
    if (name === undefined || list?.path.length !== 1) return example;
    return complete(schemas, { [name]: example }, { schema, depth });
  }
  if (!isObject(example) || schemas.flat(schema).alternatives.length > 0) return example;
  const whole: Record<string, unknown> = {};
  for (const [name, property] of flat.properties) {
    const value = Object.hasOwn(example, name)
      ? complete(schemas, example[name], { schema: property, depth: depth + 1 })
      : shownBy(schemas, property);
    if (value !== undefined) defineMember(whole, name, value);
  }
  for (const [name, value] of Object.entries(example)) if (!flat.properties.has(name)) defineMember(whole, name, value);
  return whole;
}

/** The constant, example or default of a member's schema. */
function shownBy(schemas: SchemaReader, property: unknown): unknown {
  const { keywords } = schemas.chosen(property);
  if (keywords['writeOnly'] === true) return undefined;
  const [example = keywords['default']] = Array.isArray(keywords['examples']) ? keywords['examples'] : [];
  const shown = 'const' in keywords ? keywords['const'] : example;
  return shown !== null && hasFormat(keywords, shown) ? cloneJson(shown) : undefined;
}
