import { isJsonNumber, isObject, type JsonNumber } from '@understudy/contract';
import { createRandom } from '@understudy/kernel';
import { type DescriptionNames, type FlatSchema, remember, type SchemaReader, type Shape } from '@understudy/model';
import { hasFormat } from '../meaning/has-format.js';
import type { Locale } from '../meaning/load-faker.js';
import { isWhole } from '../meaning/number-rules.js';
import { generatePatternText } from '../meaning/pattern-text.js';

export interface ValueFacts {
  readonly now: Date;
  /** URL of the API, for links to entities that have no URL of their own. */
  readonly baseUrl: string;
  /** The languages of generated names. Default: English. */
  readonly locales?: readonly Locale[];
  /** Members to omit: those excluded from responses (`writeOnly`, the default) or from requests (`readOnly`). */
  readonly hidden?: 'writeOnly' | 'readOnly';
}

const deepest = 12;

/**
 * Creates the minimal value of a schema: required members, empty lists, null if allowed, and member names as strings.
 * The same schema and facts give the same value.
 *
 * @param name of the member that contains the value
 */
export function createMinimalValue(schemas: SchemaReader, schema: unknown, facts: ValueFacts, name = 'value'): unknown {
  return schema === false ? null : minimalValue(schemas.shape(schema), { facts, name, depth: 0, names: schemas.names });
}

interface Surroundings {
  readonly facts: ValueFacts;
  readonly name: string;
  readonly depth: number;
  readonly names: DescriptionNames;
}

function minimalValue(described: Shape, around: Surroundings): unknown {
  const { facts, name, depth } = around;
  if (described.whole.nullable) return null;
  const shape = described.choose(simplest);
  const { member, kinds: [kind] = [] } = shape.kinds ?? {};
  if (kind !== undefined && member !== undefined && depth <= deepest) {
    const made = minimalValue(shape.of(kind.schema), { ...around, depth: depth + 1 });
    return isObject(made) ? { ...made, [member]: kind.value } : made;
  }
  const { flat } = shape;
  const { keywords } = flat;
  if ('const' in keywords) return keywords['const'];
  if (Array.isArray(keywords['enum'])) return findShownValue(keywords, keywords['enum']) ?? null;
  if (flat.nullable || depth > deepest) return flat.nullable ? null : emptyOf(flat);
  const [type = flat.properties.size > 0 || flat.required.size > 0 ? 'object' : 'any'] = flat.types;
  const inside: Inside = (property, inner) =>
    property === false ? null : minimalValue(shape.of(property), { ...around, name: inner, depth: depth + 1 });
  const isHidden = (each: unknown) => shape.of(each).whole.keywords[facts.hidden ?? 'writeOnly'] === true;
  if (type === 'object') return minimalObject(depth === 0 ? withWrapper(shape) : flat, inside, isHidden);
  if (type === 'array') return minimalArray(flat, (each) => inside(each, name));
  const shown = exampleOf(flat, type);
  if (shown !== undefined) return shown;
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return minimalNumber(keywords, isWhole(flat));
  return type === 'string' ? minimalText(keywords, around) : {};
}

type Inside = (schema: unknown, name: string) => unknown;

/** The example or default, if it is among the listed values, or the first listed value. */
function findShownValue(keywords: FlatSchema['keywords'], listed: readonly unknown[]): unknown {
  const examples: unknown[] = Array.isArray(keywords['examples']) ? keywords['examples'] : [];
  const shown = [...examples, keywords['default']].find((value) => value != null && listed.includes(value));
  return shown ?? listed.find((value) => value !== null);
}

/** Returns an alternative without nested alternatives, so that recursion terminates. */
function simplest(choices: readonly Shape[]): Shape {
  const [first] = choices;
  const found = choices.find(({ whole }) => whole.alternatives.length === 0) ?? first;
  if (found === undefined) throw new RangeError('A choice needs alternatives');
  return found;
}

function emptyOf({ types: [type] }: FlatSchema): unknown {
  if (type === 'array') return [];
  return type === 'string' ? '' : type === 'integer' || type === 'number' ? 0 : type === 'boolean' ? false : {};
}

/** Makes the only member of a body required if it is an object. */
function withWrapper(shape: Shape): FlatSchema {
  const [[name, schema] = [], another] = shape.flat.properties;
  const isWrapper = name !== undefined && another === undefined && shape.of(schema).whole.types.includes('object');
  return isWrapper ? { ...shape.flat, required: new Set(shape.flat.properties.keys()) } : shape.flat;
}

