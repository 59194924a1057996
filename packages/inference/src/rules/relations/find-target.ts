import {
  type ApiPlan,
  type FlatSchema,
  normalizeName,
  type Resource,
  remember,
  type SchemaReader,
  splitWords,
  toSingular,
} from '@understudy/model';
import { mentions } from '../../prose/phrase.js';
import { functionWords, genericKeys, keyWords, roles, rolesAmongAlike } from '../../words/generic-members.js';
import { type KnownMember, listMembers } from '../member-list.js';

type Known = Pick<ApiPlan, 'schemas' | 'resources' | 'operations'>;

/** A resource that a member refers to, and how that was seen. */
export interface FoundTarget {
  readonly resource: Resource;
  readonly says: string;
}

/** The last word of a resource: `orders` for `customers.orders`. */
export function wordOf({ name }: Pick<Resource, 'name'>): string {
  return name.split(/[.:]/).at(-1) ?? name;
}

/** Finds the one resource whose key a member contains. Undefined if none or several fit. */
export function findTarget(plan: Known, own: Resource, member: KnownMember): FoundTarget | undefined {
  const { schemas } = plan;
  if (member.list === undefined && member.name === own.key) return undefined;
  const scalar = member.schema.items === undefined ? member.schema : schemas.chosen(member.schema.items);
  if (!isScalar(scalar.types)) return undefined;
  const find = finderFor(plan, scalar);
  const named = byName(find, own, member);
  // The id of a record elsewhere refers to nothing here.
  if (named !== undefined || saysElsewhere.test(member.description)) return named;
  return (
    byDescription(find, own, member) ??
    byKeyOf(find, own, member) ??
    byKey(find, own, member) ??
    byStyle(plan, find, own, member) ??
    byParameter(plan, own, member, (each) => canBe(schemas, each, scalar))
  );
}

/** Finds resources whose key can be a value of a schema. */
function finderFor({ schemas, resources }: Known, scalar: FlatSchema): Find {
  const index = remember(indexes, resources, () => indexOf(resources));
  // Few resources have the name, so that the types of these alone are compared.
  return (by, name) => (index.get(`${by} ${name}`) ?? []).filter((each) => canBe(schemas, each, scalar));
}

type Resources = ApiPlan['resources'];

/** Finds the resources that can be meant by their words or the members with their keys, without case and separators. */
type Find = (by: 'word' | 'key', name: string) => readonly Resource[];

const indexes = new WeakMap<Resources, ReadonlyMap<string, readonly Resource[]>>();

function indexOf(resources: Resources): ReadonlyMap<string, readonly Resource[]> {
  const index = new Map<string, Resource[]>();
  for (const resource of resources.values()) {
    const word = wordOf(resource);
    const words = [toSingular(word), word].map((each) => `word ${normalizeName(each)}`);
    for (const name of new Set([...words, `key ${normalizeName(resource.key ?? '')}`]))
      index.set(name, [...(index.get(name) ?? []), resource]);
  }
  return index;
}

function isScalar(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === 'string' || type === 'integer' || type === 'number');
}

/** True if a member can contain the key of a resource. */
export function canBe(
  schemas: SchemaReader,
  { key, keySchema, single }: Resource,
  { types, keywords }: { readonly types: readonly string[]; readonly keywords: Readonly<Record<string, unknown>> },
): boolean {
  if (key === undefined || single || keywords['enum'] !== undefined) return false;
  const wanted = schemas.chosen(keySchema);
  const kinds = types.map(kindOf);
  if (!wanted.types.some((type) => kinds.includes(kindOf(type)))) return false;
  const [format, wantedFormat] = [keywords['format'], wanted.keywords['format']];
  if (String(format).startsWith('date')) return false;
  return format === undefined || wantedFormat === undefined || format === wantedFormat || kinds.includes('number');
}

function kindOf(type: string): string {
  return type === 'integer' ? 'number' : type;
}

