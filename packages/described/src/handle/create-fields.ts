import { cloneJson, isObject, matchesPattern, readNumber } from '@understudy/contract';
import {
  type FlatSchema,
  formatMemberInstant,
  mapLeaves,
  normalizeName,
  remember,
  type SchemaReader,
  setMember,
  toSingular,
} from '@understudy/model';
import { refreshExpiredTimes } from '../meaning/time-values.js';
import type { ResourceCall } from './api-runtime.js';
import { generateLikeSample } from './like-sample.js';
import { findNewMembers, type NewMember } from './new-members.js';
import { copyExampleAs, readResourceExamples } from './resource-examples.js';

type Fields = Readonly<Record<string, unknown>>;

interface NewEntity {
  readonly call: ResourceCall;
  readonly given: Fields;
  readonly key: string;
  readonly address: string;
}

/** A rule that declares a single parameter gives the same value for every record. */
type Rule = (member: NewMember, entity: NewEntity) => unknown;

/** Returned by a rule to omit a member. */
const absent = Symbol('absent');

/**
 * The rules for the members that the server adds, in order of precedence. The first one that returns a value decides.
 */
const rules: readonly Rule[] = [
  ({ flat }) => flat.keywords['const'],
  ({ flat: { keywords } }) =>
    Array.isArray(keywords['enum']) && keywords['enum'].length === 1 ? keywords['enum'][0] : undefined,
  ({ flat, request }) => cloneJson(request?.keywords['default'] ?? flat.keywords['default']),
  describedDefault,
  state,
  // For members that name the origin of a record: it was created by an API request.
  ({ origin }) => origin,
  ({ flat, means }) => (flat.types.includes('boolean') && means.isPositive === true ? true : undefined),
  // A settable member that the request omits has no value.
  ({ writable, nullable, required }) => (!writable ? undefined : nullable ? null : required ? undefined : absent),
  ownAddress,
  type,
  credential,
  ({ means, flat }) => (means.is === 'members' && isNumber(flat) ? 0 : undefined),
  ({ nullable }) => (nullable ? null : undefined),
  ({ means, flat, required, isShown }) =>
    means.isCount === true && isNumber(flat) && (required || isShown)
      ? Math.max(0, Number(flat.keywords['minimum'] ?? 0))
      : undefined,
  ({ flat, plain, required, isShown }, { call }) =>
    !flat.types.includes('boolean')
      ? undefined
      : required || isShown
        ? plain === `is${normalizeName(wordOf(call))}`
        : absent,
  ({ flat, required, isShown }) =>
    flat.types.includes('array') && flat.keywords['minItems'] === undefined
      ? required || isShown
        ? []
        : absent
      : undefined,
  instant,
  (member, entity) =>
    member.isShown
      ? ownAddresses(refreshExpiredTimes(cloneJson(exampleFor(member, entity)), entity.call.facts.now), entity.call)
      : undefined,
  inner,
];

/**
 * Creates the members that the server adds to a new entity: constants, defaults, its initial state, URLs, credentials,
 * and members from examples. Does not generate members that the request could have set.
 */
export function createFields(entity: NewEntity): Record<string, unknown> {
  const { call, given } = entity;
  const { record, answer } = findNewMembers(call);
  const fields = membersOf(entity, record);
  // Some members, such as a secret, occur only in the response of the creation.
  if (answer.length > 0) for (const [name, value] of Object.entries(membersOf(entity, answer))) fields[name] ??= value;
  if (call.plan.copies !== undefined && call.plan.copies.length > 0)
    for (const [name, value] of Object.entries(fromPath(call)))
      if (given[name] === undefined || isObject(value)) fields[name] = value;
  return fields;
}

/** The example of a member, adapted to the key of the record. */
function exampleFor({ shown }: NewMember, { call: { served, resource, parents }, key }: NewEntity): unknown {
  return copyExampleAs(shown, readResourceExamples(served, resource).identity, [...parents.map(String), key]);
}

function membersOf(entity: NewEntity, members: readonly NewMember[], depth = 0): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const described of members) {
    const { name, required, flat } = described;
    if (depth === 0 && entity.given[name] !== undefined) continue;
    const value = generatedMember(described, entity);
    if (value !== undefined && value !== absent) fields[name] = value;
    else if (value === undefined && depth < 3 && required && flat.properties.size > 0)
      fields[name] = membersOf(entity, described.inside, depth + 1);
  }
  return fields;
}

function generatedMember(member: NewMember, entity: NewEntity): unknown {
  for (const rule of rulesOf.get(member) ?? remember(rulesOf, member, () => listRules(member))) {
    const value = rule(member, entity);
    if (value !== undefined) return value;
  }
  return undefined;
}

const rulesOf = new WeakMap<NewMember, readonly Rule[]>();

