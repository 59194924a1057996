import { cloneJson, isObject, readNumber } from '@understudy/contract';
import {
  type FlatSchema,
  formatMemberInstant,
  mapLeaves,
  type NewName,
  normalizeName,
  remember,
  toSingular,
} from '@understudy/model';
import { chooseInitialState, findDescribedValues } from '../meaning/choose-initial-state.js';
import { toPhrase } from '../meaning/member.js';
import { isUnixTime, refreshExpiredTimes } from '../meaning/time-values.js';
import type { ResourceCall } from './api-runtime.js';
import { generateLikeSample } from './generate-key.js';
import { findNewMembers, type NewMember } from './new-members.js';
import { copyExampleAs, readResourceExamples } from './resource-examples.js';

type Fields = Readonly<Record<string, unknown>>;

interface NewEntity {
  readonly call: ResourceCall;
  readonly given: Fields;
  readonly key: string;
  readonly address: string;
}

/** A new record whose member is made, and the example of the member with the key of the record. */
type Made = NewEntity & { readonly example: () => unknown };

/** A rule with one parameter gives each record the same value. */
type Rule = (member: NewMember, entity: Made) => unknown;

/** Returned by a rule that leaves a member out. */
const absent = Symbol('absent');

/** The rules for the members that the server adds, in order: the first value decides. */
const rules: readonly Rule[] = [
  ({ flat }) => flat.keywords['const'],
  ({ flat: { keywords } }) =>
    Array.isArray(keywords['enum']) && keywords['enum'].length === 1 ? keywords['enum'][0] : undefined,
  ({ flat, request }) => cloneJson(request?.keywords['default'] ?? flat.keywords['default']),
  describedDefault,
  state,
  // A request of the API creates it.
  ({ origin }) => origin,
  // A caller who leaves a member out means that there is none.
  ({ writable, nullable, required, flat, means }) =>
    !writable || (required && !nullable && flat.types.includes('boolean') && means.isPositive === true)
      ? undefined
      : nullable
        ? null
        : required
          ? undefined
          : absent,
  ownAddress,
  type,
  credential,
  ({ means, flat }) => (means.is === 'members' && isNumber(flat) ? 0 : undefined),
  ({ nullable }) => (nullable ? null : undefined),
  ({ means, flat, required, isShown }) =>
    means.isCount === true && isNumber(flat) && (required || isShown)
      ? Math.max(0, Number(flat.keywords['minimum'] ?? 0))
      : undefined,
  ({ flat, plain, means, required, isShown }, { call }) =>
    !flat.types.includes('boolean')
      ? undefined
      : required || isShown
        ? means.isPositive === true || plain === `is${normalizeName(wordOf(call))}`
        : absent,
  ({ flat, required, isShown }) =>
    flat.types.includes('array') && flat.keywords['minItems'] === undefined
      ? required || isShown
        ? []
        : absent
      : undefined,
  instant,
  ({ isShown }, { call, example }) =>
    isShown ? ownAddresses(refreshExpiredTimes(cloneJson(example()), call.facts.now), call) : undefined,
  inner,
];

/**
 * Creates the members that the server adds to a new entity: constants, defaults, its initial state, URLs, credentials,
 * and members of examples. Does not generate members that the request could have set.
 */
export function createFields(entity: NewEntity): Record<string, unknown> {
  const { call, given } = entity;
  const { record, answer } = findNewMembers(call);
  const fields = membersOf(entity, record);
  // The response of a creation can have members that no other has, such as a secret.
  for (const [name, value] of Object.entries(membersOf(entity, answer))) fields[name] ??= value;
  for (const [name, value] of Object.entries(fromPath(call)))
    if (given[name] === undefined || isObject(value)) fields[name] = value;
  return fields;
}

function membersOf(entity: NewEntity, members: readonly NewMember[], depth = 0): Record<string, unknown> {
  const { served, resource, parents } = entity.call;
  const { identity } = readResourceExamples(served, resource);
  const fields: Record<string, unknown> = {};
  for (const described of members) {
    const { name, shown, required, flat } = described;
    if (depth === 0 && entity.given[name] !== undefined) continue;
    const example = () => copyExampleAs(shown, identity, [...parents.map(String), entity.key]);
    const value = generatedMember(described, { ...entity, example });
    if (value !== undefined && value !== absent) fields[name] = value;
    else if (value === undefined && depth < 3 && required && flat.properties.size > 0)
      fields[name] = membersOf(entity, described.inside, depth + 1);
  }
  return fields;
}

function generatedMember(member: NewMember, entity: Made): unknown {
  for (const rule of remember(rulesOf, member, () => listRules(member))) {
    const value = rule(member, entity);
    if (value !== undefined) return value;
  }
  return undefined;
}

const rulesOf = new WeakMap<NewMember, readonly Rule[]>();

/** The rules that can decide about a member: those that need the record, up to the first that does not and decides. */
function listRules(member: NewMember): readonly Rule[] {
  const own: Rule[] = [];
  for (const rule of rules) {
    const isSame = rule.length === 1;
    // It does not look at the record.
    const value = isSame ? (rule as (each: NewMember) => unknown)(member) : undefined;
    if (!isSame || value !== undefined)
      own.push(isSame ? () => (isObject(value) || Array.isArray(value) ? cloneJson(value) : value) : rule);
    if (value !== undefined) break;
  }
  return own;
}

function isText({ types }: FlatSchema): boolean {
  return types.includes('string');
}

