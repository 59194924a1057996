import { cloneJson, isObject, membersOf, type Operation, parsePointer } from '@understudy/contract';
import { mapLeaves, type OperationPlan, remember, type SchemaReader, setMember } from '@understudy/model';
import { createMinimalValue, type ValueFacts } from '../answer/create-minimal-value.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';

/** A request body. */
export interface DraftBody {
  readonly type: string;
  readonly value: unknown;
}

export interface DraftRequest {
  /** Required parameters that are not in the path. */
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'query' | 'header' | 'cookie';
    readonly value: unknown;
  }[];
  readonly body?: DraftBody;
}

const facts: ValueFacts = { now: new Date('2026-01-15T09:00:00Z'), baseUrl: 'https://example.com', hidden: 'readOnly' };

/** Drafts the value of a parameter: the described example, or else the minimal value of its schema. */
export function draftValue(schemas: SchemaReader, schema: unknown, name: string): unknown {
  const { keywords } = schemas.chosen(schema);
  const [shown] = Array.isArray(keywords['examples']) ? keywords['examples'] : [];
  const value = withoutExpressions(shown ?? keywords['default'] ?? createMinimalValue(schemas, schema, facts, name));
  if (!Array.isArray(value)) return value;
  const { items } = schemas.chosen(schema);
  return value.length === 0 ? createMinimalValue(schemas, items ?? {}, facts, name) : value.join(',');
}

/** Cached, because every step that creates an entity uses its request. */
const drafted = new WeakMap<OperationPlan, DraftRequest>();

/** Drafts the parameters and the body of a valid request. */
export function draftRequest(schemas: SchemaReader, plan: OperationPlan): DraftRequest {
  return remember(drafted, plan, () => requestOf(schemas, plan));
}

function requestOf(schemas: SchemaReader, plan: OperationPlan): DraftRequest {
  const { operation } = plan;
  const parameters = operation.parameters.flatMap(({ name, in: place, required, schema }) =>
    place === 'path' || !required ? [] : [{ name, in: place, value: draftValue(schemas, schema, name) }],
  );
  const body = draftBody(schemas, plan);
  return { parameters, ...(body === undefined ? {} : { body: { ...body, value: withoutExpressions(body.value) } }) };
}