/**
 * The rules that can apply to a member: those that depend on the record, up to the first one that does not and returns
 * a value.
 */
function listRules(member: NewMember): readonly Rule[] {
  const own: Rule[] = [];
  for (const rule of rules) {
    const isSame = rule.length === 1;
    // The rule does not depend on the record.
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

/** Returns a default stated only in the description text: "defaults to `off`". */
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

/** Returns the URL of the entity. A `uri` without a format is a path. */
function ownAddress({ name, means, flat }: NewMember, { address, call }: NewEntity): unknown {
  if (means.is !== 'address' || !isText(flat)) return undefined;
  const isOther = typeof flat.keywords['pattern'] === 'string' && !matchesPattern(flat.keywords['pattern'], address);
  if (isOther) return undefined;
  const isPath = call.served.plan.schemas.names.get(name)?.isPath === true && flat.keywords['format'] === undefined;
  return isPath ? address.slice(call.context.baseUrl.length) : address;
}

function state({ initial }: NewMember, { given }: NewEntity): unknown {
  return initial?.(given);
}

function credential(member: NewMember, entity: NewEntity): unknown {
  const { name, means, flat, required, shown, isShown } = member;
  const { call, key } = entity;
  if (means.credential === undefined || !isText(flat) || Array.isArray(flat.keywords['enum'])) return undefined;
  const own = typeof shown === 'string' ? exampleFor(member, entity) : undefined;
  const form = typeof own === 'string' ? generateLikeSample(own, call.context.random) : undefined;
  const made =
    form ??
    `${key}_${means.credential === 'secret' ? 'secret' : normalizeName(name)}_${call.context.ids.next('secret').replaceAll('-', '').slice(0, 20)}`;
  return required || isShown || means.credential === 'secret' ? made : undefined;
}

function instant({ name, flat, required, isInstant }: NewMember, { call }: NewEntity): unknown {
  if (!isInstant) return undefined;
  return required ? formatMemberInstant(flat, name, call.facts.now) : absent;
}

/** Returns the type name of an entity. */
function type({ means, flat, required }: NewMember, { call, given }: NewEntity): unknown {
  if (means.is !== 'kind' || !isText(flat)) return undefined;
  if (!required && means.isAlways !== true) return undefined;
  const word = wordOf(call);
  const allowed = flat.keywords['enum'];
  // An enum value can be the name of the member with the type's details.
  const detailed = Array.isArray(allowed) ? allowed.find((each) => isObject(given[String(each)])) : undefined;
  if (detailed !== undefined) return detailed;
  if (Array.isArray(allowed)) return allowed.find((each) => normalizeName(String(each)) === normalizeName(word));
  return word;
}

function wordOf({ resource }: ResourceCall): string {
  return toSingular(resource.name.split(/[.:]/).at(-1) ?? 'object');
}

/** The initial value of an enum that the server sets: the first non-final value. */
function inner({ flat, required }: NewMember): unknown {
  const { enum: allowed } = flat.keywords;
  return required && Array.isArray(allowed) && !allowed.includes(null) ? allowed[0] : undefined;
}

const bases = new WeakMap<SchemaReader, readonly string[]>();

function basesOf(schemas: SchemaReader): readonly string[] {
  return remember(bases, schemas, () => {
    const { servers }: { servers?: unknown } = isObject(schemas.document) ? schemas.document : {};
    const urls = (Array.isArray(servers) ? servers : []).map((server) =>
      isObject(server) ? String(server['url']) : '',
    );
    return urls.map((url) => url.replace(/\/$/, '')).filter((url) => url.length > 8);
  });
}

/** Replaces server URLs of the description with the URL of this server. */
function ownAddresses(value: unknown, call: ResourceCall): unknown {
  const all = basesOf(call.schemas);
  return mapLeaves(value, (leaf) => {
    if (typeof leaf !== 'string' || !/^https?:\/\//.test(leaf)) return leaf;
    const base = all.find((each) => leaf === each || leaf.startsWith(`${each}/`));
    return base === undefined ? leaf : `${call.context.baseUrl}${leaf.slice(base.length)}`;
  });
}

/** The members that repeat a path parameter. */
function fromPath({ plan, input, schemas, resource }: ResourceCall): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { parameter, member } of plan.copies ?? []) {
    const inner = member.split('.').slice(1).join('.');
    if (plan.key?.in === 'path' && plan.key.name === parameter && inner !== parameter) continue;
    const { types = [] } = schemas.shape(resource.schema).at(member)?.flat ?? {};
    const isNumber = inner === '' && types.some((type) => type === 'integer' || type === 'number');
    setMember(fields, member, isNumber ? readNumber(String(input.path[parameter])) : input.path[parameter]);
  }
  return fields;
}
