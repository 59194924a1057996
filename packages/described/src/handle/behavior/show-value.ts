import { isObject } from '@understudy/contract';
import {
  formatMemberInstant,
  inDecimals,
  type MemberLocation,
  type Resource,
  type Shape,
  Span,
  setMember,
} from '@understudy/model';
import { bestShape } from '../../answer/shape-value.js';
import type { BehaviorSession } from './behavior-session.js';

/**
 * Converts the value of an expression for a response: spans to seconds, records without their hidden members, and
 * instants and numbers to the format of the schema.
 */
export function showValue(session: BehaviorSession, value: unknown, described?: Shape, name = ''): unknown {
  if (value instanceof Span) return value.milliseconds / 1000;
  const shape = described && bestShape(value, described);
  if (value instanceof Date) return (shape && formatMemberInstant(shape.flat, name, value)) ?? value.toISOString();
  if (typeof value === 'number') return shape === undefined ? value : showNumber(value, shape);
  if (Array.isArray(value)) return value.map((each) => showValue(session, each, shape?.items, name));
  if (!isObject(value)) return value;
  const resource = session.resourceOf(value);
  const record = resource === undefined ? value : hideMembers(session, resource, value);
  const shown = ([member, each]: readonly [string, unknown]) =>
    [member, showValue(session, each, shape?.members.get(member), member)] as const;
  return isObject(record) ? Object.fromEntries(Object.entries(record).map(shown)) : record;
}

/** A number, formatted as an amount or another string if the schema describes a string. */
function showNumber(value: number, { flat }: Shape): unknown {
  const amount = inDecimals(flat, value);
  const isText = flat.types.length > 0 && flat.types.every((type) => type === 'string');
  return isText ? String(amount) : amount;
}

/** A record or a list of records without the members that the model hides. */
export function hideMembers(session: BehaviorSession, resource: Resource, shown: unknown): unknown {
  const hidden = session.behaviorOf(resource)?.hidden ?? [];
  if (hidden.length === 0) return shown;
  if (Array.isArray(shown)) return shown.map((each) => withoutMembers(each, hidden));
  return withoutMembers(shown, hidden);
}

function withoutMembers(record: unknown, hidden: readonly MemberLocation[]): unknown {
  if (!isObject(record)) return record;
  return hidden.reduce((left, { list, names }) => withoutMember(left, list, names), record);
}

function withoutMember(
  record: Readonly<Record<string, unknown>>,
  list: readonly string[] | undefined,
  names: readonly string[],
): Record<string, unknown> {
  const [first = '', ...rest] = list ?? names;
  const value = record[first];
  if (list === undefined && rest.length === 0) {
    const { [first]: _hidden, ...others } = record;
    return others;
  }
  const copy = { ...record };
  if (list !== undefined && rest.length === 0 && Array.isArray(value))
    copy[first] = value.map((item) => (isObject(item) ? withoutMember(item, undefined, names) : item));
  else if (isObject(value))
    setMember(
      copy,
      first,
      withoutMember(value, list === undefined ? undefined : rest, list === undefined ? rest : names),
    );
  return copy;
}
