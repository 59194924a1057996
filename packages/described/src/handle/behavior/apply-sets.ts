import { type CompiledAssignments, formatMemberInstant, getMember, setMember } from '@understudy/model';
import { shapeValue } from '../../answer/show-stored.js';
import { type ResourceCall, readObjectBody } from '../api-runtime.js';

type Fields = Record<string, unknown>;

/** Applies the assignments of an operation, of flags in its request, and of a new state. */
export function applySets(call: ResourceCall, fields: Fields, before: Readonly<Fields> | undefined): void {
  const { served, plan, session, resource, input } = call;
  // An effect on another resource has no assignments.
  const isOwn = plan.resource?.name === resource.name;
  const { set = [], flags } = (isOwn && served.plan.behavior.operations.get(plan.operation.operationId)) || {};
  assign(call, { fields, before }, set);
  const sent = flags === undefined || flags.size === 0 || Array.isArray(input.body) ? {} : readObjectBody(input.body);
  for (const [name, value] of Object.entries(sent)) {
    const byValue = flags?.get(name);
    if (typeof value === 'boolean' || typeof value === 'string')
      assign(call, { fields, before }, byValue?.get(String(value).toLowerCase()) ?? []);
  }
  if (before === undefined) return;
  for (const [member, states] of session.behaviorOf(resource)?.stamps ?? []) {
    const value = fields[member];
    if (typeof value !== 'string' || value === before[member]) continue;
    const own = states.get(value) ?? states.get(value.toLowerCase()) ?? [];
    const isFree = (name: string) => getMember(fields, name) === getMember(before, name);
    assign(
      call,
      { fields, before },
      own.filter(([path, { expressions }]) => expressions[0]?.text !== 'now' || isFree(path.join('.'))),
    );
  }
}

/** Sets members in the forms of their schemas. Null removes a member that cannot be null. */
function assign(
  { session, schemas, resource, facts, input }: ResourceCall,
  { fields, before }: { readonly fields: Fields; readonly before: Readonly<Fields> | undefined },
  assignments: CompiledAssignments,
): void {
  for (const [path, template] of assignments) {
    const name = path.join('.');
    const shape = schemas.shape(resource.schema).at(name);
    const value = session.evaluate(template, { self: fields, old: before ?? null });
    const [, sent] = /^body(?:\.(\w+))?$/.exec(template.expressions[0]?.text ?? '') ?? [];
    // A change of an object preserves its other members.
    if (sent !== undefined && path.length > 1 && getMember(input.body, sent) === undefined) continue;
    if (value instanceof Date) {
      const instant = formatMemberInstant(shape?.flat ?? schemas.shape(undefined).flat, name, value);
      if (instant !== undefined) setMember(fields, name, instant);
    } else if (value === null && shape?.whole.nullable === false) {
      if (path.length === 1) delete fields[name];
    } else if (sent === undefined) setMember(fields, name, alike(getMember(fields, name), value));
    else setMember(fields, name, shapeValue(schemas, value, shape?.schema, facts));
  }
}

/** Returns a state in the case of the one before. */
function alike(before: unknown, value: unknown): unknown {
  const isUpper = typeof before === 'string' && /^[A-Z_]{2,}$/.test(before);
  return isUpper && typeof value === 'string' ? value.toUpperCase() : value;
}
