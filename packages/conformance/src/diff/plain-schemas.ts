import {
  type ApiContract,
  createContract,
  type Finding,
  isObject,
  membersOf,
  readReference,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import type { SchemaChange } from './changes.js';

/** A schema reduced to the keywords that determine which values are valid, and references to shared definitions. */
export type PlainSchema = boolean | PlainNode;
export type PlainNode = Readonly<Record<string, unknown>>;

const single = ['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas'];
const kept = new Set([
  ...['type', 'enum', 'const', 'required', 'format', 'pattern', 'multipleOf', 'uniqueItems', 'dependentRequired'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'minContains', 'maxContains', 'default'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
]);

/** Schemas of several documents without titles, descriptions and examples, and their validators. */
export class PlainSchemas {
  /** The changes between two schemas, by the JSON of the pair. */
  readonly compared = new Map<string, readonly SchemaChange[]>();
  readonly #hidden: 'readOnly' | 'writeOnly';
  readonly #definitions: Record<string, PlainSchema> = {};
  readonly #names = new Map<unknown, Map<string, string>>();
  readonly #contract: ApiContract;
  readonly #validators = new Map<PlainSchema, (value: unknown) => Finding[]>();
  readonly #alike = new PairSet();
  readonly #unlike = new PairSet();

  /** @param hidden keyword of the properties that these messages do not contain */
  constructor(hidden: 'readOnly' | 'writeOnly') {
    this.#hidden = hidden;
    const own = { openapi: '3.1.0', info: { title: 'Schemas', version: '1' }, $defs: this.#definitions };
    this.#contract = createContract('schemas', own, () => {});
  }

  toPlain(document: unknown, schema: unknown): PlainSchema {
    if (!isObject(schema)) return schema !== false;
    const { $ref } = schema;
    const node = this.#withoutHidden(document, schema);
    const entries = Object.entries(node).flatMap(([name, value]): [string, unknown][] => {
      if (single.includes(name) || name.startsWith('unevaluated')) return [[name, this.toPlain(document, value)]];
      if (lists.includes(name) && Array.isArray(value))
        return [[name, value.map((each) => this.toPlain(document, each))]];
      if (maps.includes(name) && isObject(value)) return [[name, this.#toPlainMap(document, value)]];
      // The normalization added null, not the author.
      if (name === 'enum' && schema['x-understudy-null'] === true && Array.isArray(value))
        return [[name, value.filter((each) => each !== null)]];
      return kept.has(name) ? [[name, value]] : [];
    });
    const plain: PlainNode = this.#withDiscriminator(document, Object.fromEntries(entries), schema);
    if (typeof $ref !== 'string') return plain;
    const reference = { $ref: this.#define(document, $ref) };
    return Object.keys(plain).length === 0 ? reference : { allOf: [reference, plain] };
  }

  /** Follows references. */
  resolve(schema: PlainSchema): PlainSchema {
    let at = schema;
    for (let steps = 0; steps < 50 && isObject(at) && typeof at['$ref'] === 'string'; steps += 1)
      at = this.#definitions[at['$ref'].slice('#/$defs/'.length)] ?? true;
    return at;
  }

  /** Lists the reasons why a value is invalid. */
  check(schema: PlainSchema, value: unknown): Finding[] {
    const validate = this.#validators.get(schema) ?? this.#contract.validator(schema as never);
    this.#validators.set(schema, validate);
    return validate(value);
  }

  /** Returns whether two schemas are equal, ignoring the order of keys and the location of definitions. */
  isAlike(one: PlainSchema, other: PlainSchema): boolean {
    const assumed = new PairSet();
    const isAlike = this.#compare(one, other, assumed);
    if (isAlike) this.#alike.addAll(assumed);
    return isAlike;
  }

  #compare(one: PlainSchema, other: PlainSchema, assumed: PairSet): boolean {
    const [first, second] = [this.resolve(one), this.resolve(other)];
    if (first === second || this.#alike.has(first, second) || assumed.has(first, second)) return true;
    if (this.#unlike.has(first, second)) return false;
    assumed.add(first, second);
    const isAlike = isAlikeValue(first, second, (left, right) => this.#compare(left, right, assumed));
    if (!isAlike) this.#unlike.add(first, second);
    return isAlike;
  }

  #toPlainMap(document: unknown, map: PlainNode): PlainNode {
    return Object.fromEntries(Object.entries(map).map(([name, each]) => [name, this.toPlain(document, each)]));
  }

  #define(document: unknown, $ref: string): string {
    const names = this.#names.get(document) ?? new Map<string, string>();
    this.#names.set(document, names);
    const name = names.get($ref) ?? `d${Object.keys(this.#definitions).length}`;
    if (!names.has($ref)) {
      names.set($ref, name);
      this.#definitions[name] = true;
      this.#definitions[name] = this.toPlain(document, readReference(document, $ref));
    }
    return `#/$defs/${name}`;
  }

  #withoutHidden(document: unknown, node: PlainNode): PlainNode {
    const { properties, required } = node;
    if (!isObject(properties)) return node;
    const isHidden = (each: unknown) =>
      [membersOf(each), resolveReference(document, each)].some((node) => node?.[this.#hidden] === true);
    const hidden = new Set(Object.keys(properties).filter((name) => isHidden(properties[name])));
    if (hidden.size === 0) return node;
    const shown = Object.entries(properties).filter(([name]) => !hidden.has(name));
    const needed = Array.isArray(required) ? required.filter((name) => !hidden.has(name)) : [];
    return { ...node, properties: Object.fromEntries(shown), required: needed };
  }

  /** Converts discriminator values to constraints on the branches. */
  #withDiscriminator(document: unknown, plain: PlainNode, schema: PlainNode): PlainNode {
    const { discriminator, oneOf, anyOf } = schema;
    const { propertyName: name = discriminator, mapping: given } = membersOf(discriminator);
    if (typeof name !== 'string') return plain;
    // Without a mapping, the values are the names of the schemas that extend this one.
    const mapping = Object.entries(membersOf(given ?? membersOf(schema['x-understudy-kinds'])['kinds']));
    const demand = (values: readonly string[]) => ({ properties: { [name]: { enum: values } }, required: [name] });
    const branches = [oneOf ?? anyOf ?? []].flat();
    if (branches.length === 0) {
      const extensions = mapping.map(([value, target]) => {
        const $ref = String(target).includes('/') ? target : `#/components/schemas/${target}`;
        return { allOf: [demand([value]), ...this.#extensionOf(document, { $ref }, [schema])] };
      });
      return mapping.length === 0 ? plain : { allOf: [plain, { anyOf: extensions }] };
    }
    const parts = [oneOf === undefined ? plain['anyOf'] : plain['oneOf']].flat();
    const named = parts.map((part, index) => {
      const { $ref } = isObject(branches[index]) ? branches[index] : {};
      if (typeof $ref !== 'string') return part;
      const own = $ref.split('/').at(-1) ?? '';
      const values = mapping.filter(([, target]) => target === $ref || target === own).map(([value]) => value);
      const schema = resolveReference(document, { $ref });
      const inner = isObject(schema?.['properties']) ? schema['properties'][name] : undefined;
      const { enum: told, const: only } = resolveReference(document, inner) ?? {};
      const meant = values.length > 0 ? values : [own];
      const given: readonly unknown[] = only === undefined ? (Array.isArray(told) ? told : meant) : [only];
      // Some descriptions list values that differ from the discriminator's names.
      return meant.some((value) => given.includes(value)) ? { allOf: [part, demand(meant)] } : part;
    });
    return { ...plain, [oneOf === undefined ? 'anyOf' : 'oneOf']: named };
  }

  /** Returns the parts of a schema, including those of its `allOf`, but without its base schema. */
  #extensionOf(document: unknown, schema: unknown, seen: unknown[]): PlainSchema[] {
    const node = resolveReference(document, schema);
    if (node === undefined || seen.includes(node)) return [];
    seen.push(node);
    const { allOf, discriminator, ...own } = node;
    const parts = Array.isArray(allOf) ? allOf.flatMap((part) => this.#extensionOf(document, part, seen)) : [];
    return [...parts, this.toPlain(document, own)];
  }
}

/** Pairs of schemas by identity. */
class PairSet {
  readonly #pairs = new Map<PlainSchema, Set<PlainSchema>>();

  has(one: PlainSchema, other: PlainSchema): boolean {
    return this.#pairs.get(one)?.has(other) === true;
  }

  add(one: PlainSchema, other: PlainSchema): void {
    this.#pairs.set(one, (this.#pairs.get(one) ?? new Set()).add(other));
  }

  addAll(pairs: PairSet): void {
    for (const [one, others] of pairs.#pairs) for (const other of others) this.add(one, other);
  }
}

function isAlikeValue(
  one: unknown,
  other: unknown,
  areSchemas: (one: PlainSchema, other: PlainSchema) => boolean,
): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [left, right] = [one[name], other[name]];
    if (left === undefined || right === undefined) return false;
    if (single.includes(name) || name.startsWith('unevaluated')) return areSchemas(left as never, right as never);
    if (lists.includes(name) && Array.isArray(left) && Array.isArray(right))
      return left.length === right.length && left.every((each, index) => areSchemas(each, right[index]));
    if (maps.includes(name) && isObject(left) && isObject(right)) {
      const keys = Object.keys(left);
      return (
        keys.length === Object.keys(right).length &&
        keys.every((key) => right[key] !== undefined && areSchemas(left[key] as never, right[key] as never))
      );
    }
    const text = (value: unknown) =>
      stringifyJson(['required', 'enum', 'type'].includes(name) ? [value].flat().sort() : value);
    return text(left) === text(right);
  });
}
