import {
  type CompiledForm,
  type CompiledTransition,
  getMember,
  type Resource,
  setMember,
  toSingular,
} from '@understudy/model';
import type { BehaviorSession } from './behavior-session.js';
import { setAt, setComputedMember, toStored } from './computed-members.js';
import { sequenceOf } from './fill-form.js';
import { reasonOf, type Violation } from './model-error.js';

interface Change {
  readonly resource: Resource;
  readonly operationId: string;
  readonly before: Readonly<Record<string, unknown>>;
}

/**
 * Chooses the transition that an operation causes in the current state. Returns a violation if the state forbids all.
 */
export function chooseTransition(
  session: BehaviorSession,
  { resource, operationId, before }: Change,
): { readonly transition?: CompiledTransition; readonly violation?: Violation } {
  const lifecycle = session.behaviorOf(resource)?.lifecycle;
  if (lifecycle === undefined) return {};
  const shown = session.show(resource, before);
  const requested = (lifecycle.byRequest.get(operationId) ?? []).filter(
    (each) => each.requested !== undefined && session.evaluate(each.requested, { self: shown, old: shown }) === true,
  );
  const possible = requested.length > 0 ? requested : (lifecycle.byOperation.get(operationId) ?? []);
  const [first] = possible;
  if (first === undefined) return {};
  const state = getMember(shown, lifecycle.member.join('.'));
  const transition = possible.find(({ from }) => from.length === 0 || from.includes(String(state)));
  if (transition !== undefined) {
    for (const [kind, condition, { message: own, field }] of transition.needs)
      if (session.evaluate(condition, { self: shown, old: shown }) !== true) {
        const place = ['lifecycle', 'transitions', transition.name, 'needs', kind];
        const message = reasonOf(session, '/resources', resource.name, ...place);
        return { violation: { kind, message, own, self: shown, ...(field && { field }) } };
      }
    return { transition };
  }
  const word = toSingular(resource.name.split(/[.:]/).at(-1) ?? 'record');
  const states = [...new Set(possible.flatMap(({ from }) => from))].join(' or ');
  const message = `The ${word} is ${String(state)}; ${operationId} needs one that is ${states}`;
  return { violation: { kind: first.otherwise, message, field: lifecycle.member.join('.'), self: shown } };
}

/** Sets the new state and the members that a transition assigns. */
export function applyTransition(
  session: BehaviorSession,
  { resource, before }: Pick<Change, 'resource' | 'before'>,
  { name, to, set }: CompiledTransition,
  fields: Record<string, unknown>,
): void {
  const behavior = session.behaviorOf(resource);
  const member = behavior?.lifecycle?.member.join('.');
  session.made.push(name);
  if (to !== undefined && member !== undefined)
    setMember(fields, member, session.evaluate(to, { self: fields, old: before }));
  for (const [path, value] of set) {
    const path_ = path.join('.');
    const result = session.evaluate(value, { self: fields, old: before });
    setMember(fields, path_, toStored(session, resource, path_, result));
  }
  for (const each of behavior?.stamped.get(name) ?? [])
    setComputedMember(session, { resource, record: fields, member: each }, before);
}

