import { stringifyJson } from '@understudy/contract';
import { createRandom } from '@understudy/kernel';
import { getMember, lastSegment, type Resource, remember, rememberSome } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { fillForm } from '../handle/behavior/fill-form.js';
import { generateLikeSample } from '../handle/like-sample.js';
import { readResourceExamples } from '../handle/resource-examples.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { hasFormat } from '../meaning/has-format.js';
import { matches } from '../meaning/match-pattern.js';
import { listExampleRequests } from './example-requests.js';
import type { KeyPlace, RecordKey } from './key-place.js';
import { countSeededRecords } from './seed-data.js';
import { countStatedRecords } from './stated-counts.js';

const known = new WeakMap<ApiRuntime, Map<string, readonly RecordKey[]>>();
const mostKnown = 500;

/** Names of keys that are readable for people. */
const speaking = /^(?:name|slug|login|username|handle|code|sku|email|number|symbol|title)$/;

/**
 * Returns whether records of a resource can be generated. Webhook receivers cannot, because they would receive
 * requests.
 */
export function isSeedable(served: ApiRuntime, resource: Resource): boolean {
  const { properties } = served.plan.schemas.chosen(resource.schema);
  return !resource.single && properties.size > 0 && !served.plan.behavior.receivers.has(resource.name);
}

/**
 * Generates the keys of a collection's generated records, starting with the keys of examples. The records do not have
 * to be stored yet, so that they can refer to each other.
 */
export function generateSeededKeys(served: ApiRuntime, resource: Resource, place: KeyPlace): readonly RecordKey[] {
  const keys = remember(known, served, () => new Map<string, readonly RecordKey[]>());
  const id = stringifyJson([place.seed, resource.shape, place.parents]);
  return rememberSome(keys, id, mostKnown, () => makeKeys(served, resource, place));
}

function makeKeys(served: ApiRuntime, resource: Resource, { seed, parents, now }: KeyPlace): readonly RecordKey[] {
  const list = (other: Resource, place: KeyPlace) => generateSeededKeys(served, other, place);
  const stated = countStatedRecords(served, resource, { seed, parents, now }, list);
  const count = isSeedable(served, resource) ? (stated ?? countSeededRecords(seed, resource)) : 0;
  const keys = new Map<string, RecordKey>();
  const taken = listRefusedKeys(served, resource);
  const add = (key: RecordKey | undefined) => {
    const isFree = key !== undefined && key !== '' && !keys.has(String(key)) && !taken.has(String(key));
    if (isFree && keys.size < count) keys.set(String(key), key);
  };
  if (count === 0) return [];
  const { types, keywords } = served.plan.schemas.chosen(resource.keySchema);
  const form = findSeedableForm(served, resource);
  const isText = types.length === 0 || types.includes('string');
  for (let index = 0; form !== undefined && keys.size < count && index < count * 3; index += 1) {
    const random = createRandom(`${seed.salt} key form ${resource.shape} ${parents.join('/')} ${index}`);
    const made = fillForm(form, { ids: { next: () => uuid(random) }, random, now, count: () => index + 1 });
    add(isText ? String(made) : Number(made));
  }
  if (form !== undefined) return [...keys.values()];
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string');
  const { entities, keys: shown } = readResourceExamples(served, resource);
  const ofEntities = resource.key === undefined ? [] : entities.map((each) => getMember(each, resource.key ?? ''));
  if (isExampleScope(served, resource, { seed, parents, now }))
    for (const key of [...ofEntities, ...shown]) if (isKey(key, isNumber) && hasFormat(keywords, key)) add(key);
  const sample = shown.find((each) => typeof each === 'string');
  for (let index = keys.size; keys.size < count && index < count * 3; index += 1)
    add(madeKey(served, resource, { seed, parents, now, index, isNumber, isLate: index >= count, sample }));
  return [...keys.values()];
}

/** The format of a resource's keys, if it depends neither on the record nor on other records. */
function findSeedableForm({ plan }: ApiRuntime, { name }: Resource): string | undefined {
  const { form, per } = plan.behavior.resources.get(name)?.key ?? {};
  if (form === undefined || form === 'given' || form === 'integer' || per !== undefined) return undefined;
  return [...form.matchAll(/\{([^{}]+)\}/g)].every(([, part = '']) => ownPart.test(part)) ? form : undefined;
}

/** Placeholders in a format that are not members of the record. */
const ownPart = /^(?:sequence|digits|letters|hex|A)?:?\d*$|^(?:sequence|year|month|day|uuid)$/;

