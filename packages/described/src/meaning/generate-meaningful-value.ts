import { cloneJson, isObject, stringifyJson } from '@understudy/contract';
import { createRandom, type RandomSource } from '@understudy/kernel';
import { type FlatSchema, normalizeName, readKinds, rememberSome, type SchemaReader } from '@understudy/model';
import { generateScalar } from './generate-scalar.js';
import type { Locale } from './load-faker.js';
import { toOwnerPhrase, toPhrase } from './member.js';
import { hasDescriptiveOwner } from './name-rules.js';
import type { City } from './places.js';
import { FakeSubject } from './subject.js';

/** Provides the value of a member that refers to another record. */
type Refer = (name: string, property: unknown, depth: number) => unknown;

/** The inputs for generating a value. */
interface Meaning {
  readonly now: Date;
  readonly baseUrl: string;
  readonly locales?: readonly Locale[] | undefined;
  readonly hidden?: 'writeOnly' | 'readOnly';
  /** The same seed gives the same value. */
  readonly seed: string;
  /** The name of the value's member or collection. */
  readonly name?: string;
  /** The index of the record in its collection. Dates of records lie in the past. */
  readonly record?: number;
  /** When the record was created. */
  readonly born?: Date;
  /** The location of the record, if another record determines it. */
  readonly city?: City | undefined;
  readonly refer?: Refer;
}

/** Maximum depth of optional members, maximum depth of all members, and maximum number of values in one body. */
const [shallow, deepest, mostValues] = [3, 12, 600];

/** Members without a type that are assumed to contain an object. */
const anyObject = /meta|data|attribute|propert|setting|option|config|context|extra|payload|value$/;
const ended =
  /(?:delet|cancel|fail|refund|archiv|revok|suspend|reject|clos|end|void|dispute)\w{0,20}(?: (?:at|on|date|time|by|reason|code|message))$/;

const saysEnded = new Map<string, boolean>();

/** Nested objects that describe the object around them, and so have the same person and location. */
const shared =
  /(?:^| )(?:address|location|geo|geometry|coordinates?|position|billing|shipping|billing details|contact|name|profile|details|info|metadata|meta|attributes|data|fields|customer details|owner details|personal|card|bank account|company|amount|price|money|period)$/;

/** Generates a meaningful value for a schema, based on examples, names, formats, units and neighbouring members. */
export function generateMeaningfulValue(schemas: SchemaReader, schema: unknown, meaning: Meaning): unknown {
  return new Maker(schemas, meaning).value(schema);
}

interface Place {
  readonly name: string;
  readonly owner: string;
  readonly index: number;
  readonly depth: number;
  readonly subject: FakeSubject;
  readonly siblings: ReadonlySet<string>;
}

class Maker {
  readonly #schemas: SchemaReader;
  readonly #meaning: Meaning;
  readonly #random: RandomSource;
  #left = mostValues;

  constructor(schemas: SchemaReader, meaning: Meaning) {
    this.#schemas = schemas;
    this.#meaning = meaning;
    this.#random = createRandom(meaning.seed);
  }

