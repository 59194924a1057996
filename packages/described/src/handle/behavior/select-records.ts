import { type CompiledExpression, getMember } from '@understudy/model';
import type { ResourceCall } from '../api-runtime.js';
import type { StoredEntity } from '../entity-store.js';
import { compareMembers } from './compare-members.js';

type Query = Readonly<Record<string, unknown>>;

/** True if the model filters or sorts the records of a list, so that all of them must be read. */
export function selectsByModel(call: ResourceCall, query: Query): boolean {
  const { where = [], under = [], only } = operationOf(call) ?? {};
  const isAsked = where.some(([name]) => isGiven(query[name]));
  return isAsked || under.length > 0 || only !== undefined || orderOf(call, query) !== undefined;
}

/**
 * The members by which the model filters and sorts the records of a list.
 *
 * @returns undefined if a condition depends on more than members of the record
 */
export function listSelecting(call: ResourceCall, query: Query): readonly string[] | undefined {
  const { where = [], under = [], only } = operationOf(call) ?? {};
  const asked = where.flatMap(([name, condition]) => (isGiven(query[name]) ? [condition] : []));
  const conditions = only === undefined ? asked : [...asked, only];
  if (conditions.some(({ text, uses }) => uses.resources.size > 0 || /\bself\b(?!\.)/.test(text))) return undefined;
  const steps = orderOf(call, query)?.split(',') ?? [];
  return [
    ...conditions.flatMap(({ uses }) => [...uses.own]),
    ...under.map(([path]) => path.join('.')),
    ...steps.map((each) => each.trim().replace(/^[-+]/, '')),
  ];
}

/** Returns the records with their computed members. */
export function showRecords({ session, resource }: ResourceCall, entities: readonly StoredEntity[]): StoredEntity[] {
  return entities.map((each) => {
    const fields = session.show(resource, each.fields ?? {}, each);
    return fields === each.fields ? each : { ...each, fields };
  });
}

/** The records that pass the filters of the model, in the order of the model. */
export function selectRecords(
  call: ResourceCall,
  query: Query,
  entities: readonly StoredEntity[],
): readonly StoredEntity[] {
  const { session } = call;
  const { where = [], under = [], only } = operationOf(call) ?? {};
  let left = only === undefined ? entities : entities.filter(({ fields }) => holds(call, only, { self: fields }));
  for (const [path, value] of under) {
    const wanted = session.evaluate(value, {});
    left = left.filter(({ fields }) => isOneOf(getMember(fields, path.join('.')), wanted));
  }
  for (const [name, condition] of where)
    if (isGiven(query[name]))
      left = left.filter(({ fields }) => holds(call, condition, { self: fields, value: query[name] }));
  const order = orderOf(call, query);
  if (order === undefined) return left;
  const steps = order.split(',').map((each) => /^([-+]?)(.*)$/.exec(each.trim()) ?? []);
  const behavior = session.behaviorOf(call.resource);
  return [...left].sort((one, other) => {
    for (const [, sign, member = ''] of steps) {
      const difference = compareMembers(behavior, member, [one.fields, other.fields]);
      if (difference !== 0) return sign === '-' ? -difference : difference;
    }
    // Equal records are sorted by creation, in the direction of the first sort member.
    return steps[0]?.[1] === '-' ? other.order - one.order : one.order - other.order;
  });
}

function operationOf({ served, plan }: ResourceCall) {
  return served.plan.behavior.operations.get(plan.operation.operationId);
}

/** The sort order that the request selects by name, or the default order. */
function orderOf(call: ResourceCall, query: Query): string | undefined {
  const { order, orders = {} } = operationOf(call)?.statement ?? {};
  const asked = String(query[call.plan.list?.sort ?? ''] ?? '');
  return (
    (Object.hasOwn(orders, asked) ? orders[asked] : undefined) ??
    order ??
    call.session.behaviorOf(call.resource)?.statement.order
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function holds({ session }: ResourceCall, condition: CompiledExpression, values: Query): boolean {
  return session.evaluate(condition, values) === true;
}

/** True if a member has a value, or is a list that contains it. */
function isOneOf(value: unknown, wanted: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).some((each) => String(each) === String(wanted));
}
