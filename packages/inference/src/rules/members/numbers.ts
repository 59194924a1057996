import { isObject, joinPointer } from '@understudy/contract';
import { decimalsOf, type Resource, type SchemaReader } from '@understudy/model';
import { readNumberWord } from '../../words/number-words.js';

/** A record, or an item of a list of it, as expressions name its members. */
export interface Part {
  readonly schema: unknown;
  /** `self` or `item`. */
  readonly variable: string;
  /** The list of the record. Undefined for the record itself. */
  readonly list?: string;
  /** True if a request can set a member. */
  readonly isGiven: (name: string) => boolean;
}

/** The record of a resource, and the items of its lists of objects. */
export function partsOf(schemas: SchemaReader, { schema, writable }: Resource): Part[] {
  const lists = [...schemas.chosen(schema).properties].flatMap(([list, property]): Part[] => {
    const { items } = schemas.chosen(property);
    if (schemas.chosen(items).properties.size === 0) return [];
    const sent = schemas.chosen(schemas.chosen(writable.get(list)).items);
    return [{ schema: items, variable: 'item', list, isGiven: (name) => sent.properties.has(name) }];
  });
  return [{ schema, variable: 'self', isGiven: (name) => writable.has(name) }, ...lists];
}

/** The members of a part that only the server sets, with their descriptions. */
export function ownMembers(schemas: SchemaReader, { schema, isGiven }: Part) {
  return [...schemas.chosen(schema).properties].flatMap(([name, property]) => {
    const flat = schemas.chosen(property);
    const isOwn = flat.keywords['readOnly'] === true || !isGiven(name);
    return isOwn ? [{ name, flat, says: String(flat.keywords['description'] ?? '') }] : [];
  });
}

/** True if a member is a number, or was not described with another type. */
export function isNumber(schemas: SchemaReader, schema: unknown): boolean {
  const { types } = schemas.chosen(schema);
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer');
}

/** Rounds an expression as its member stores it: whole numbers, or two decimals. */
export function rounded(schemas: SchemaReader, schema: unknown, expression: string, description = ''): string {
  const flat = schemas.chosen(schema);
  const [, places = ''] = saysPlaces.exec(description) ?? [];
  const said = readNumberWord(places.toLowerCase());
  if (said !== undefined && !flat.types.includes('integer')) return `round(${expression}, ${said})`;
  return flat.types.includes('integer') ? `round(${expression})` : `round(${expression}, ${decimalsOf(flat) ?? 2})`;
}

/** "Rounded to one decimal place". */
const saysPlaces = /\brounded (?:up |down |off )?to (one|two|three|four|\d) decimals?\b/i;

/** A member in an expression. A name that is no name of an expression cannot be used. */
export function reference(variable: string, name: string): string | undefined {
  return /^[A-Za-z_]\w*$/.test(name) ? `${variable}.${name}` : undefined;
}

/** The place of a member in the description: in the named schema that has it directly. */
export function placeOfMember(schemas: SchemaReader, { schema }: Part, name: string): string {
  const named = schemas.chosen(schema).names.find((each) => {
    const target = schemas.target(each);
    return isObject(target) && isObject(target['properties']) && Object.hasOwn(target['properties'], name);
  });
  return named === undefined ? '#/paths' : `${named}${joinPointer('/properties', name)}`;
}
