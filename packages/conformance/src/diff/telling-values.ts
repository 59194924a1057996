import { isObject } from '@understudy/contract';
import type { PlainSchema, PlainSchemas } from './plain-schemas.js';
import { listOf, memberOf, mergeViews, overlapsOf, type SchemaView, schemasOf, viewsOf } from './schema-views.js';
import { numberOf, otherNumbers, simpleNumber } from './telling-numbers.js';
import { createText, otherTexts } from './telling-texts.js';

/** A value that can show a difference between two schemas. */
interface TellingValue {
  readonly value: unknown;
  /** True if it has a member that its schema neither describes nor forbids. */
  readonly isForeign?: boolean;
}

/** Name of a generated map member. */
export const mapKey = 'anyKey';
const foreignKey = 'unknownMember';
const maxDepth = 12;
const maxValues = 1500;
/** Maximum number of list items. Longer lists would reveal no further differences. */
const maxItems = 200;
/** In objects with more members, only the differing members are omitted one by one. */
const mostToggles = 40;
/** Maximum number of values of a shared part to try at each location. */
const mostShared = 60;
const jsonTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Finds values of one schema that another schema might not allow. */
export class TellingValues {
  #left = maxValues;

  /** @param tell returns values of a part that the other schema's part does not allow */
  constructor(
    private readonly schemas: PlainSchemas,
    private readonly tell: (own: PlainSchema, other: PlainSchema) => readonly TellingValue[],
  ) {}

  /** Yields values at the limits of both schemas, the simplest first. The validator decides whether they are valid. */
  *of(own: PlainSchema, other: PlainSchema, depth = 0): Generator<TellingValue> {
    const views = viewsOf(this.schemas, own);
    for (const view of views) {
      const value = this.#simple(view, depth);
      if (value !== undefined) yield { value };
    }
    if (depth > maxDepth || this.schemas.isAlike(own, other)) return;
    const hints = viewsOf(this.schemas, other);
    const excluded = schemasOf([...hints, ...views], ({ inner }) => inner.get('not'));
    const conditions = [other, own].flatMap((schema) => this.#conditionsOf(schema));
    const crossed = [...excluded, ...conditions, ...overlapsOf(this.schemas, other)].flatMap((each) =>
      viewsOf(this.schemas, each),
    );
    for (const view of views) {
      for (const hint of [...hints, ...crossed]) {
        const merged = mergeViews(view, hint);
        const values = merged?.values?.slice(0, maxItems) ?? [merged && this.#simple(merged, depth)];
        for (const value of values) if (value !== undefined) yield { value, isForeign: isForeign(views, value) };
      }
    }
    for (const view of views) {
      for (const each of this.#valuesOf(view, hints, depth)) {
        this.#left -= 1;
        if (this.#left < 0) return;
        yield each;
      }
    }
  }

  /** Yields values of a part. A part is compared once, separately, even if it occurs in many places. */
  #inside(own: PlainSchema, others: readonly PlainSchema[], depth: number): Iterable<TellingValue> {
    const [other] = others;
    if (others.length !== 1 || other === undefined) return this.of(own, choice(others), depth + 1);
    return this.tell(own, other).slice(0, mostShared);
  }

  #conditionsOf(schema: PlainSchema): PlainSchema[] {
    const node = this.schemas.resolve(schema);
    if (!isObject(node)) return [];
    const inner = listOf(node['allOf']).flatMap((each) => this.#conditionsOf(each));
    return node['if'] === undefined ? inner : [node['if'] as PlainSchema, ...inner];
  }

  /** Returns the simplest value of a view. Undefined if there is none. */
  #simple(view: SchemaView, depth: number): unknown {
    if (view.values !== undefined) return view.values[0];
    const [type] = typesOf(view);
    if (type === 'null') return null;
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return simpleNumber(view, type);
    if (type === 'string') return createText(view);
    if (type === 'array') return this.#simpleList(view, numberOf(view, 'minItems', Math.max, 0), depth);
    return this.#simpleObject(view, view.required, depth);
  }

  /** Returns the simplest value of a schema. Undefined if none is found. */
  simplestOf(schema: PlainSchema, depth = 0): unknown {
    if (depth > maxDepth) return undefined;
    for (const view of viewsOf(this.schemas, schema)) {
      const value = this.#simple(view, depth + 1);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Returns the simplest value of a view that contains the given member. */
  simplestWith(view: SchemaView, name: string): unknown {
    return this.#simple({ ...view, required: new Set([...view.required, name]) }, 0);
  }

  #simpleList(view: SchemaView, length: number, depth: number): unknown[] {
    const count = Math.min(Math.max(0, length), maxItems);
    const contained = view.inner.get('contains');
    const isUnique = (view.all.get('uniqueItems') ?? []).includes(true);
    return Array.from({ length: count }, (_item, index) => {
      const schema = view.items[index] ?? view.inner.get('items') ?? true;
      if (index === 0 && contained !== undefined) return this.simplestOf({ allOf: [schema, contained] }, depth);
      return isUnique && index > 0 ? this.#distinct(schema, index) : (this.simplestOf(schema, depth) ?? null);
    });
  }

  /** Returns a different value for each index. */
  #distinct(schema: PlainSchema, index: number): unknown {
    const [view] = viewsOf(this.schemas, schema);
    if (view?.values !== undefined) return view.values[index];
    const [type] = view === undefined ? [] : typesOf(view);
    const simple = this.simplestOf(schema, 1);
    if (typeof simple === 'number') return simple + index;
    if (typeof simple === 'string') return `${simple}${index}`;
    return type === 'boolean' ? index === 0 : isObject(simple) ? { ...simple, [`${mapKey}${index}`]: index } : simple;
  }

  #simpleObject(view: SchemaView, names: Iterable<string>, depth: number): Record<string, unknown> {
    const wanted = new Set(names);
    const fewest = numberOf(view, 'minProperties', Math.max, 0);
    for (const name of view.properties.keys()) if (wanted.size < fewest) wanted.add(name);
    for (let count = 0; wanted.size < Math.min(fewest, maxItems); count += 1)
      wanted.add(`${this.#keyOf(view)}${count || ''}`);
    const entries = [...wanted].flatMap((name) => {
      const value = this.simplestOf(memberOf(view, name) ?? true, depth);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(entries);
  }

  #keyOf(view: SchemaView): string {
    const names = view.inner.get('propertyNames');
    if (names !== undefined) return String(this.simplestOf({ allOf: [{ type: 'string' }, names] }, 0) ?? mapKey);
    const [pattern] = view.patterns.keys();
    return pattern !== undefined && view.inner.get('additionalProperties') === false
      ? createText(textView({ pattern }))
      : mapKey;
  }

  *#valuesOf(view: SchemaView, hints: readonly SchemaView[], depth: number): Generator<TellingValue> {
    const values = view.values ?? [];
    for (const value of [...values, ...hints.flatMap((hint) => hint.values ?? [])].slice(0, 1000)) yield { value };
    if (view.values !== undefined) return;
    for (const type of typesOf(view)) {
      const only = { ...view, types: [type] };
      const simple = this.#simple(only, depth);
      if (simple !== undefined) yield { value: simple };
      if (type === 'boolean') yield { value: false };
      if (type === 'integer' || type === 'number') for (const value of otherNumbers(only, hints, type)) yield { value };
      if (type === 'string') for (const value of otherTexts(only, hints)) yield { value };
      if (type === 'array') yield* this.#lists(only, hints, depth);
      if (type === 'object') yield* this.#objects(only, hints, depth);
    }
  }

