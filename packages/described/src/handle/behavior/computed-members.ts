import { isObject } from '@understudy/contract';
import {
  type ApiPlan,
  type CompiledTemplate,
  type ComputedMember,
  formatMemberInstant,
  getMember,
  inDecimals,
  type MemberLocation,
  type Resource,
  type SchemaReader,
  Span,
  setMember,
} from '@understudy/model';

/** Evaluates expressions about the records of an API. */
interface Evaluator {
  readonly work: { readonly served: { readonly plan: ApiPlan } };
  evaluate(value: Pick<CompiledTemplate, 'evaluate'>, values: Readonly<Record<string, unknown>>): unknown;
}

/** Sets a computed member of a record, or of each item of one of its lists. */
export function setComputedMember(
  session: Evaluator,
  {
    resource,
    record,
    member,
    self,
  }: { resource: Resource; record: Record<string, unknown>; member: ComputedMember; self?: unknown },
  old?: unknown,
): void {
  setAt(session, { resource, record, location: member.path, value: member.expression, old, self });
}

interface Assignment {
  readonly resource: Resource;
  readonly record: Record<string, unknown>;
  readonly location: MemberLocation;
  readonly value: Pick<CompiledTemplate, 'evaluate'>;
  /** True to keep an existing value. */
  readonly isDefault?: boolean;
  /** The record before the change. */
  readonly old?: unknown;
  /** The record as expressions see it. Default: the record itself. */
  readonly self?: unknown;
  /** The list item for which the record is created. */
  readonly item?: unknown;
}

/** Sets the member at a location. */
export function setAt(
  session: Evaluator,
  { resource, record, location: { list, name }, value, isDefault = false, old, ...given }: Assignment,
): void {
  const { self = record, item: around } = given;
  if (list === undefined) {
    if (isDefault && getMember(record, name) !== undefined) return;
    const result = session.evaluate(value, { self, old, item: around });
    if (result === null && getMember(record, name) !== undefined && !isNullable(session, resource, name)) return;
    setMember(record, name, toStored(session, resource, name, result));
    return;
  }
  const listName = list.join('.');
  const items = getMember(record, listName);
  if (!Array.isArray(items)) return;
  const changed = items.map((item) => {
    if (!isObject(item) || (isDefault && getMember(item, name) !== undefined)) return item;
    const copy = { ...item };
    const result = session.evaluate(value, { self, old, item: copy });
    if (result === null && !isNullable(session, resource, `${listName}.${name}`)) return item;
    setMember(copy, name, toStored(session, resource, `${listName}.${name}`, result));
    return copy;
  });
  setMember(record, listName, changed);
}

/** True if a member is nullable. One that is not keeps its value if the new value cannot be computed. */
function isNullable(session: Evaluator, { schema }: Resource, name: string): boolean {
  const { schemas } = session.work.served.plan;
  const member = schemas.shape(schema).at(name);
  return member === undefined || member.whole.nullable;
}

/** A value as the member stores it: an instant or an amount in the format of its schema, a span in seconds. */
export function toStored(...[session, resource, name, value]: readonly [Evaluator, Resource, string, unknown]) {
  return inFormOf(session.work.served.plan.schemas, resource.schema, name, value);
}

/** A value in the format that a schema requires for a member. */
export function inFormOf(...[schemas, schema, name, value]: readonly [SchemaReader, unknown, string, unknown]) {
  if (value instanceof Span) return value.milliseconds / 1000;
  if (typeof value !== 'number' && !(value instanceof Date)) return value;
  const flat = schemas.shape(schema).at(name)?.flat ?? schemas.shape(undefined).flat;
  if (typeof value === 'number') return inDecimals(flat, value);
  return formatMemberInstant(flat, name, value) ?? value.toISOString();
}
