import { isObject } from '@understudy/contract';
import { type MemberLocation, type Resource, Span, setMember } from '@understudy/model';
import type { BehaviorSession } from './behavior-session.js';

/** A value of an expression as a response shows it: instants as texts, spans in seconds, records without hidden members. */
export function showValue(session: BehaviorSession, value: unknown): unknown {
  if (value instanceof Span) return value.milliseconds / 1000;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => showValue(session, each));
  if (!isObject(value)) return value;
  const resource = session.resourceOf(value);
  const record = resource === undefined ? value : hideMembers(session, resource, value);
  return isObject(record)
    ? Object.fromEntries(Object.entries(record).map(([name, each]) => [name, showValue(session, each)]))
    : record;
}

/** A record, or a list of records, without the members that the model hides. */
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
