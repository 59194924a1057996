import { isDeepStrictEqual } from 'node:util';
import { httpSettings } from '@understudy/kernel';
import {
  type CompiledReference,
  type CompiledResource,
  getMember,
  type MemberLocation,
  type Resource,
  toSingular,
  valuesAt,
} from '@understudy/model';
import type { BehaviorSession } from './behavior-session.js';
import { reasonOf, type Violation } from './model-error.js';

/** A record before it is stored. */
export interface Draft {
  readonly resource: Resource;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The stored record before the change. Undefined for a new record. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
}

/** Finds the first statement about a resource that a record violates: conditions first, then unique constraints. */
export function findViolation(session: BehaviorSession, draft: Draft): Violation | undefined {
  const behavior = session.behaviorOf(draft.resource);
  if (behavior === undefined) return undefined;
  return findBrokenCondition(session, behavior, draft) ?? findDuplicate(session, behavior, draft);
}

/** Finds a reference from a new or changed record to a record that does not exist. */
export function findMissing(session: BehaviorSession, draft: Draft): Violation | undefined {
  const behavior = session.behaviorOf(draft.resource);
  return behavior === undefined ? undefined : findMissingReference(session, behavior, draft);
}

function findMissingReference(
  session: BehaviorSession,
  { references }: CompiledResource,
  { fields, before }: Draft,
): Violation | undefined {
  for (const reference of references) {
    if (reference.missing === 'ignore') continue;
    const known = before === undefined ? [] : valuesAt(before, reference.member);
    for (const key of valuesAt(fields, reference.member)) {
      if (known.some((each) => isDeepStrictEqual(each, key))) continue;
      const problem = describeReference(session, reference, key, fields);
      if (problem !== undefined)
        return { kind: reference.missing, field: nameOf(reference.member), message: problem, self: fields };
    }
  }
  return undefined;
}

function describeReference(
  ...[session, reference, key, fields]: readonly [BehaviorSession, CompiledReference, unknown, unknown]
): string | undefined {
  const { resource, where } = reference;
  const exists = session.has(resource, key);
  const isInvented = !exists && session.work.context.settings?.of(httpSettings.unknownIds) === 'invent';
  if (isInvented || (exists && where === undefined)) return undefined;
  const word = toSingular(resource.split(/[.:]/).at(-1) ?? resource);
  if (!exists) return `There is no ${word} ${JSON.stringify(key)}`;
  const target = session.find(resource, key);
  const isFit = where === undefined || session.evaluate(where, { self: fields, target }) === true;
  return isFit ? undefined : `The ${word} ${JSON.stringify(key)} cannot be used`;
}

function nameOf({ list, names }: MemberLocation): string {
  return [...(list ?? []), ...names].join('.');
}

/** Finds the first condition of a resource that does not hold. */
export function findBrokenCondition(
  session: BehaviorSession,
  { name: resource, holds }: CompiledResource,
  { fields, before }: Draft,
): Violation | undefined {
  for (const { that, name, otherwise, message: own, field } of holds)
    if (session.evaluate(that, { self: fields, old: before ?? null }) !== true)
      return {
        kind: otherwise,
        message: reasonOf(session, '/resources', resource, 'holds', name),
        ...{ own, self: fields },
        ...(field && { field }),
      };
  return undefined;
}

/** Finds a record with the same values in the members of a unique constraint. */
export function findDuplicate(
  session: BehaviorSession,
  { unique }: Pick<CompiledResource, 'unique'>,
  { resource, fields, before }: Draft,
): Violation | undefined {
  for (const { members, while: condition, otherwise, message: own, field: stated } of unique) {
    const values = members.map((path) => getMember(fields, path.join('.')));
    if (values.some((value) => value === undefined || value === null)) continue;
    const isSame = (other: unknown) =>
      members.every((path, index) => isAlike(getMember(other, path.join('.')), values[index]));
    if (before !== undefined && isSame(before) && condition === undefined) continue;
    if (condition !== undefined && session.evaluate(condition, { self: fields }) !== true) continue;
    const isTaken = session
      .alike(resource, members, fields)
      .some(
        (other) => isSame(other) && (condition === undefined || session.evaluate(condition, { self: other }) === true),
      );
    if (isTaken) {
      const field = members.map((path) => path.join('.')).join(', ');
      return {
        kind: otherwise,
        field: stated ?? field,
        own,
        message: `An entry with ${field} ${JSON.stringify(values.length === 1 ? values[0] : values)} already exists`,
        self: fields,
      };
    }
  }
  return undefined;
}

/** Compares two values. Strings that differ only in case are equal, as in most services. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.toLowerCase() === other.toLowerCase();
  return isDeepStrictEqual(one, other);
}