/** Removes expressions that a run would evaluate: `$file('...')` could send any file on the machine. */
function withoutExpressions(value: unknown): unknown {
  return mapLeaves(value, (leaf) =>
    typeof leaf === 'string' && /^\s*\$|\{\$/.test(leaf) ? leaf.replaceAll('$', '') : leaf,
  );
}

/** Drafts the first valid body among an example, the minimal body and a generated one. */
function draftBody(schemas: SchemaReader, { operation, node, does }: OperationPlan): DraftBody | undefined {
  const content = operation.requestBody?.content ?? {};
  const types = Object.keys(content);
  const type =
    types.find((each) => each.includes('json') && !each.includes('patch')) ??
    types.find((each) => each.includes('form')) ??
    types[0];
  if (type === undefined) return undefined;
  const { schema } = content[type] ?? {};
  if (type.includes('form'))
    return { type, value: schemas.flat(schema).types.length === 0 ? {} : least(schemas, schema) };
  if (!type.includes('json')) return { type: type.includes('*') ? 'text/plain' : type, value: 'text' };
  if (type.includes('json-patch')) return { type, value: [] };
  const list = does === 'create' ? listOnly(schemas, schema) : undefined;
  const candidates = [
    ...examplesOf(node, type).map((example) => () => example),
    ...(list === undefined ? [] : [() => withItem(schemas, schema, list)]),
    () => fuller(schemas, schema),
    () => least(schemas, schema),
    () => generateMeaningfulValue(schemas, schema, { ...facts, seed: operation.operationId }),
  ];
  let first: unknown;
  for (const make of candidates) {
    const candidate = make();
    first ??= candidate;
    const value = mended(schemas, operation, type, schema, candidate);
    if (value !== undefined) return { type, value };
  }
  return { type, value: first ?? {} };
}

function least(schemas: SchemaReader, schema: unknown): unknown {
  const value = createMinimalValue(schemas, schema, facts);
  // A body without members tests nothing, so the first settable member is added.
  if (!isObject(value) || Object.keys(value).length > 0) return value;
  const { properties } = schemas.chosen(schema);
  for (const [name, property] of properties) {
    const { types, keywords } = schemas.chosen(property);
    if (
      keywords['readOnly'] === true ||
      !types.some((each) => ['string', 'number', 'integer', 'boolean'].includes(each))
    )
      continue;
    return { [name]: createMinimalValue(schemas, property, facts, name) };
  }
  return value;
}

/** The name of the list that is the only member of a body, or an empty string if the body itself is a list. */
function listOnly(schemas: SchemaReader, schema: unknown): string | undefined {
  const { types, properties } = schemas.chosen(schema);
  if (types.includes('array')) return '';
  const [name, another] = properties.keys();
  return another === undefined && schemas.chosen(properties.get(name ?? '')).types.includes('array') ? name : undefined;
}

/** The minimal body with one list item, because a batch without items stores nothing. */
function withItem(schemas: SchemaReader, schema: unknown, list: string): unknown {
  const { items } = schemas.chosen(schemas.member(schema, list));
  const item = fuller(schemas, items) ?? least(schemas, items);
  if (list === '') return [item];
  const value = least(schemas, schema);
  const whole = isObject(value) ? { ...value } : {};
  setMember(whole, list, [item]);
  return whole;
}

/**
 * The minimal object with every optional string, number and boolean that a request can set. Values that no response
 * contains test nothing.
 */
function fuller(schemas: SchemaReader, schema: unknown): unknown {
  const value = least(schemas, schema);
  if (!isObject(value)) return undefined;
  const more = [...schemas.chosen(schema).properties].filter(([name, property]) => {
    const { types, keywords } = schemas.chosen(property);
    const isPlain = types.some((each) => ['string', 'number', 'integer', 'boolean'].includes(each));
    // The server would send requests to a URL.
    return (
      isPlain && keywords['readOnly'] !== true && !(name in value) && !/ur[il]|href|callback|notify|hook/i.test(name)
    );
  });
  const made = more.map(([name, property]) => [name, createMinimalValue(schemas, property, facts, name)]);
  return { ...value, ...Object.fromEntries(made) };
}

function examplesOf(node: OperationPlan['node'], type: string): unknown[] {
  const { requestBody }: { requestBody?: unknown } = membersOf(node);
  const { content }: { content?: unknown } = membersOf(requestBody);
  const entry: unknown = isObject(content) ? content[type] : undefined;
  const examples = isObject(entry) && isObject(entry['examples']) ? Object.values(entry['examples']) : [];
  return examples.flatMap((each) => (isObject(each) && 'value' in each ? [each['value']] : []));
}

/** Adds missing members to a body. Undefined if the result is still invalid. */
function mended(
  schemas: SchemaReader,
  operation: Operation,
  mediaType: string,
  schema: unknown,
  candidate: unknown,
): unknown {
  if (candidate === undefined) return undefined;
  let body: unknown = cloneJson(candidate);
  for (let round = 0; round < 4; round += 1) {
    const wrong = findWrongParts(operation, mediaType, body);
    if (wrong.length === 0) return body;
    for (const { pointer } of wrong)
      body = withLeast(schemas, schema, body, parsePointer(pointer.slice('/body'.length)));
  }
  return undefined;
}

/** Returns whether an operation accepts a body of a media type. */
export function isValidBody(operation: Operation, mediaType = '', body?: unknown): boolean {
  // Validation adds the defaults of missing members, so it gets a copy.
  return findWrongParts(operation, mediaType, cloneJson(body)).length === 0;
}

function findWrongParts(operation: Operation, mediaType: string, body: unknown) {
  const parts = { path: {}, query: new URLSearchParams(), headers: { 'content-type': mediaType }, mediaType, body };
  return operation.validateRequest(parts).findings.filter(({ pointer }) => pointer.startsWith('/body'));
}

function withLeast(
  schemas: SchemaReader,
  schema: unknown,
  value: unknown,
  [name, ...deeper]: readonly string[],
): unknown {
  if (name === undefined) return createMinimalValue(schemas, schema, facts);
  const flat = schemas.chosen(schema);
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      String(index) === name ? withLeast(schemas, flat.items ?? {}, item, deeper) : item,
    );
  }
  const property = flat.properties.get(name);
  const { [name]: member, ...others } = isObject(value) ? value : {};
  if (property === undefined) return others;
  const isMissing = member === undefined;
  const least = () => createMinimalValue(schemas, property, facts, name);
  return { ...others, [name]: isMissing ? least() : withLeast(schemas, property, member, deeper) };
}

/** Returns a valid body in which every string, number and boolean that can change has another value. */
export function varyBody({ operation }: OperationPlan, { type, value }: DraftBody): DraftBody {
  let varied: unknown = value;
  for (const [name, given] of Object.entries(isObject(value) ? value : {})) {
    const others = [
      ...(typeof given === 'string' ? [`${given} 2`, `${given}2`] : []),
      ...(typeof given === 'number' ? [given + 1, given - 1] : []),
      ...(typeof given === 'boolean' ? [!given] : []),
    ];
    const isValid = (body: unknown) => findWrongParts(operation, type, body).length === 0;
    const other = others.find((each) => isValid({ ...membersOf(varied), [name]: each }));
    if (other !== undefined) varied = { ...membersOf(varied), [name]: other };
  }
  return { type, value: varied };
}