/** `customerId`, `customer_id`, `shippingAddressId`, or `customer` that is described as an id. */
function byName(find: Find, own: Resource, member: KnownMember): FoundTarget | undefined {
  const words = splitWords(member.name);
  const last = words.at(-1) ?? '';
  const isKey = keyWords.has(last);
  // `medicationCode` is the `code` of a medication.
  const ofKey = isKey || words.length < 2 ? [] : find('key', last);
  const keyed = choose((by, name) => find(by, name).filter((each) => ofKey.includes(each)), words.slice(0, -1));
  if (keyed !== undefined && keyed !== own) return { resource: keyed, says: member.name };
  if (!isKey && !isCalledId(member)) return undefined;
  const stem = isKey ? words.slice(0, -1) : words;
  const ofAll = choose(find, stem);
  if (ofAll !== undefined)
    return ofAll === own && member.list === undefined ? undefined : { resource: ofAll, says: member.name };
  const [role = '', ...rest] = stem;
  if (rest.length === 0 || !roles.has(role)) return undefined;
  const inRole = choose(find, rest);
  if (inRole === undefined || (inRole === own && !rolesAmongAlike.has(role))) return undefined;
  return { resource: inRole, says: member.name };
}

/** True if a description says that a member without `id` in its name is one. */
function isCalledId({ description, schema }: KnownMember): boolean {
  return schema.keywords['format'] === 'uuid' || /\b(?:ids?|identifiers?|uuid)\b/i.test(description);
}

/** The one resource with a name, at the root if there are several. */
function choose(find: Find, words: readonly string[]): Resource | undefined {
  const wanted = [words.join(''), [...words.slice(0, -1), toSingular(words.at(-1) ?? '')].join('')];
  if (wanted[0] === '' || (words.length === 1 && words[0] !== undefined && words[0].length < 3)) return undefined;
  const named = [...new Set(wanted.flatMap((name) => find('word', name)))];
  const atRoot = named.filter(({ parents }) => parents === 0);
  return named.length === 1 ? named[0] : atRoot.length === 1 ? atRoot[0] : undefined;
}

const identified = new WeakMap<object, ReadonlyMap<string, ReadonlySet<Resource>>>();

/** `requestId`, if `{requestId}` is the key of leave requests in paths. */
function byParameter(
  plan: Known,
  own: Resource,
  { name }: KnownMember,
  fits: (resource: Resource) => boolean,
): FoundTarget | undefined {
  if (!keyWords.has(splitWords(name).at(-1) ?? '') || genericKeys.has(normalizeName(name))) return undefined;
  const [resource, another] = remember(identified, plan, () => listIdentified(plan)).get(normalizeName(name)) ?? [];
  const isOther = resource !== undefined && resource !== own && another === undefined && fits(resource);
  return isOther ? { resource, says: `{${name}} in paths` } : undefined;
}

/** The resources that the parameters of paths identify, by their normalized names. */
function listIdentified({ operations }: Known): ReadonlyMap<string, ReadonlySet<Resource>> {
  const found = new Map<string, Set<Resource>>();
  for (const { key, resource, through } of operations.values())
    for (const [source, each] of [
      [key, resource] as const,
      ...through.map(({ sources, resource: above }) => [sources.at(-1), above] as const),
    ])
      if (source?.in === 'path' && each !== undefined)
        found.set(normalizeName(source.name), (found.get(normalizeName(source.name)) ?? new Set()).add(each));
  return found;
}

/** The one resource with a name of two words, or with the first of them: not an order for "order group". */
function chooseThing(find: Find, words: readonly string[]): Resource | undefined {
  const isAlone = words.length < 2 || endOfThing.test(words[1] ?? '');
  return choose(find, words) ?? (isAlone ? choose(find, words.slice(0, 1)) : undefined);
}