  value(schema: unknown): unknown {
    const { name = 'value', record = 0 } = this.#meaning;
    const place = { name, owner: '', index: record, depth: 0, subject: this.#subject(), siblings: new Set<string>() };
    return this.#make(schema, place);
  }

  #subject(from?: FakeSubject): FakeSubject {
    const { now, baseUrl, locales = ['en'], record, born } = this.#meaning;
    const { document } = this.#schemas;
    const facts = { random: this.#random, now, baseUrl, locales, record, isOld: record !== undefined, born, document };
    return new FakeSubject(facts, from?.city ?? this.#meaning.city);
  }

  #make(schema: unknown, place: Place): unknown {
    this.#left -= 1;
    // Required members can be infinitely recursive.
    if (this.#left < -9 * mostValues) return undefined;
    const flat = this.#schemas.chosen(schema);
    const kinds = readKinds(flat);
    const kind = kinds?.kinds[place.index % kinds.kinds.length];
    if (kinds !== undefined && kind !== undefined && place.depth <= deepest) {
      const made = this.#make(kind.schema, place);
      return isObject(made) ? { ...made, [kinds.member]: kind.value } : made;
    }
    const { keywords, types } = flat;
    if ('const' in keywords) return keywords['const'];
    const [type = flat.properties.size > 0 || flat.required.size > 0 ? 'object' : 'any'] = types;
    const isOpen = type === 'any' && !Array.isArray(keywords['enum']);
    if (type === 'object' || (isOpen && anyObject.test(normalizeName(place.name)))) return this.#object(flat, place);
    const { depth } = place;
    if (type === 'array')
      return depth === 0 || !Array.isArray(keywords['examples'])
        ? this.#array(flat, place)
        : cloneJson(keywords['examples'][0]);
    const { name, owner, siblings, index, subject } = place;
    const { alternatives } = this.#schemas.flat(schema);
    const isKey = alternatives.some((each) => this.#schemas.chosen(each).properties.size > 0);
    return generateScalar(subject, { name, words: toPhrase(name), owner, flat, siblings, isKey, index });
  }

  #object(flat: FlatSchema, place: Place): Record<string, unknown> {
    const { depth, index, subject } = place;
    const [example]: readonly unknown[] = Array.isArray(flat.keywords['examples']) ? flat.keywords['examples'] : [];
    if (isObject(example) && depth > 0 && this.#meaning.record === undefined) return cloneJson(example);
    const hidden = this.#meaning.hidden ?? 'writeOnly';
    const isFull = depth < shallow && this.#left > 0;
    const names = [...flat.properties.keys()].filter((each) => flat.required.has(each) || isFull);
    const siblings = new Set(names.map(toPhrase));
    const owner = this.#ownerOf(flat, place);
    const made: Record<string, unknown> = {};
    for (const each of [...names, ...[...flat.required].filter((required) => !flat.properties.has(required))]) {
      const property = flat.properties.get(each) ?? {};
      if (each === '__proto__' || this.#schemas.flat(property).keywords[hidden] === true) continue;
      const at = { name: each, owner, index, depth: depth + 1, subject, siblings };
      const value = this.#meaning.refer?.(each, property, depth) ?? this.#member(property, at, flat.required.has(each));
      if (value !== undefined) made[each] = value;
    }
    this.#fillMap(flat, made);
    this.#nameKind(flat, made);
    return made;
  }

  /** The type of an object, as words: the name of its member, of its schema, or of the enclosing object. */
  #ownerOf({ names }: FlatSchema, { name, owner }: Place): string {
    const [reference = ''] = names;
    return rememberSome(owners, `${name}\n${reference}\n${owner}`, 5000, () => ownerOf(name, reference, owner));
  }

  /** Returns the value of a member, or undefined to omit it. */
  #member(property: unknown, place: Place, isRequired: boolean): unknown {
    const whole = this.#schemas.flat(property);
    const flat = this.#schemas.chosen(property);
    const isNullable = whole.nullable || flat.nullable;
    const words = toPhrase(place.name);
    const isObjectLike = flat.properties.size > 0;
    // Objects are generated before their end, so that end times are missing.
    const isOver = rememberSome(saysEnded, words, 5000, () => ended.test(words));
    const isDeep = place.depth >= shallow && (isObjectLike || flat.types.includes('array'));
    const isLast = place.depth > deepest || this.#left < 0;
    if (isNullable && (isOver || isDeep || isLast)) return null;
    if (!isRequired && (isOver || isDeep || isLast)) return undefined;
    if (isLast && place.depth > 2 * deepest) return undefined;
    if (!isObjectLike) return this.#make(property, place);
    const subject = shared.test(words) ? place.subject : this.#subject(place.subject);
    return this.#make(property, { ...place, subject });
  }

  #array(flat: FlatSchema, place: Place): unknown[] {
    const { keywords } = flat;
    const least = Math.min(Number(keywords['minItems'] ?? 0), 100);
    const isDeep = place.depth >= shallow || this.#left < 0;
    const most = Math.max(least, Math.min(Number(keywords['maxItems'] ?? 3), 3));
    const tuple: unknown[] = Array.isArray(keywords['prefixItems']) ? keywords['prefixItems'] : [];
    const count =
      tuple.length > 0
        ? Math.max(tuple.length, least)
        : isDeep
          ? least
          : Math.max(least, Math.min(most, 1 + Math.floor(this.#random() * 3)));
    const items: unknown[] = [];
    const texts = new Set<unknown>();
    const sold = new Set<unknown>();
    for (let index = 0; index < count; index += 1) {
      const at = {
        ...place,
        name: toOwnerPhrase(place.name) || place.name,
        index,
        subject: this.#subject(place.subject),
      };
      const item =
        this.#meaning.refer?.(place.name, tuple[index] ?? flat.items, place.depth) ??
        this.#make(tuple[index] ?? flat.items ?? {}, at);
      const text = dayOf(item) ?? stringifyJson(item) ?? '';
      if (texts.has(text) && (items.length >= least || keywords['uniqueItems'] === true) && tuple.length === 0)
        continue;
      texts.add(text);
      // Each line of an order gets a different product.
      const product = at.subject.sold;
      if (product !== undefined && sold.has(product) && items.length >= least) continue;
      sold.add(product);
      items.push(item);
    }
    return items;
  }

  /** Adds some entries to an object with arbitrary member names. */
  #fillMap({ keywords, properties }: FlatSchema, made: Record<string, unknown>): void {
    const { additionalProperties: others, minProperties } = keywords;
    const least = Number(minProperties ?? 0);
    const isCount = isObject(others) && this.#schemas.chosen(others).types[0] === 'integer';
    const names = isCount && properties.size === 0 ? ['available', 'pending', 'sold'] : ['first', 'second', 'third'];
    for (const name of names) {
      if (Object.keys(made).length >= least && !(isCount && properties.size === 0)) return;
      const place = { name: 'count', owner: '', index: 0, depth: deepest, siblings: new Set<string>() };
      made[name] = this.#make(isObject(others) ? others : {}, { ...place, subject: this.#subject() });
    }
  }

  /** Sets the member with the type of an object: the name of its schema, or `list` for a list. */
  #nameKind(flat: FlatSchema, made: Record<string, unknown>): void {
    const { keywords } = this.#schemas.chosen(flat.properties.get('object'));
    const isFree = ['enum', 'const', 'pattern', 'examples'].every((keyword) => keywords[keyword] === undefined);
    if (typeof made['object'] !== 'string' || !isFree) return;
    if (typeof keywords['default'] === 'string') {
      made['object'] = keywords['default'];
      return;
    }
    const [reference = ''] = flat.names;
    const isList = Object.values(made).some(Array.isArray) && /list/i.test(reference);
    made['object'] = isList
      ? 'list'
      : toPhrase(reference.split('/').at(-1) ?? '').replaceAll(' ', '_') || made['object'];
  }
}

const owners = new Map<string, string>();

function ownerOf(name: string, reference: string, owner: string): string {
  const words = toOwnerPhrase(name).replace(/^v ?\d+$/, '');
  const schema = toOwnerPhrase(reference.split('/').at(-1) ?? '');
  const parts = schema.split(' ');
  // Paths can join words that the schema separates.
  const apart = parts.flatMap((_part, at) => parts.map((_other, end) => parts.slice(at, end + 1).join(' ')));
  const noun = apart.find((each) => each.includes(' ') && each.replaceAll(' ', '') === words) ?? words;
  return [noun, schema, owner].find(hasDescriptiveOwner) ?? (noun || schema);
}

/** The weekday of an item, which must be unique in its list. */
function dayOf(item: unknown): unknown {
  const isDay = (value: unknown) =>
    typeof value === 'string' && /^(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?$/i.test(value);
  return isObject(item) ? Object.values(item).find(isDay) : undefined;
}
