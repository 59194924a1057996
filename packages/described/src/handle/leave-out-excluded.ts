import { isObject } from '@understudy/contract';
import { type FlatSchema, normalizeName, remember, type SchemaReader } from '@understudy/model';
import { bestShape, toScalarOf } from '../answer/shape-value.js';
import { canShowText } from '../answer/text-block.js';

/** The schemas of a member in the request and in the record. */
interface Descriptions {
  readonly request: unknown;
  readonly record: unknown;
}

/** Maximum number of values to visit, because bodies can be large. */
const mostValues = 500;

/**
 * Omits the members of a request that the record cannot store, at any depth: the request allows the value, but the
 * record has another type or does not list it. A listed value in another spelling is converted to the spelling of the
 * record.
 */
export function leaveOutExcluded(
  schemas: SchemaReader,
  fields: Record<string, unknown>,
  described: Descriptions,
): Record<string, unknown> {
  return new Exclusion(schemas).members(fields, described);
}

class Exclusion {
  readonly #schemas: SchemaReader;
  #left = mostValues;

  constructor(schemas: SchemaReader) {
    this.#schemas = schemas;
  }

  members(value: Record<string, unknown>, { request, record }: Descriptions): Record<string, unknown> {
    const different = differentMembers(this.#flatFor(request, value), this.#flatFor(record, value));
    let kept = value;
    for (const [name, described] of different) {
      if (!Object.hasOwn(value, name)) continue;
      const member = this.#member(value[name], described);
      if (member === value[name]) continue;
      if (kept === value) kept = { ...value };
      if (member === undefined) delete kept[name];
      else kept[name] = member;
    }
    return kept;
  }

  /** The value of a member for the record, or undefined if the record cannot store it. */
  #member(value: unknown, described: Descriptions): unknown {
    this.#left -= 1;
    if (value === null || this.#left <= 0) return value;
    if (this.#excludes(described.record, value)) {
      const { keywords } = this.#schemas.shape(described.record).flat;
      const alike = listed(keywords)?.find((each) => isAlike(each, value));
      return alike ?? (this.#excludes(described.request, value) ? value : undefined);
    }
    if (isObject(value)) return this.members(value, described);
    if (!Array.isArray(value)) return value;
    const [request, record] = [this.#flatFor(described.request, value), this.#flatFor(described.record, value)];
    if (request.items === undefined || record.items === undefined) return value;
    if (isSame(request.items, record.items)) return value;
    const items = { request: request.items, record: record.items };
    return value.map((item: unknown) => this.#member(item, items)).filter((item) => item !== undefined);
  }

  #excludes(schema: unknown, value: unknown): boolean {
    const flat = this.#flatFor(schema, value);
    const { types } = flat;
    if (isObject(value)) return types.length > 0 && !types.includes('object');
    if (Array.isArray(value)) return types.length > 0 && !types.includes('array');
    // A single item becomes a list of one.
    if (types.length === 1 && types.includes('array'))
      return this.#excludes(flat.items ?? {}, value) && !canShowText(this.#schemas, flat.items);
    const scalar = toScalarOf(value, flat);
    return scalar === undefined || listed(flat.keywords)?.includes(scalar) === false;
  }

  #flatFor(schema: unknown, value: unknown): FlatSchema {
    return bestShape(value, this.#schemas.shape(schema)).flat;
  }
}

const known = new WeakMap<FlatSchema, WeakMap<FlatSchema, ReadonlyMap<string, Descriptions>>>();

/** The members that the request and the record describe differently. */
function differentMembers(asked: FlatSchema, shown: FlatSchema): ReadonlyMap<string, Descriptions> {
  const ofAsked = known.get(asked) ?? remember(known, asked, () => new WeakMap());
  return remember(ofAsked, shown, () => {
    const all = [...shown.properties].map(
      ([name, record]) => [name, { request: findMember(asked, name), record }] as const,
    );
    return new Map(all.filter(([, { request, record }]) => request !== undefined && !isSame(request, record)));
  });
}

/** Finds a member by its name, or by its name in another notation. */
function findMember({ properties }: FlatSchema, name: string): unknown {
  const plain = normalizeName(name);
  return properties.get(name) ?? [...properties].find(([each]) => normalizeName(each) === plain)?.[1];
}

function isSame(one: unknown, other: unknown): boolean {
  const isReference =
    isObject(one) && isObject(other) && typeof one['$ref'] === 'string' && one['$ref'] === other['$ref'];
  return one === other || isReference;
}

function listed(keywords: FlatSchema['keywords']): readonly unknown[] | undefined {
  if ('const' in keywords) return [keywords['const']];
  return Array.isArray(keywords['enum']) ? keywords['enum'] : undefined;
}

function isAlike(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && normalizeName(one) === normalizeName(other);
}
