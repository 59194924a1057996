import { isObject, membersOf, parseJson } from '@understudy/contract';
import {
  type FlatSchema,
  getMember,
  normalizeName,
  type OperationPlan,
  remember,
  type SchemaReader,
} from '@understudy/model';
import { defineMember } from '../answer/shape-value.js';
import { type ResourceCall, readObjectBody } from './api-runtime.js';

/**
 * Reads the members of an entity from a request: from the unwrapped body, and from the query if it contains members.
 */
export function readSentFields(call: ResourceCall): Record<string, unknown> {
  const { input, plan, schemas, resource } = call;
  const { properties } = schemas.shape(resource.schema).flat;
  const names = Object.keys(input.query).filter(
    (name) => (properties.has(name) || resource.writable.has(name)) && !isParameterOfKey(call, name),
  );
  const body = readObjectBody(input.body);
  const found = getMember(body, plan.sent.join('.'));
  const inner: unknown = Array.isArray(found) && call.isPart !== true ? found[0] : found;
  const wrapper = plan.wrapped[0];
  // Clients can wrap the body as in the response, even if the request describes no wrapper.
  const wrapped = wrapper !== undefined && Object.keys(body).length === 1 ? body[wrapper] : undefined;
  const sent = isObject(inner) ? inner : body;
  const own = isObject(wrapped) && sent === body ? wrapped : sent;
  const fields =
    names.length === 0 ? { ...own } : { ...Object.fromEntries(names.map((name) => [name, input.query[name]])), ...own };
  if (plan.key?.in === 'body' && plan.key.name !== resource.key) delete fields[plan.key.name];
  // A list item in a request has its own members.
  if (call.isPart !== true) {
    // Checking first is much faster than deleting.
    for (const name of remember(foreign, plan, () => listForeign(call)))
      if (Object.hasOwn(fields, name)) delete fields[name];
  }
  const named = nested(schemas, properties, renamed(fields, properties));
  for (const [name, value] of Object.entries(named))
    if (typeof value === 'string') defineMember(named, name, readJson(schemas, value, properties.get(name)));
  return named;
}

const foreign = new WeakMap<OperationPlan, readonly string[]>();

/** The members of a record that an operation does not accept, so that only the server sets them. */
function listForeign({ plan, schemas, resource }: ResourceCall): readonly string[] {
  const { operation, sent } = plan;
  const isUpload = operation.requestBody?.content['multipart/form-data'] !== undefined;
  // The metadata of an uploaded file is not part of the form.
  const isOfFile = (name: string) => isUpload && schemas.names.get(name)?.file !== undefined;
  const own = [...schemas.shape(resource.schema).flat.properties.keys()].filter((name) => !isOfFile(name));
  const refused = own.filter((name) => resource.refused?.has(name) === true);
  const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => {
    const whole = schemas.shape(schema);
    const inner = whole.at(sent.join('.')) ?? whole;
    return [inner, ...inner.choices].map(({ flat }) => flat);
  });
  const isOpen = ({ keywords: { additionalProperties: others } }: FlatSchema) => others === true || isObject(others);
  const names = [...bodies.flatMap(({ properties }) => [...properties.keys()])];
  if (names.length === 0 || bodies.some(isOpen)) return refused;
  const query = operation.parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
  const taken = new Set([...names, ...query].map(normalizeName));
  return [...refused, ...own.filter((name) => !taken.has(normalizeName(name)))];
}

/**
 * Moves a member that only one nested object of the entity has into that object: `sha` of a reference becomes
 * `object.sha`.
 */
function nested(
  schemas: SchemaReader,
  properties: ReadonlyMap<string, unknown>,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  if (Object.keys(fields).every((name) => properties.has(name))) return fields;
  const result = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (properties.has(name) || properties.size === 0 || typeof value === 'object') continue;
    const [holder, ...others] = [...properties].filter(([, property]) =>
      schemas.shape(property).flat.properties.has(name),
    );
    if (holder === undefined || others.length > 0 || Object.hasOwn(fields, holder[0])) continue;
    delete result[name];
    defineMember(result, holder[0], { ...membersOf(result[holder[0]]), [name]: value });
  }
  return result;
}

/** Parses a string as JSON if the member cannot be a string, as needed for forms. */
function readJson(schemas: SchemaReader, value: string, schema: unknown): unknown {
  if (value.length > 50_000 || !/^\s*[[{]/.test(value)) return value;
  const { types, alternatives } = schemas.shape(schema).whole;
  const all = [...types, ...alternatives.flatMap((each) => schemas.shape(each).flat.types)];
  if (all.includes('string') || !all.some((type) => type === 'array' || type === 'object')) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

function isParameterOfKey({ plan, resource }: ResourceCall, name: string): boolean {
  return plan.key?.in === 'query' && plan.key.name === name && name !== resource.key;
}

/**
 * Renames the members of a request to those of the entity: `FriendlyName` becomes `friendly_name`, and `new_name` sets
 * the name.
 */
function renamed(fields: Record<string, unknown>, known: ReadonlyMap<string, unknown>): Record<string, unknown> {
  if (Object.keys(fields).every((name) => known.has(name))) return fields;
  const byPlainName = new Map([...known.keys()].map((name) => [normalizeName(name), name]));
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const bare = /^new_?(.+)$/i.exec(name)?.[1] ?? name;
    const meant = known.has(name)
      ? name
      : (byPlainName.get(normalizeName(name)) ?? byPlainName.get(normalizeName(bare)));
    defineMember(result, meant ?? name, value);
  }
  return result;
}
