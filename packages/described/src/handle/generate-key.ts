import { isJsonNumber } from '@understudy/contract';
import { createRandom } from '@understudy/kernel';
import { getMember, type Resource } from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { hasFormat } from '../meaning/has-format.js';
import { generatePatternText } from '../meaning/pattern-text.js';
import type { ResourceCall } from './api-runtime.js';
import { sequenceOf } from './behavior/fill-form.js';
import { generateLikeSample } from './like-sample.js';
import { readResourceExamples } from './resource-examples.js';

/** A key as it appears in the path and in the entity. */
export interface EntityKey {
  readonly key: string;
  readonly value: unknown;
}

/** Reads the key from a request. Returns undefined if it must be generated. 0 and the empty string are not keys. */
export function readRequestedKey({ key }: Resource, body: Readonly<Record<string, unknown>>): EntityKey | undefined {
  const value = key === undefined ? undefined : getMember(body, key);
  const isKey = typeof value === 'string' ? value !== '' : isJsonNumber(value) && value !== 0;
  return isKey ? { key: String(value), value } : undefined;
}

/**
 * Generates a key that is unique among the stored entities of the same parents: the next number, or a string in the
 * documented format.
 */
export function generateKey(call: ResourceCall, fields: Readonly<Record<string, unknown>>): EntityKey {
  const { resource, schemas, store, session } = call;
  const stated = session.behaviorOf(resource)?.key;
  if (stated !== undefined && stated.form !== 'given') return keyInForm(call, stated, fields);
  const { types, keywords } = schemas.shape(resource.keySchema).flat;
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string');
  for (let attempt = 0; ; attempt += 1) {
    const least = Number(keywords['minimum'] ?? 0);
    const value = isNumber ? store.nextKey() + Math.max(0, least - 1) : textKey(call, keywords, attempt);
    if (attempt > 1000 || store.getSync(String(value))?.fields === undefined) return { key: String(value), value };
  }
}

/** Generates a key in the format that the model states. */
function keyInForm(
  { session, resource, schemas, store }: ResourceCall,
  { form, per }: { readonly form: string; readonly per?: string },
  fields: Readonly<Record<string, unknown>>,
): EntityKey {
  const { types } = schemas.chosen(resource.keySchema);
  const group = per === undefined ? undefined : getMember(fields, per);
  const name = sequenceOf(resource.name, { names: [resource.key ?? 'key'] }, group);
  for (let attempt = 0, last: unknown; ; attempt += 1) {
    const made = form === 'integer' ? store.nextKey() : session.fill(form, name, fields);
    const isText = types.length === 0 || types.includes('string');
    const value = isText ? String(made) : Number(made);
    const isFree = store.getSync(String(value))?.fields === undefined;
    // A format that only copies a request member always gives the same value.
    if (attempt > 1000 || isFree || made === last) return { key: String(value), value };
    last = made;
  }
}

/** Number of attempts after which the format is extended, because it has too few values. */
const mostAttempts = 20;

function textKey(call: ResourceCall, keywords: Readonly<Record<string, unknown>>, attempt: number): string {
  const { context, served, schemas, resource, store, facts } = call;
  const { maxLength = 36, minLength = 0, pattern, format } = keywords;
  const id = context.ids.next('thing');
  const bare = id.replaceAll('-', '');
  const { keyForm } = served.plan.schemas.names.get(resource.key?.split('.').at(-1) ?? '') ?? {};
  const isUuid = format === 'uuid' || keyForm === 'uuid';
  const isTime = keyForm === 'instant';
  const [sample = prefixedSample(call)] = readResourceExamples(served, resource).keys.filter(
    (each) => typeof each === 'string',
  );
  const forms = [
    ...(isTime ? [`${Math.floor(facts.now.getTime() / 1000)}.${String(store.nextKey()).padStart(6, '0')}`] : []),
    ...(isUuid || sample === undefined ? [] : likeSample(call, sample, attempt)),
    ...[id, bare, bare.slice(0, 24), bare.replace(/\D/g, '')].map((text) => text.slice(0, Number(maxLength))),
  ];
  const ofPath = schemas.shape(resource.pathSchema).flat.keywords;
  const inPath = ofPath['pattern'];
  const formatted = [resource.keySchema, resource.pathSchema].find(
    (each) => schemas.shape(each).flat.keywords['format'] !== undefined,
  );
  if (formatted !== undefined) forms.push(formattedKey(call, formatted, id));
  const fits = (text: unknown) =>
    [keywords, ofPath].every((each) => hasFormat(each, text)) &&
    [pattern, inPath].every((each) => typeof each !== 'string' || new RegExp(each, 'u').test(String(text))) &&
    String(text).length >= Number(minLength);
  const made = forms.find((form) => form !== undefined && fits(form));
  const drawn = [inPath, pattern].map((each) =>
    typeof each === 'string'
      ? generatePatternText(each, { random: createRandom(id), minLength, maxLength })
      : undefined,
  );
  const generated = made ?? drawn.find(fits) ?? drawn[0];
  if (typeof generated !== 'string' || !fits(generated)) return id;
  // Hexadecimal digits are lower case unless the pattern requires upper case.
  return [generated.toLowerCase(), generated.slice(0, 2) + generated.slice(2).toLowerCase()].find(fits) ?? generated;
}

/** Numbers after a prefix are counted up: `sta_8` follows `sta_7`. */
function likeSample({ context, store }: ResourceCall, sample: string, attempt: number): string[] {
  const [, prefix = '', digitsAfter = ''] = /^([A-Za-z]+[_-])(\d{1,6})$/.exec(sample) ?? [];
  if (prefix !== '')
    return [`${prefix}${String(store.nextKey()).padStart(/^0/.test(digitsAfter) ? digitsAfter.length : 0, '0')}`];
  const like = generateLikeSample(sample, context.random);
  if (like === undefined) return [];
  return attempt < mostAttempts
    ? [like]
    : [`${like}${generateLikeSample(sample, context.random)?.replace(/^.*[_-]/, '') ?? ''}`];
}

/** A string in the format that the path requires, such as an email address or a date. */
function formattedKey({ schemas, facts }: ResourceCall, schema: unknown, seed: string): string {
  const made = generateMeaningfulValue(schemas, schema, { ...facts, seed });
  return typeof made === 'string' ? made : seed;
}

/**
 * A sample of an id with the prefix of its type, if entities name their type: `pi_...` for `payment_intent`, `cus_...`
 * for `customer`, `price_...` for `price`.
 */
function prefixedSample({ resource, schemas }: ResourceCall): string | undefined {
  const { keywords } = schemas.shape(resource.schema).at('object')?.flat ?? schemas.shape(undefined).flat;
  const [kind, ...others]: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [keywords['const']];
  if (resource.key !== 'id' || typeof kind !== 'string' || others.length > 0) return undefined;
  const words = kind.split(/[^a-z0-9]+/i);
  const [word = ''] = words;
  const prefix =
    words.length > 1 ? words.map((each) => each.slice(0, 1)).join('') : word.slice(0, word.length > 5 ? 3 : 5);
  return `${prefix}_0aA0aA0aA0aA0aA0aA0aA0aA`;
}