/** Sets the members of a new record: defaults, formats, its initial state and the values set on creation. */
export function applyCreation(
  session: BehaviorSession,
  resource: Resource,
  fields: Record<string, unknown>,
  given: Readonly<Record<string, unknown>>,
): void {
  const behavior = session.behaviorOf(resource);
  if (behavior === undefined) return;
  for (const [location, value] of behavior.defaults)
    if (location.list !== undefined || getMember(given, location.names.join('.')) === undefined)
      setAt(session, { resource, record: fields, location, value, isDefault: location.list !== undefined });
  clearLaterMembers(session, resource, fields, given);
  const { lifecycle } = behavior;
  if (lifecycle?.initial !== undefined) {
    const state = session.evaluate(lifecycle.initial, { self: fields });
    if (state !== null) setMember(fields, lifecycle.member.join('.'), state);
  }
  for (const form of behavior.forms) setForm(session, resource, fields, form);
  const stamped = ['create', 'change'].flatMap((event) => behavior.stamped.get(event) ?? []);
  const isLive = (name: string) => behavior.live.some(({ path: { list, names } }) => (list ?? names)[0] === name);
  for (const each of stamped) {
    if (each.given && getMember(given, each.path.names.join('.')) !== undefined) continue;
    // A value set on creation can depend on other members of the record.
    for (const other of behavior.local) setComputedMember(session, { resource, record: fields, member: other });
    const self = [...each.expression.uses.own].some(isLive) ? session.show(resource, fields) : undefined;
    setComputedMember(session, { resource, record: fields, member: each, self });
  }
}

/** Sets a member by its format. List items that already have a value keep it. */
function setForm(
  ...[session, resource, fields, { path: location, form, per }]: readonly [
    BehaviorSession,
    Resource,
    Record<string, unknown>,
    CompiledForm,
  ]
): void {
  const name = sequenceOf(resource.name, location, per === undefined ? undefined : getMember(fields, per));
  const value = { evaluate: () => session.fill(form, name, fields) };
  setAt(session, { resource, record: fields, location, value, isDefault: location.list !== undefined });
}

/** Sets the members of new list items: defaults, formats and values set on creation. */
export function completeItems(session: BehaviorSession, resource: Resource, fields: Record<string, unknown>): void {
  const { defaults = [], forms = [], stamped } = session.behaviorOf(resource) ?? {};
  for (const [location, value] of defaults)
    if (location.list !== undefined) setAt(session, { resource, record: fields, location, value, isDefault: true });
  for (const form of forms) if (form.path.list !== undefined) setForm(session, resource, fields, form);
  for (const { path: location, expression: value } of stamped?.get('create') ?? [])
    if (location.list !== undefined) setAt(session, { resource, record: fields, location, value, isDefault: true });
}

/** Overwrites the members that an event sets, if they depend at most on the time. */
export function applyStamps(
  session: BehaviorSession,
  resource: Resource,
  fields: Record<string, unknown>,
  event: 'create' | 'change',
): void {
  const { stamped } = session.behaviorOf(resource) ?? {};
  for (const each of stamped?.get(event) ?? []) {
    const { resources, values } = each.expression.uses;
    const isFixed = resources.size === 0 && [...values].every((name) => name === 'now');
    if (isFixed && each.path.list === undefined) setComputedMember(session, { resource, record: fields, member: each });
  }
}

/** Sets members to null that only a later transition assigns. */
function clearLaterMembers(
  session: BehaviorSession,
  resource: Resource,
  fields: Record<string, unknown>,
  given: Readonly<Record<string, unknown>>,
): void {
  const { flat, members } = session.work.served.plan.schemas.shape(resource.schema);
  for (const { set, to } of session.behaviorOf(resource)?.lifecycle?.transitions ?? []) {
    if (to === undefined) continue;
    for (const [[name = '', ...inner]] of set) {
      if (inner.length > 0 || given[name] !== undefined) continue;
      if (members.get(name)?.whole.nullable === true) fields[name] = null;
      else if (!flat.required.has(name) && Object.hasOwn(fields, name)) delete fields[name];
    }
  }
}

/** Sets the members that depend only on the record, and the members that every change sets. */
export function applyComputed(
  session: BehaviorSession,
  resource: Resource,
  fields: Record<string, unknown>,
  isChange: boolean,
): void {
  const behavior = session.behaviorOf(resource);
  if (isChange)
    for (const each of behavior?.stamped.get('change') ?? [])
      setComputedMember(session, { resource, record: fields, member: each });
  for (const each of behavior?.local ?? []) setComputedMember(session, { resource, record: fields, member: each });
}