function minimalObject(flat: FlatSchema, inside: Inside, isHidden: (schema: unknown) => boolean) {
  const value: Record<string, unknown> = {};
  const { additionalProperties: others, minProperties } = flat.keywords;
  const names = [...flat.required];
  const least = Number(minProperties ?? 0);
  for (const name of flat.properties.keys()) if (names.length < least && !names.includes(name)) names.push(name);
  for (const name of names) {
    const property = flat.properties.get(name) ?? others;
    if (!isHidden(property)) value[name] = inside(property, name);
  }
  for (let count = Object.keys(value).length; count < least; count += 1)
    value[`member${count + 1}`] = inside(others, 'value');
  return value;
}

function minimalArray(flat: FlatSchema, inside: (schema: unknown) => unknown): unknown[] {
  const least = Math.min(Number(flat.keywords['minItems'] ?? 0), 100);
  const tuple: unknown[] = Array.isArray(flat.keywords['prefixItems']) ? flat.keywords['prefixItems'] : [];
  return Array.from({ length: Math.max(least, tuple.length) }, (_none, index) => {
    const item = inside(tuple[index] ?? flat.items);
    const isUnlike = flat.keywords['uniqueItems'] === true && index > 0;
    if (!isUnlike) return item;
    return typeof item === 'string' ? `${item}${index}` : typeof item === 'number' ? item + index : item;
  });
}

function exampleOf({ keywords }: FlatSchema, type: string): string | JsonNumber | boolean | undefined {
  const examples: unknown[] = Array.isArray(keywords['examples']) ? keywords['examples'] : [];
  for (const value of [keywords['default'], ...examples]) {
    if (type === 'string' && typeof value === 'string' && hasFormat(keywords, value)) return value;
    if (type === 'boolean' && typeof value === 'boolean') return value;
    if ((type === 'number' || type === 'integer') && isJsonNumber(value)) return value;
  }
  return undefined;
}

function minimalNumber(keywords: FlatSchema['keywords'], isInteger: boolean): number {
  const step = Number(keywords['multipleOf'] ?? (isInteger ? 1 : 0));
  const above = keywords['exclusiveMinimum'];
  const below = keywords['exclusiveMaximum'];
  const least =
    above === undefined ? Number(keywords['minimum'] ?? Number.NEGATIVE_INFINITY) : Number(above) + (step || 1e-3);
  const most =
    below === undefined ? Number(keywords['maximum'] ?? Number.POSITIVE_INFINITY) : Number(below) - (step || 1e-3);
  const near = Math.min(Math.max(0, least), most);
  if (step === 0) return near;
  return near > 0 || least > 0 ? Math.ceil(near / step) * step : Math.floor(near / step) * step;
}

/** Cached strings by pattern and name. */
const textsOfPatterns = new WeakMap<FlatSchema['keywords'], Map<string, string | undefined>>();

function minimalText(keywords: FlatSchema['keywords'], { facts, name, names }: Surroundings): string {
  const { format, pattern, minLength, maxLength } = keywords;
  if (typeof pattern === 'string') {
    const ofSchema = remember(textsOfPatterns, keywords, () => new Map());
    const text = remember(ofSchema, name, () =>
      generatePatternText(pattern, { random: createRandom(pattern), words: [name], minLength, maxLength }),
    );
    if (text !== undefined) return text;
  } else {
    const made = formatGenerators[String(format)]?.(facts, name);
    if (made !== undefined) return made;
  }
  const isUrl = names.get(name)?.isUrl === true && maxLength === undefined;
  const word = isUrl ? `${facts.baseUrl}/${name}` : name;
  const least = Number(minLength ?? 0);
  const padded = word.length < least ? word.padEnd(Math.min(least, 10_000), 'x') : word;
  return typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded;
}

const formatGenerators: Readonly<Record<string, (facts: ValueFacts, name: string) => string>> = {
  'date-time': ({ now }) => now.toISOString(),
  date: ({ now }) => now.toISOString().slice(0, 10),
  time: ({ now }) => now.toISOString().slice(11),
  duration: () => 'PT1H',
  email: () => 'someone@example.com',
  'idn-email': () => 'someone@example.com',
  hostname: () => 'example.com',
  'idn-hostname': () => 'example.com',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  uri: ({ baseUrl }, name) => `${baseUrl}/${encodeURIComponent(name)}`,
  iri: ({ baseUrl }, name) => `${baseUrl}/${encodeURIComponent(name)}`,
  url: ({ baseUrl }, name) => `${baseUrl}/${encodeURIComponent(name)}`,
  'uri-reference': (_facts, name) => `/${encodeURIComponent(name)}`,
  'uri-template': (_facts, name) => `/${encodeURIComponent(name)}/{id}`,
  uuid: () => '00000000-0000-4000-8000-000000000000',
  'json-pointer': () => '/value',
  'relative-json-pointer': () => '0',
  regex: () => '.*',
  byte: () => 'dGV4dA==',
};
