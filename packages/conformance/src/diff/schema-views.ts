import { isObject } from '@understudy/contract';
import type { PlainNode, PlainSchema, PlainSchemas } from './plain-schemas.js';

/** One way to satisfy a schema: its references resolved, its `allOf` merged, one branch of each choice. */
export interface SchemaView {
  /** Undefined if the schema allows every type. */
  readonly types: readonly string[] | undefined;
  readonly values: readonly unknown[] | undefined;
  /** All values of keywords that contain no schema, such as `minimum`. */
  readonly all: ReadonlyMap<string, readonly unknown[]>;
  readonly properties: ReadonlyMap<string, PlainSchema>;
  readonly required: ReadonlySet<string>;
  /** Schemas of keywords such as `items` and `not`. */
  readonly inner: ReadonlyMap<string, PlainSchema>;
  readonly patterns: ReadonlyMap<string, PlainSchema>;
  readonly items: readonly PlainSchema[];
}

const mostViews = 24;

/**
 * Returns the ways to satisfy a schema. They only help find distinguishing values: overlapping branches and
 * `unevaluatedProperties` are left to the validator.
 */
export function viewsOf(schemas: PlainSchemas, schema: PlainSchema, depth = 0): readonly SchemaView[] {
  if (depth > 0 || typeof schema === 'boolean') return findViews(schemas, schema, depth);
  const views = known.get(schema) ?? findViews(schemas, schema, depth);
  known.set(schema, views);
  return views;
}

/** Caches views, because schemas are read many times. */
const known = new WeakMap<object, readonly SchemaView[]>();

function findViews(schemas: PlainSchemas, schema: PlainSchema, depth: number): SchemaView[] {
  const node = schemas.resolve(schema);
  if (!isObject(node)) return node === false ? [] : [ownView({})];
  let views: SchemaView[] = [ownView(node)];
  if (depth > 12) return views;
  const expand = (choices: readonly PlainSchema[]) => {
    const options = choices.flatMap((each) => viewsOf(schemas, each, depth + 1));
    if (options.length === 0) return;
    views = views.flatMap((view) => options.flatMap((option) => mergeViews(view, option) ?? [])).slice(0, mostViews);
  };
  for (const part of listOf(node['allOf'])) expand([part]);
  for (const name of ['anyOf', 'oneOf']) if (node[name] !== undefined) expand(listOf(node[name]));
  const { if: condition, then: yes = true, else: no = true } = node;
  if (condition !== undefined) expand([{ allOf: [condition, yes] }, no as PlainSchema]);
  for (const [name, part] of Object.entries(isObject(node['dependentSchemas']) ? node['dependentSchemas'] : {}))
    expand([true, { allOf: [part, { required: [name] }] }]);
  return views;
}

/** Returns each pair of `oneOf` branches as one schema. Values of both branches are invalid. */
export function overlapsOf(schemas: PlainSchemas, schema: PlainSchema): PlainSchema[] {
  const node = schemas.resolve(schema);
  const branches = isObject(node) ? listOf(node['oneOf']).slice(0, 6) : [];
  return branches.flatMap((one, index) => branches.slice(index + 1).map((other) => ({ allOf: [one, other] })));
}

/** Returns the schemas that some of the views have. */
export function schemasOf(
  views: readonly SchemaView[],
  find: (view: SchemaView) => PlainSchema | undefined,
): PlainSchema[] {
  return views.flatMap((view): PlainSchema[] => {
    const schema = find(view);
    return schema === undefined ? [] : [schema];
  });
}

export function listOf(value: unknown): PlainSchema[] {
  return Array.isArray(value) ? value : [];
}

const choices = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']);
const schemaKeywords = new Set([
  'items',
  'not',
  'contains',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
]);
const structural = new Set(['type', 'enum', 'const', 'properties', 'required', 'patternProperties', 'prefixItems']);

function ownView(node: PlainNode): SchemaView {
  const { type, enum: values, const: only, properties, required, patternProperties } = node;
  const inner = Object.entries(node).filter(([name]) => schemaKeywords.has(name));
  const plain = Object.entries(node).filter(
    ([name]) => !choices.has(name) && !schemaKeywords.has(name) && !structural.has(name),
  );
  return {
    types: type === undefined ? undefined : [type].flat().map(String),
    values: 'const' in node ? [only] : Array.isArray(values) ? values : undefined,
    all: new Map(plain.map(([name, value]) => [name, [value]])),
    properties: new Map(Object.entries(isObject(properties) ? properties : {}) as [string, PlainSchema][]),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    inner: new Map(inner as [string, PlainSchema][]),
    patterns: new Map(Object.entries(isObject(patternProperties) ? patternProperties : {}) as [string, PlainSchema][]),
    items: listOf(node['prefixItems']),
  };
}

/** Returns a view that satisfies both views. Undefined if their types or values are incompatible. */
export function mergeViews(one: SchemaView, other: SchemaView): SchemaView | undefined {
  const types = one.types && other.types ? commonTypes(one.types, other.types) : (one.types ?? other.types);
  if (types?.length === 0) return undefined;
  const text = new Set(other.values?.map((value) => JSON.stringify(value)));
  const values =
    one.values && other.values
      ? one.values.filter((value) => text.has(JSON.stringify(value)))
      : (one.values ?? other.values);
  if (values?.length === 0) return undefined;
  const count = Math.max(one.items.length, other.items.length);
  return {
    types,
    values,
    all: mergeMaps(one.all, other.all, (left, right) => [...left, ...right]),
    properties: mergeMaps(one.properties, other.properties, both),
    required: new Set([...one.required, ...other.required]),
    inner: mergeMaps(one.inner, other.inner, both, ['not']),
    patterns: mergeMaps(one.patterns, other.patterns, both),
    items: Array.from({ length: count }, (_item, index) => both(one.items[index] ?? true, other.items[index] ?? true)),
  };
}

function commonTypes(one: readonly string[], other: readonly string[]): string[] {
  return one.flatMap((type) => {
    if (other.includes(type)) return [type];
    if (type === 'integer' && other.includes('number')) return [type];
    return type === 'number' && other.includes('integer') ? ['integer'] : [];
  });
}

function both(one: PlainSchema, other: PlainSchema): PlainSchema {
  if (one === true || one === other) return other;
  return other === true ? one : { allOf: [one, other] };
}

function mergeMaps<Value>(
  one: ReadonlyMap<string, Value>,
  other: ReadonlyMap<string, Value>,
  merge: (left: Value, right: Value) => Value,
  alternatives: readonly string[] = [],
): Map<string, Value> {
  const merged = new Map(one);
  for (const [name, value] of other) {
    const own = merged.get(name);
    const isChoice = alternatives.includes(name) && own !== undefined;
    merged.set(name, own === undefined ? value : isChoice ? ({ anyOf: [own, value] } as Value) : merge(own, value));
  }
  return merged;
}

/** Returns the schema of a member. Undefined if the view does not describe it. */
export function memberOf({ properties, patterns, inner }: SchemaView, name: string): PlainSchema | undefined {
  const own = properties.get(name);
  if (own !== undefined) return own;
  const fitting = [...patterns].flatMap(([pattern, schema]) => (matches(pattern, name) ? [schema] : []));
  if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : { allOf: fitting };
  return inner.get('additionalProperties') ?? inner.get('unevaluatedProperties');
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
