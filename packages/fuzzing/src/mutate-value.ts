import { findPropertySchema, isFile } from './form-body.js';
import type { MutatedValue } from './generated-request.js';
import { type InlinedSchema, listTypes, toSchemaObject } from './inline-schema.js';
import { mutateBytes, mutateFile } from './mutate-file.js';

const oversize = 'x'.repeat(20_000);
const wrongTypes: Readonly<Record<string, readonly unknown[]>> = {
  string: [12, true, {}, ['text']],
  integer: ['12', 1.5, true, []],
  number: ['1.5', true, {}],
  boolean: ['true', 1],
  object: ['text', [], 7],
  array: [{}, 'text', 7],
};
const brokenFormats: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30', '2026-13-01', '26-01-01', '2026-01-01T00:00:00Z', '+275760-09-13', ''],
  'date-time': ['2026-01-15', '2026-01-15T25:00:00Z', '2026-02-30T00:00:00Z', 'now', ''],
  uri: ['no address', 'http://', ''],
  'uri-reference': ['%zz'],
};

/** Maximum number of mutated members of a map, because it can have any number, and each mutation copies it. */
const mostOthers = 10;

/** Inherited keys of JavaScript objects, which careless lookups find. */
const inheritedNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

/** Yields the mutations of a valid value, one location at a time. Some results are valid. */
export function* mutateValue(schema: InlinedSchema, value: unknown, pointer = ''): Generator<MutatedValue> {
  const at = pointer === '' ? 'the body' : pointer;
  if (isFile(value)) {
    yield* mutateFile(value, at);
    return;
  }
  if (value instanceof Uint8Array) {
    for (const [what, bytes] of mutateBytes(value)) yield { what: `${at} ${what}`, value: bytes };
    return;
  }
  for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    if (fitsRoughly(toSchemaObject(branch), value)) yield* mutateValue(toSchemaObject(branch), value, pointer);
  }
  const type = listTypes(schema).find((one) => one !== 'null') ?? '';
  yield { what: `${at} null`, value: null };
  for (const wrong of wrongTypes[type] ?? []) {
    yield { what: `${at} of type ${Array.isArray(wrong) ? 'array' : typeof wrong}`, value: wrong };
  }
  if (schema.enum !== undefined || schema.const !== undefined) {
    yield { what: `${at} none of its values`, value: 'none-of-them' };
    if (typeof value === 'string') yield { what: `${at} in another case`, value: swapCase(value) };
  }
  if (typeof value === 'string') yield* mutateText(schema, value, at);
  if (typeof value === 'number') yield* mutateNumber(schema, at);
  if (Array.isArray(value)) yield* mutateArray(schema, value, pointer, at);
  else if (typeof value === 'object' && value !== null) yield* mutateObject(schema, value, pointer, at);
}

function* mutateText(schema: InlinedSchema, value: string, at: string): Generator<MutatedValue> {
  yield { what: `${at} empty`, value: '' };
  yield { what: `${at} blank`, value: ' ' };
  yield { what: `${at} very long`, value: oversize };
  yield { what: `${at} with half a character`, value: `\ud83d${value}` };
  yield { what: `${at} with a zero byte`, value: `${value}\u0000` };
  for (const name of inheritedNames) yield { what: `${at} ${name}`, value: name };
  if (schema.maxLength !== undefined) {
    yield { what: `${at} too long`, value: 'x'.repeat(schema.maxLength + 1) };
    yield { what: `${at} as long as allowed`, value: 'x'.repeat(schema.maxLength) };
  }
  if ((schema.minLength ?? 0) > 1) yield { what: `${at} too short`, value: 'x'.repeat((schema.minLength ?? 0) - 1) };
  if (schema.pattern !== undefined) yield { what: `${at} against its pattern`, value: ` !${value}! ` };
  for (const broken of brokenFormats[schema.format ?? ''] ?? []) yield { what: `${at} "${broken}"`, value: broken };
}

function* mutateNumber(schema: InlinedSchema, at: string): Generator<MutatedValue> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined) {
    yield { what: `${at} below its minimum`, value: minimum - 1 };
    yield { what: `${at} its minimum`, value: minimum };
  }
  if (maximum !== undefined) {
    yield { what: `${at} above its maximum`, value: maximum + 1 };
    yield { what: `${at} its maximum`, value: maximum };
  }
  if (exclusiveMinimum !== undefined) yield { what: `${at} its exclusive minimum`, value: exclusiveMinimum };
  if (exclusiveMaximum !== undefined) yield { what: `${at} its exclusive maximum`, value: exclusiveMaximum };
  for (const extreme of [-1, 0, 1e-320, 2 ** 53, -1e308, 1e308]) yield { what: `${at} ${extreme}`, value: extreme };
}

function* mutateArray(
  schema: InlinedSchema,
  value: readonly unknown[],
  pointer: string,
  at: string,
): Generator<MutatedValue> {
  yield { what: `${at} without items`, value: [] };
  yield { what: `${at} with null`, value: [...value, null] };
  if (value.length > 0) yield { what: `${at} with an item twice`, value: [...value, value[0]] };
  if (schema.maxItems !== undefined && value.length > 0) {
    yield { what: `${at} with too many items`, value: Array.from({ length: schema.maxItems + 1 }, () => value[0]) };
  }
  if (value.length === 0 || typeof schema.items !== 'object') return;
  for (const { what, value: item } of mutateValue(schema.items, value[0], `${pointer}/0`)) {
    yield { what, value: [item, ...value.slice(1)] };
  }
}

function* mutateObject(schema: InlinedSchema, value: object, pointer: string, at: string): Generator<MutatedValue> {
  yield { what: `${at} without members`, value: {} };
  yield { what: `${at} with an unknown member`, value: { ...value, unknownMember: 1 } };
  for (const name of inheritedNames)
    yield { what: `${at} with ${name}`, value: withMember(value, name, { polluted: 1 }) };
  const isDescribed = (name: string) => Object.hasOwn(schema.properties ?? {}, name);
  const others = Object.keys(value)
    .filter((name) => !isDescribed(name))
    .slice(0, mostOthers);
  for (const [name, member] of Object.entries(value)) {
    if (!isDescribed(name) && !others.includes(name)) continue;
    const { [name]: _dropped, ...rest }: Record<string, unknown> = { ...value };
    yield { what: `${at} without ${name}`, value: rest };
    const memberSchema = findPropertySchema(schema, name) ?? schema.additionalProperties;
    if (typeof memberSchema !== 'object') continue;
    for (const { what, value: changed } of mutateValue(memberSchema, member, `${pointer}/${name}`)) {
      yield { what, value: withMember(value, name, changed) };
    }
  }
}

/** Returns a copy with an own member of any name, including `__proto__`. */
function withMember(value: object, name: string, member: unknown): object {
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: member, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Returns whether a value roughly matches a schema, which is enough to choose a oneOf branch. */
function fitsRoughly(schema: InlinedSchema, value: unknown): boolean {
  if (value === null || typeof value !== 'object') {
    const types = schema.type === undefined ? [typeof value] : listTypes(schema);
    return types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value));
  }
  if (Array.isArray(value)) return schema.type === 'array';
  return (schema.required ?? []).every((name) => name in value);
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