  *#lists(view: SchemaView, hints: readonly SchemaView[], depth: number): Generator<TellingValue> {
    const [fewest, most] = [numberOf(view, 'minItems', Math.max, 0), numberOf(view, 'maxItems', Math.min, maxItems)];
    const limits = [...outsideOf(hints, 'Items'), ...hints.map(({ items: tuple }) => tuple.length + 1)];
    const lengths = new Set([fewest, 1, 2, view.items.length, view.items.length + 1, ...limits, most]);
    for (const length of lengths)
      if (length >= fewest && length <= most) yield { value: this.#simpleList(view, length, depth) };
    const pair = this.#simpleList({ ...view, all: new Map() }, Math.max(2, fewest), depth);
    yield { value: pair.map(() => pair[0]) };
    const count = Math.max(view.items.length, ...hints.map(({ items }) => items.length)) + 1;
    for (let index = 0; index < Math.min(count, most); index += 1) {
      const own = view.items[index] ?? view.inner.get('items') ?? true;
      const others = hints.flatMap((hint) => [
        hint.items[index] ?? hint.inner.get('items') ?? true,
        ...(hint.inner.has('contains') ? [hint.inner.get('contains') ?? true] : []),
      ]);
      const simple = this.#simpleList(view, Math.max(fewest, index + 1), depth);
      for (const { value, isForeign = false } of this.#inside(own, others, depth))
        yield { value: simple.map((item, at) => (at === index ? value : item)), isForeign };
    }
  }

  *#objects(view: SchemaView, hints: readonly SchemaView[], depth: number): Generator<TellingValue> {
    const optional = [...view.properties.keys()].filter((name) => !view.required.has(name));
    const names = [...view.required, ...optional];
    const isLinked = view.all.has('dependentRequired') || view.all.has('minProperties');
    yield { value: this.#simpleObject(view, names, depth) };
    const isTelling = (name: string) =>
      hints.some((hint) => hint.required.has(name) || !this.#isAlikeIn(view, hint, name));
    for (const name of names.length > mostToggles ? optional.filter(isTelling) : optional) {
      yield { value: this.#simpleObject(view, [...view.required, name], depth) };
      yield {
        value: this.#simpleObject(
          view,
          names.filter((each) => each !== name),
          depth,
        ),
      };
    }
    // Members can require other members.
    const needed = names.filter((name) => isLinked || hints.some((hint) => hint.required.has(name)));
    const simples = [
      new Set([...view.required, ...needed]),
      ...(isLinked || needed.every((name) => view.required.has(name)) ? [] : [view.required]),
    ].map((each) => this.#simpleObject(view, each, depth));
    for (const name of names) {
      const own = view.properties.get(name) ?? memberOf(view, name) ?? true;
      const others = schemasOf(hints, (hint) => memberOf(hint, name));
      if (others.length === 0) continue;
      for (const { value, isForeign = false } of this.#inside(own, others, depth))
        for (const simple of simples) yield { value: { ...simple, [name]: value }, isForeign };
    }
    yield* this.#maps(view, hints, depth);
  }

  #isAlikeIn(view: SchemaView, hint: SchemaView, name: string): boolean {
    return this.schemas.isAlike(memberOf(view, name) ?? true, memberOf(hint, name) ?? true);
  }

  *#maps(view: SchemaView, hints: readonly SchemaView[], depth: number): Generator<TellingValue> {
    const simple = this.#simpleObject(view, view.required, depth);
    const own = view.inner.get('additionalProperties') ?? view.inner.get('unevaluatedProperties');
    const isOpen = own === undefined && view.patterns.size === 0;
    const isForeignMap = isOpen && view.properties.size > 0;
    if (isForeignMap) yield { value: { ...simple, [foreignKey]: true }, isForeign: true };
    // Members described only by the other schema count as new, unless this schema describes additional members.
    const described = own === undefined ? [] : hints.flatMap(({ properties }) => [...properties.keys()]);
    const keys = [...(isForeignMap ? [] : [this.#keyOf(view)]), ...described];
    const hintNames = schemasOf(hints, ({ inner }) => inner.get('propertyNames'));
    const ownNames = { allOf: [{ type: 'string' }, view.inner.get('propertyNames') ?? true] };
    if (hintNames.length > 0)
      for (const { value } of this.of(ownNames, choice(hintNames), depth + 1)) keys.push(String(value));
    for (const [pattern] of [view, ...hints].flatMap(({ patterns }) => [...patterns]))
      keys.push(createText(textView({ pattern })));
    for (const name of new Set(keys)) {
      const member = memberOf(view, name) ?? (isOpen ? true : undefined);
      if (member === undefined || member === false || view.properties.has(name)) continue;
      const others = schemasOf(hints, (hint) => memberOf(hint, name));
      for (const { value, isForeign = false } of this.#inside(member, others, depth))
        yield { value: { ...simple, [name]: value }, isForeign };
    }
    if (isForeignMap) return;
    for (const size of [
      ...outsideOf(hints, 'Properties'),
      numberOf(view, 'minProperties', Math.max, 0),
      numberOf(view, 'maxProperties', Math.min, 2),
    ]) {
      const fewest = Math.min(Math.max(0, size), maxItems);
      const sized = { ...view, all: new Map([...view.all, ['minProperties', [fewest]]]) };
      yield { value: this.#simpleObject(sized, view.required, depth) };
    }
  }
}

/** Returns whether a value has members that no view describes. */
function isForeign(views: readonly SchemaView[], value: unknown): boolean {
  const isKnown = (name: string) =>
    views.some((view) => view.properties.size === 0 || memberOf(view, name) !== undefined);
  return isObject(value) && !Object.keys(value).every(isKnown);
}

function typesOf({ types, inner, properties, required, patterns, items, all }: SchemaView): readonly string[] {
  if (types !== undefined) return types;
  const has = (...names: string[]) => names.some((name) => inner.has(name) || all.has(name));
  // A schema with members but no type describes an object.
  if (properties.size + required.size + patterns.size > 0 || has('additionalProperties', 'minProperties'))
    return ['object'];
  if (items.length > 0 || has('items', 'minItems', 'maxItems', 'uniqueItems', 'contains')) return ['array'];
  if (has('pattern', 'format', 'minLength', 'maxLength')) return ['string'];
  return has('minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum') ? ['number'] : jsonTypes;
}

function choice(schemas: readonly PlainSchema[]): PlainSchema {
  return schemas.length === 1 ? (schemas[0] ?? true) : schemas.length === 0 ? true : { anyOf: schemas };
}

/** Returns a view of a string with the given keywords. */
function textView(keywords: Readonly<Record<string, unknown>>): Pick<SchemaView, 'all'> {
  return { all: new Map(Object.entries(keywords).map(([name, value]) => [name, [value]])) };
}

/** Returns the sizes just outside the limits of the views. */
function outsideOf(views: readonly SchemaView[], what: 'Items' | 'Properties'): number[] {
  const bound = (name: string, step: number) =>
    views.flatMap(({ all }) => (all.get(`${name}${what}`) ?? []).map((size) => Number(size) + step));
  return [...bound('min', -1), ...bound('max', 1)];
}