const saysWhat =
  /^(?:(?:the )?(?:unique )?(?:ids?|identifiers?) of (?:an?|the) (?:existing )?|(?:the|an?) (?=\w+ (?:(?:from|to|by|for|with|of|in|on|at) )?(?:who|whom|that|which|whose)\b))(\w+(?: \w+)?)/i;

const saysElsewhere = /\b(?:external|legacy|third[- ]party)\b| (?:in|on|at|from) (?:the )?[A-Z]\w+/;
const endOfThing = new RegExp(`^(?:${functionWords}|of|the|an?|[a-z]+ing)$`);

/** "The id of the employee …", "The employee who …". */
function byDescription(find: Find, own: Resource, { name, description }: KnownMember): FoundTarget | undefined {
  const words = splitWords(name);
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const [, thing] = saysWhat.exec(description) ?? [];
  if (!keyWords.has(last) || thing === undefined) return undefined;
  const resource = chooseThing(find, thing.split(' '));
  // "The id of the order in the old format" of an order is its own.
  const isOfOne = /\b(?:ids?|identifiers?) of\b/i.test(description);
  const isItself = resource === own && isOfOne && !words.some((each) => rolesAmongAlike.has(each));
  return resource === undefined || isItself || !mentions(description, wordOf(resource))
    ? undefined
    : { resource, says: description };
}

const saysKeyOf =
  /^(?:the |an? )?(\w+) of (?:an?|the|its|one of (?:the|our)) (?:existing |known |registered )?(\w+)(?: (\w+))?/i;

/** "Code of the coupon": the resource with this key. */
function byKeyOf(find: Find, own: Resource, { description }: KnownMember): FoundTarget | undefined {
  const [says = '', key = '', ...named] = saysKeyOf.exec(description) ?? [];
  const all = key === '' ? [] : find('key', normalizeName(key));
  const ofKey: Find = (by, name) => find(by, name).filter((each) => all.includes(each) && each !== own);
  const words = named.filter((word) => word !== undefined);
  const resource = chooseThing(ofKey, words);
  return resource === undefined ? undefined : { resource, says };
}

const styled = new WeakMap<object, string>();

/** `customer`, if descriptions of other members of the API say that such a name has the key of a record. */
function byStyle(plan: Known, find: Find, own: Resource, { name, description }: KnownMember): FoundTarget | undefined {
  const resource = choose(find, splitWords(name));
  if (resource === undefined || resource === own || /\b(?:name|title|label|text)\b/i.test(description))
    return undefined;
  const says = remember(styled, plan.resources, () => styleOf(plan));
  return says === '' ? undefined : { resource, says };
}

/** The description of a member with the name of a resource and its key. */
function styleOf(plan: Known): string {
  for (const own of plan.resources.values())
    for (const member of listMembers(plan.schemas, own)) {
      const find = finderFor(plan, member.schema);
      const named = isScalar(member.schema.types) ? choose(find, splitWords(member.name)) : undefined;
      if (named === undefined || named === own) continue;
      const { description } = member;
      if (isCalledId(member) || byKeyOf(find, own, member)?.resource === named) return description;
    }
  return '';
}

/** Names that identify one thing wherever they are: `invoiceNumber`, `dealer_code`, `barcode`. */
const saysWhose = /(?:number|code|key|guid|uuid|id|_no|No|sku|isbn|ean|gtin|vin|iban)$/i;

/** A member with the name of the key of one other resource, if that name says whose key it is: `invoiceNumber`. */
function byKey(find: Find, own: Resource, { name }: KnownMember): FoundTarget | undefined {
  const plain = normalizeName(name);
  if (genericKeys.has(plain)) return undefined;
  const named = find('key', plain).filter((each) => each !== own);
  const [resource] = named;
  // `asset_tag` is the tag of an asset.
  const isOfThing = (each: Resource) => splitWords(name).length > 1 && splitWords(name)[0] === toSingular(wordOf(each));
  if (!saysWhose.test(name) && !named.some(isOfThing)) return undefined;
  return resource === undefined || named.length > 1 ? undefined : { resource, says: name };
}
