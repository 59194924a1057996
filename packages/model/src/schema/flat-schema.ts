import { isObject, type JsonSchema, readReference } from '@understudy/contract';
import type { DescriptionNames } from '../description-names.js';
import type { TimeForm } from './day-in-zone.js';
import type { FlatSchema } from './described-schema.js';
import { remember } from './remember.js';
import { Shape } from './shape.js';

type Node = Record<string, unknown>;

export type { FlatSchema };

const merged = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'required', 'type']);

const anything = {};

export class SchemaReader {
  readonly document: unknown;
  /** How the API writes times, shared by all schemas. */
  readonly times: TimeForm = {};
  /** The meanings of names in the description. */
  names: DescriptionNames = new Map();
  readonly #known = new WeakMap<object, FlatSchema>();
  readonly #first = new WeakMap<object, FlatSchema>();
  readonly #shapes = new WeakMap<object, Shape>();
  readonly #createShape = (node: object) => new Shape(this, node);
  #questions = 0;

  constructor(document: unknown) {
    this.document = document;
  }

  flat(schema: unknown): FlatSchema {
    this.#questions += 1;
    const node: Node = isObject(schema) ? schema : {};
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const draft = new Draft(this.times);
    this.#gather(node, draft, new Set());
    const flat = draft.done();
    this.#known.set(node, flat);
    return flat;
  }

  /** Returns the object of a schema with one alternative selected per choice: by default, the first non-null one. */
  chosen(schema: unknown, choose?: (alternatives: readonly unknown[]) => unknown): FlatSchema {
    this.#questions += 1;
    if (choose !== undefined || !isObject(schema)) return this.#choose(schema, choose ?? (([first]) => first));
    const known = this.#first.get(schema) ?? this.#choose(schema, ([first]) => first);
    this.#first.set(schema, known);
    return known;
  }

  #choose(schema: unknown, choose: (alternatives: readonly unknown[]) => unknown): FlatSchema {
    let flat = this.flat(schema);
    for (let depth = 0; flat.alternatives.length > 0 && depth < 8; depth += 1)
      flat = this.merge(flat, choose(this.alternativesOf(flat)));
    return flat;
  }

  /** Merges a schema with one of its alternatives. */
  merge({ alternatives: _alternatives, names, ...rest }: FlatSchema, alternative: unknown): FlatSchema {
    const flat = this.flat({ allOf: [asSchema(rest), alternative] });
    return { ...flat, names: [...names, ...flat.names] };
  }

  /** Returns the cached shape of a schema. */
  shape(schema: unknown): Shape {
    const node: object = isObject(schema) ? schema : anything;
    return remember(this.#shapes, node, this.#createShape);
  }

  /** The number of schema lookups so far. */
  get questions(): number {
    return this.#questions;
  }

  /** The alternatives that allow a value listed in the schema itself, or all if none does. */
  alternativesOf({ keywords, alternatives }: FlatSchema): readonly unknown[] {
    const own = listedValues(keywords);
    if (own === undefined) return alternatives;
    const fitting = alternatives.filter((each) => {
      const listed = listedValues(this.flat(each).keywords);
      return listed === undefined || listed.some((value) => own.includes(value));
    });
    return fitting.length > 0 ? fitting : alternatives;
  }

  /** Returns the schema of a member at a dotted path: `metadata.name`. The empty path is the schema itself. */
  member(schema: unknown, path: string): unknown {
    if (path === '') return schema;
    const { properties } = this.chosen(schema);
    const own = properties.get(path);
    const [first = '', ...rest] = path.split('.');
    return own !== undefined || rest.length === 0 ? own : this.member(properties.get(first), rest.join('.'));
  }

  target(reference: string): unknown {
    return readReference(this.document, reference);
  }

  #gather(node: Node, draft: Draft, seen: Set<unknown>): void {
    if (seen.has(node)) return;
    seen.add(node);
    if (typeof node.$ref === 'string') {
      draft.names.push(node.$ref);
      const target = this.target(node.$ref);
      if (isObject(target)) this.#gather(target, draft, seen);
    }
    draft.add(node);
    for (const part of Array.isArray(node.allOf) ? node.allOf : []) if (isObject(part)) this.#gather(part, draft, seen);
    for (const list of [node.oneOf, node.anyOf]) {
      if (Array.isArray(list)) draft.choose(list, (each) => this.#isNull(each));
    }
  }

  #isNull(schema: unknown): boolean {
    return isObject(schema) && (schema.type === 'null' || schema.const === null);
  }
}