function isNumber({ types }: FlatSchema): boolean {
  return types.includes('integer') || types.includes('number');
}

/** Returns a default that only a text has: "defaults to `off`". */
function describedDefault({ flat, request }: NewMember): unknown {
  const text = `${request?.keywords['description'] ?? ''} ${flat.keywords['description'] ?? ''}`;
  const value = /\bdefaults? (?:to|is|value is)(?: the)? [`"'](?:<code>)?([\w.-]+)[`"']/i.exec(text)?.[1];
  if (value === undefined) return undefined;
  const types = flat.types;
  if (types.includes('boolean')) return value === 'true' ? true : value === 'false' ? false : undefined;
  if (isNumber(flat)) return Number.isFinite(Number(value)) ? readNumber(value) : undefined;
  const allowed = flat.keywords['enum'];
  return isText(flat) && (!Array.isArray(allowed) || allowed.includes(value)) ? value : undefined;
}

/** Returns the address of the entity. A `uri` without a format is a path. */
function ownAddress({ name, means, flat }: NewMember, { address, call }: Made): unknown {
  if (means.is !== 'address' || !isText(flat)) return undefined;
  const isPath = call.served.plan.names.get(name)?.isPath === true && flat.keywords['format'] === undefined;
  return isPath ? address.slice(call.context.baseUrl.length) : address;
}

function state({ means, flat, writable }: NewMember, { call, given }: Made): unknown {
  if (means.is !== 'state' || !isText(flat)) return undefined;
  const { keywords } = flat;
  const allowed = Array.isArray(keywords['enum']) ? keywords['enum'] : undefined;
  if (allowed !== undefined) return chooseInitialState(allowed, given, call.resource.writable.keys());
  if (writable) return undefined;
  const described = findDescribedValues(keywords['description']);
  return described.length > 1 ? chooseInitialState(described) : undefined;
}

function credential({ name, means, flat, required, shown, isShown }: NewMember, { call, key, example }: Made): unknown {
  if (means.credential === undefined || !isText(flat) || Array.isArray(flat.keywords['enum'])) return undefined;
  const own = typeof shown === 'string' ? example() : undefined;
  const form = typeof own === 'string' ? generateLikeSample(own, call.context.random) : undefined;
  const made =
    form ??
    `${key}_${means.credential === 'secret' ? 'secret' : normalizeName(name)}_${call.context.ids.next('secret').replaceAll('-', '').slice(0, 20)}`;
  return required || isShown || means.credential === 'secret' ? made : undefined;
}

function instant({ name, plain, means, flat, required }: NewMember, { call }: Made): unknown {
  const isInstant = isText(flat) ? isInstantText(flat, means) : isNumber(flat) && isUnixTime(flat, toPhrase(name));
  if (!isInstant) return undefined;
  return required ? formatMemberInstant(flat, plain, call.facts.now) : absent;
}

/** True if a text is an instant or a day: its format says so, or its name without a format. */
function isInstantText({ keywords: { format } }: FlatSchema, { instant: named }: NewName): boolean {
  if (format !== undefined) return /^(date-time|unix-?time)/.test(String(format)) || named?.formatted === true;
  return named?.bare === true;
}

/** Returns the name of the kind of an entity. */
function type({ means, flat, required }: NewMember, { call, given }: Made): unknown {
  if (means.is !== 'kind' || !isText(flat)) return undefined;
  if (!required && means.isAlways !== true) return undefined;
  const word = wordOf(call);
  const allowed = flat.keywords['enum'];
  // A value can name the member with the details of its kind.
  const detailed = Array.isArray(allowed) ? allowed.find((each) => isObject(given[String(each)])) : undefined;
  if (detailed !== undefined) return detailed;
  if (Array.isArray(allowed)) return allowed.find((each) => normalizeName(String(each)) === normalizeName(word));
  return word;
}

function wordOf({ resource }: ResourceCall): string {
  return toSingular(resource.name.split(/[.:]/).at(-1) ?? 'object');
}

/** An enum among the members of the server: its first value that is not final. */
function inner({ flat, required }: NewMember): unknown {
  const { enum: allowed } = flat.keywords;
  return required && Array.isArray(allowed) && !allowed.includes(null) ? allowed[0] : undefined;
}

/** Addresses of the described servers as addresses of this one. */
function ownAddresses(value: unknown, call: ResourceCall): unknown {
  const { servers }: { servers?: unknown } = Object(call.schemas.document);
  const bases = (Array.isArray(servers) ? servers : []).map((server) => String(Object(server).url).replace(/\/$/, ''));
  return mapLeaves(value, (leaf) => {
    if (typeof leaf !== 'string' || !/^https?:\/\//.test(leaf)) return leaf;
    const base = bases.find((each) => each.length > 8 && (leaf === each || leaf.startsWith(`${each}/`)));
    return base === undefined ? leaf : `${call.context.baseUrl}${leaf.slice(base.length)}`;
  });
}

/** The members that repeat a parameter of the path. */
function fromPath({ plan, input }: ResourceCall): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { parameter, path, isNumber } of plan.copies ?? []) {
    const [name, inner] = path;
    if (plan.key?.in === 'path' && plan.key.name === parameter && inner !== parameter) continue;
    const value = isNumber ? readNumber(String(input.path[parameter])) : input.path[parameter];
    const there = fields[name];
    fields[name] = inner === undefined ? value : { ...(isObject(there) ? there : {}), [inner]: value };
  }
  return fields;
}
