import { isObject, stringifyJson } from '@understudy/contract';
import type { RandomSource } from '@understudy/kernel';
import {
  type CompiledReference,
  getMember,
  type MemberLocation,
  type Resource,
  remember,
  setMember,
} from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import type { BehaviorSession } from '../handle/behavior/behavior-session.js';
import { EntityStore, type StoreContext, splitParents } from '../handle/entity-store.js';
import { findParentResource, generateSeededKeys } from './generate-seeded-keys.js';
import type { Seeding } from './generate-seeded-record.js';
import { listInstants } from './timeline.js';

type Fields = Record<string, unknown>;

/** A record that others can refer to from a given time on. */
interface Referred {
  readonly key: string;
  readonly value: unknown;
  readonly fields: Readonly<Fields>;
  readonly since: number;
  /** Time of its last change. */
  readonly changed: number;
}

/** A member that refers to records, and the possible records, the oldest first. */
export interface ReferringMember {
  readonly member: MemberLocation;
  readonly resource: string;
  readonly isList: boolean;
  readonly records: readonly Referred[];
  readonly where?: CompiledReference['where'];
}

/** Lists the members of a resource that refer to records of other resources. */
export function listReferringMembers(seeding: Seeding, context: StoreContext): readonly ReferringMember[] {
  const { served, resource, parents } = seeding;
  const above = findParentResource(served, resource);
  const { references = [], own } = served.plan.behavior.resources.get(resource.name) ?? {};
  const isSet = ({ list, names }: MemberLocation) =>
    own?.has(`${list === undefined ? '' : `${list.join('.')}[].`}${names.join('.')}`) === true;
  const stated = references.filter(({ member }) => !isSet(member));
  return stated.flatMap(({ member, resource: name, where }) => {
    const target = served.resourcesByName.get(name);
    if (target === undefined || target === resource) return [];
    const listed = getMemberSchema(seeding, member).types.includes('array');
    const all = listReferred(seeding, context, target);
    // A reference to the parent must match the path.
    const records = target === above ? all.filter(({ key }) => key === parents.at(-1)) : all;
    return [{ member, resource: name, isList: listed, records, ...(where === undefined ? {} : { where }) }];
  });
}

function getMemberSchema({ served: { plan }, resource }: Seeding, { list = [], names }: MemberLocation) {
  return plan.schemas.chosen(plan.schemas.member(resource.schema, [...list, ...names].join('.')));
}

function listReferred(
  { served, seed, facts }: Seeding,
  context: StoreContext,
  target: Seeding['resource'],
): Referred[] {
  const instants = new Map<string, number>();
  // Generated records do not refer to records that a caller has created.
  const seeded = new EntityStore(context, target, []).listSync().filter(({ order }) => order <= 0);
  const records = seeded.map((stored): Referred => {
    const { parents, key, fields = {} } = stored;
    if (!instants.has(parents)) {
      instants.set(parents, 0);
      const place = { seed, parents: splitParents(parents), now: facts.now };
      const known = listInstants(served, target, place);
      for (const [index, each] of generateSeededKeys(served, target, place).entries())
        instants.set(`${parents} ${each}`, known[index]?.getTime() ?? 0);
    }
    const changed = lastInstant(fields, facts.now.getTime());
    const since = birthOf({ served, seed }, target, key) ?? instants.get(`${parents} ${key}`) ?? changed;
    const value = target.key === undefined ? key : (getMember(fields, target.key) ?? key);
    return { key, value, fields, since, changed: Math.max(since, changed) };
  });
  return records.sort((one, other) => one.since - other.since);
}

const births = new WeakMap<ApiRuntime, Map<string, number>>();
const mostBirths = 20_000;

/** Stores when a generated record was created, if that is not an instant of the timeline. */
export function rememberBirth(
  ...[{ served, seed }, { shape }, key, born]: readonly [Pick<Seeding, 'served' | 'seed'>, Resource, string, number]
): void {
  const known = remember(births, served, () => new Map<string, number>());
  if (known.size >= mostBirths) known.clear();
  known.set(stringifyJson([seed, shape, key]), born);
}

/** The stored creation time of a generated record. */
function birthOf(
  { served, seed }: Pick<Seeding, 'served' | 'seed'>,
  { shape }: Resource,
  key: string,
): number | undefined {
  return births.get(served)?.get(stringifyJson([seed, shape, key]));
}

/** The creation time of a generated record in a collection without parents. */
export function bornOf({ served, seed, facts: { now } }: Seeding, target: Resource, key: string): number | undefined {
  const place = { seed, parents: [], now };
  const index = generateSeededKeys(served, target, place).findIndex((each) => String(each) === key);
  return birthOf({ served, seed }, target, key) ?? listInstants(served, target, place)[index]?.getTime();
}

/** The latest instant in a record's members that lies before now. */
export function lastInstant(fields: Readonly<Fields>, now: number): number {
  const times = Object.values(fields).flatMap((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? [Date.parse(value)] : [],
  );
  return times.filter((each) => each <= now).reduce((last, each) => Math.max(last, each), 0);
}

interface Choice {
  readonly at: number;
  readonly random: RandomSource;
}

/** Chooses a record for a reference in a new record. */
export function chooseReferred(
  session: BehaviorSession,
  { records, where }: ReferringMember,
  { at, random, self }: Choice & { readonly self: Readonly<Fields> },
): Referred | undefined {
  return turn(records, { at, random }).find(
    ({ fields }) => where === undefined || session.evaluate(where, { self, target: fields }) === true,
  );
}

/** Chooses records for the references that have no condition, before the new record exists. */
export function chooseOpen(
  members: readonly ReferringMember[],
  choice: Choice,
): ReadonlyMap<ReferringMember, Referred> {
  return new Map(
    members.flatMap((each) => {
      const isOpen = each.where === undefined && !each.isList && each.member.list === undefined;
      const [found] = isOpen ? turn(each.records, choice) : [];
      return found === undefined ? [] : [[each, found] as const];
    }),
  );
}

/** The records that existed at an instant, rotated to a random start. */
function turn(records: readonly Referred[], { at, random }: Choice): readonly Referred[] {
  const earlier = records.filter(({ since }) => since <= at);
  const possible = earlier.length === 0 ? records.slice(0, 1) : earlier;
  const start = Math.floor(random() * possible.length);
  return [...possible.slice(start), ...possible.slice(0, start)];
}

/** Sets the keys in a referring member: a single key, a list of keys, or one key in each item of a list. */
export function setReferred(
  fields: Fields,
  { member: { list, names }, isList }: ReferringMember,
  choose: (item: Readonly<Fields>) => unknown,
): void {
  const name = names.join('.');
  const make = () => {
    const key = choose(fields);
    return key === undefined || !isList ? key : [key];
  };
  if (list === undefined) {
    const value = make();
    if (value !== undefined) setMember(fields, name, value);
    return;
  }
  const items = getMember(fields, list.join('.'));
  if (!Array.isArray(items)) return;
  const changed = items.map((item) => {
    const value = make();
    if (!isObject(item) || value === undefined) return item;
    const copy = { ...item };
    setMember(copy, name, value);
    return copy;
  });
  setMember(fields, list.join('.'), changed);
}

/** True if a record contains the object that a member belongs to. */
export function hasPlace(fields: Readonly<Fields>, { list, names }: MemberLocation): boolean {
  return list !== undefined || names.length === 1 || isObject(getMember(fields, names.slice(0, -1).join('.')));
}