/** The keys in example requests of operations that reject existing keys. */
function listRefusedKeys(served: ApiRuntime, resource: Resource): ReadonlySet<string> {
  const { key = '', schema } = resource;
  const { schemas } = served.plan;
  if (schemas.flat(schemas.member(schema, key)).keywords['readOnly'] === true) return new Set();
  const shown = listExampleRequests(served, resource, ({ statuses }) => statuses.includes('409'));
  const values = shown.map((each) => getMember(each, key)).filter((value) => value !== undefined);
  return new Set(values.map(String));
}

export function findParentResource({ plan }: ApiRuntime, { shape, parents }: Resource): Resource | undefined {
  const at = shape.lastIndexOf('/{}');
  const above = at < 0 ? undefined : plan.resources.get(shape.slice(0, at));
  return above?.parents === parents - 1 ? above : undefined;
}

/** True if the examples of a collection belong below these parents, which must be the first of their collections. */
function isExampleScope(served: ApiRuntime, resource: Resource, { seed, parents, now }: KeyPlace): boolean {
  if (parents.length === 0) return true;
  const above = findParentResource(served, resource);
  if (above === undefined) return false;
  const place = { seed, parents: parents.slice(0, -1), now };
  return String(generateSeededKeys(served, above, place)[0]) === parents.at(-1) && isExampleScope(served, above, place);
}

function isKey(key: unknown, isNumber: boolean): key is RecordKey {
  return typeof key === (isNumber ? 'number' : 'string') && String(key).length < 200;
}

interface NewKey extends KeyPlace {
  readonly index: number;
  /** True if so many keys exist already that names repeat. */
  readonly isLate: boolean;
  readonly isNumber: boolean;
  readonly sample: RecordKey | undefined;
}

function madeKey(
  { plan: { schemas } }: ApiRuntime,
  { keySchema, pathSchema, key = 'id', shape }: Resource,
  { seed, parents, now, index, isNumber, isLate, sample }: NewKey,
): RecordKey | undefined {
  const { keywords } = schemas.chosen(keySchema);
  if (isNumber) {
    const key = index + 1 + Math.max(0, Number(keywords['minimum'] ?? 0) - 1);
    return key <= Number(keywords['maximum'] ?? key) ? key : undefined;
  }
  const name = key.split('.').at(-1) ?? key;
  const text = `${seed.salt} key ${shape} ${parents.join('/')} ${index}`;
  const random = createRandom(text);
  // The path parameter can restrict a key further than the key's own schema.
  const patterns = [keySchema, pathSchema].map((each) => schemas.chosen(each).keywords['pattern']);
  const fits = (each: string) => {
    const { maxLength = 200, minLength = 0, enum: allowed } = keywords;
    return (
      patterns.every((pattern) => typeof pattern !== 'string' || matches(pattern, each)) &&
      each.length <= Number(maxLength) &&
      each.length >= Number(minLength) &&
      !Array.isArray(allowed) &&
      hasFormat(keywords, each)
    );
  };
  const [, prefix] = typeof sample === 'string' ? (/^([A-Za-z]+[_-])[1-9]\d{0,5}$/.exec(sample) ?? []) : [];
  const counted = prefix === undefined ? undefined : `${prefix}${index + 1}`;
  if (counted !== undefined && fits(counted)) return counted;
  const like = typeof sample === 'string' ? generateLikeSample(sample, random) : undefined;
  if (like !== undefined && fits(like)) return like;
  const make = (schema: unknown) => {
    const meaning = { now, baseUrl: 'http://localhost', seed: text, name: lastSegment(shape), record: index };
    return String(
      getMember(generateMeaningfulValue(schemas, { type: 'object', properties: { [name]: schema } }, meaning), name),
    );
  };
  const [value = '', inPath = ''] = [make(keySchema), make(pathSchema)];
  const isPlain = keywords['format'] === undefined && !/[@:/]/.test(value);
  // Names repeat eventually, so an index is appended.
  const word = isPlain ? `${slug(value)}${isLate ? `-${index + 1}` : ''}` : value;
  const id = uuid(random);
  const ids = [id, id.replaceAll('-', '').slice(0, Number(keywords['maxLength'] ?? 32))];
  const isId = /(?:id|key|guid)$/i.test(name);
  const forms = speaking.test(name.toLowerCase()) || !isId ? [word, value, inPath, ...ids] : [...ids, value, inPath];
  return forms.find(fits) ?? (patterns[1] === undefined ? value : inPath);
}

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'one'
  );
}

function uuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
