import { isObject } from '@understudy/contract';
import { plainName } from '../infer/words.js';
import type { FlatSchema, Schemas } from '../schema/flat-schema.js';
import { initialState, stateName } from './initial-state.js';
import type { Facts } from './minimal-value.js';
import { instantOf } from './time-values.js';

/** Last words of members that contain an instant. */
const instants = /(?:^| )(?:created|updated|modified|started|ended|timestamp|time|date|at|on)$/;
/** Names of members that contain prose. */
const prose = /^(?:content|text|body|message|description|summary|comment|answer|output)$/;
const positions = /^(?:index|position|rank|order|ordinal)$/;
/** Keywords that already decide a value. */
const decided = ['const', 'pattern', 'multipleOf', 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'];

/** The location of a value in its body. */
interface Place {
  readonly name: string;
  /** Position in the closest list. */
  readonly index: number;
  readonly depth: number;
}

const root: Place = { name: 'value', index: 0, depth: 0 };

/**
 * Replaces random numbers and texts of a generated value by plausible ones for their names: instants of the clock,
 * positions in a list, counts from zero, totals of their parts, URLs of this server. Values that the schema determines
 * do not change.
 */
export function plausibleValue(schemas: Schemas, value: unknown, schema: unknown, facts: Facts, place = root): unknown {
  const flat = schemas.chosen(schema);
  const { keywords } = flat;
  const [example]: readonly unknown[] = Array.isArray(keywords['examples']) ? keywords['examples'] : [];
  if (example !== undefined && typeof example === typeof value && place.depth > 0) return structuredClone(example);
  if (place.depth > 12) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      plausibleValue(schemas, item, flat.items ?? {}, facts, { name: place.name, index, depth: place.depth + 1 }),
    );
  }
  if (isObject(value)) return plausibleObject(schemas, value, flat, facts, place);
  const { enum: allowed } = keywords;
  if (Array.isArray(allowed)) return stateName.test(plainName(place.name)) ? initialState(allowed) : value;
  if (decided.some((keyword) => keyword in keywords)) return value;
  if (typeof value === 'number') return plausibleNumber(value, flat, facts, place);
  return typeof value === 'string' ? plausibleText(value, flat, facts, place) : value;
}

function plausibleObject(
  schemas: Schemas,
  value: Record<string, unknown>,
  flat: FlatSchema,
  facts: Facts,
  { index, depth }: Place,
): Record<string, unknown> {
  const members = Object.entries(value).map(([name, member]) => [
    name,
    plausibleValue(schemas, member, flat.properties.get(name) ?? {}, facts, { name, index, depth: depth + 1 }),
  ]);
  const made: Record<string, unknown> = Object.fromEntries(members);
  if (typeof made['object'] === 'string' && isFree(schemas, flat.properties.get('object'))) {
    const [reference = ''] = flat.names;
    const isList = Object.values(made).some(Array.isArray) && /list/i.test(reference);
    made['object'] = isList ? 'list' : words(reference.split('/').at(-1) ?? '').replaceAll(' ', '_') || made['object'];
  }
  for (const name of Object.keys(made)) {
    const [, part = ''] = /^total_?([A-Za-z]\w*)$/.exec(name) ?? [];
    const parts = Object.keys(made).filter((each) => each !== name && part !== '' && isPart(each, part));
    if (parts.length < 2 || typeof made[name] !== 'number') continue;
    made[name] = parts.reduce((sum, each) => sum + Number(made[each]), 0);
  }
  return made;
}

/** Whether a schema permits any text. */
function isFree(schemas: Schemas, schema: unknown): boolean {
  const { keywords } = schemas.chosen(schema);
  return ['enum', 'const', 'pattern', 'examples'].every((keyword) => keywords[keyword] === undefined);
}

/** Whether `prompt_tokens` is a part of `total_tokens`. */
function isPart(name: string, part: string): boolean {
  return plainName(name).endsWith(plainName(part));
}

function plausibleNumber(value: number, flat: FlatSchema, { now }: Facts, { name, index }: Place): unknown {
  const plain = plainName(name);
  if (positions.test(plain)) return index;
  if (instants.test(words(name))) return instantOf(flat, plain, now) ?? Math.abs(value);
  return Math.abs(value);
}

function plausibleText(
  value: string,
  flat: FlatSchema,
  { now, baseUrl }: Facts,
  { name, depth, index }: Place,
): unknown {
  const plain = plainName(name);
  const { keywords, types } = flat;
  const { format, maxLength, minLength } = keywords;
  if (depth === 0 || !types.includes('string')) return value;
  if (
    /^(?:uri|url|uri-reference|iri)$/.test(String(format)) ||
    (format === undefined && /(?:url|uri|href)$/.test(plain))
  )
    return `${baseUrl}/${encodeURIComponent(name)}`;
  if (format === 'date-time') return now.toISOString();
  if (format !== undefined || maxLength !== undefined || minLength !== undefined || /id$|key$|token$/.test(plain))
    return value;
  if (prose.test(plain)) return `This is a simulated ${words(name, index)}`;
  return instants.test(words(name)) && plain !== 'time' ? (instantOf(flat, plain, now) ?? value) : words(name, index);
}

/** `finish_reason` and `finishReason` in words, numbered in a list. */
function words(name: string, index = 0): string {
  const text = name
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return index === 0 ? text : `${text} ${index + 1}`;
}