function listedValues(keywords: Readonly<Node>): readonly unknown[] | undefined {
  if ('const' in keywords) return [keywords['const']];
  return Array.isArray(keywords['enum']) ? keywords['enum'] : undefined;
}

/** Converts a flat schema back to JSON Schema, for merging. */
function asSchema(flat: Omit<FlatSchema, 'alternatives' | 'names' | 'times'>): JsonSchema {
  const { types, nullable, properties, required, open, items, keywords } = flat;
  const all = types.length === 0 ? [] : [...types, ...(nullable ? ['null'] : [])];
  return {
    ...keywords,
    ...(all.length === 0 ? {} : { type: all }),
    ...(properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
    required: [...required],
    ...(open && properties.size > 0 ? { additionalProperties: true } : {}),
    ...(items === undefined ? {} : { items }),
  };
}

class Draft {
  readonly #times: TimeForm;
  readonly names: string[] = [];
  #types: readonly string[] | undefined;
  #nullable: boolean | undefined;
  #properties = new Map<string, unknown>();
  #required = new Set<string>();
  #additional: unknown;
  #alternatives: unknown[] = [];
  #keywords: Node = {};

  constructor(times: TimeForm) {
    this.#times = times;
  }

  add(node: Node): void {
    if (node.type !== undefined) {
      const all = (Array.isArray(node.type) ? node.type : [node.type]).filter((type) => typeof type === 'string');
      const types = all.filter((type) => type !== 'null');
      const both = this.#types?.filter((type) => types.includes(type));
      this.#types = both === undefined || both.length === 0 ? types : both;
      this.#nullable = (this.#nullable ?? true) && all.includes('null');
    }
    for (const [name, property] of Object.entries(isObject(node.properties) ? node.properties : {})) {
      const other = this.#properties.get(name);
      this.#properties.set(name, other === undefined || other === property ? property : { allOf: [other, property] });
    }
    for (const name of Array.isArray(node.required) ? node.required : []) this.#required.add(String(name));
    for (const name of ['additionalProperties', 'unevaluatedProperties'])
      this.#additional = node[name] ?? this.#additional;
    for (const [name, value] of Object.entries(node)) if (!merged.has(name)) this.#keywords[name] ??= value;
  }

  choose(list: readonly unknown[], isNull: (each: unknown) => boolean): void {
    const others = list.filter((each) => !isNull(each));
    if (others.length < list.length) this.#nullable ??= true;
    // If there are several choices, only the first one is used.
    if (others.length > 0 && this.#alternatives.length === 0) this.#alternatives = others;
  }

  done(): FlatSchema {
    const { items, ...keywords } = this.#keywords;
    const types = this.#types ?? [];
    const isMap = this.#additional !== undefined && this.#additional !== false;
    const saysNothing = this.#properties.size === 0 && this.#additional === undefined;
    return {
      types: types.length > 0 ? types : this.#properties.size > 0 ? ['object'] : items !== undefined ? ['array'] : [],
      nullable: this.#nullable ?? (Array.isArray(keywords['enum']) && keywords['enum'].includes(null)),
      properties: this.#properties,
      required: this.#required,
      open: isMap || saysNothing,
      items,
      alternatives: this.#alternatives,
      keywords,
      names: this.names,
      times: this.#times,
    };
  }
}
