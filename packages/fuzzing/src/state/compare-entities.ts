import { isJsonNumber, joinPointer, membersOf, readNumber } from '@understudy/contract';
import { draftRequest, isValidBody } from '@understudy/described';
import { entitySchema, getMember, type OperationPlan } from '@understudy/model';
import type { StateSession } from './state-session.js';
import type { CreatedEntity, Expectation, StateStep, Violation } from './state-step.js';

interface Compared {
  readonly step: StateStep;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly says: string;
  readonly only?: readonly string[];
}

/** Finds the first sent member that a response returns with another value, although its schema describes the member. */
export function findDifference(session: StateSession, { step, sent, says, only }: Compared): Violation | undefined {
  const { plan } = step.planned;
  const shown = session.shownIn(step);
  const [name] = Object.entries(sent).find(
    ([name, value]) =>
      (only?.includes(name) ?? true) &&
      isShown(session, plan, { name, value }) &&
      !isSame(value, getMember(shown, name)),
  ) ?? [undefined];
  if (name === undefined) return undefined;
  return Array.isArray(sent[name])
    ? wrongValue(step, `${says} ${name}`, [name, 0], null, '!=')
    : wrongValue(step, `${says} ${name}`, [name], sent[name]);
}

/** Creates the violation for a response that lacks a value at a path in its record or list, or contains it (`!=`). */
export function wrongValue(
  step: StateStep,
  says: string,
  path: readonly (string | number)[],
  ...[value, operator = '==']: readonly [unknown, Expectation['operator']?]
): Violation {
  const pointer = joinPointer('', ...step.planned.plan.wrapped, ...path);
  return { step, says, expected: { parts: [`$response.body#${pointer}`], operator, value } };
}

/** A valid change of an entity. */
interface Change {
  readonly body: unknown;
  readonly values: Readonly<Record<string, unknown>>;
  /** A body for each value alone. Empty if the API requires several of them in each request. */
  readonly parts: readonly unknown[];
}

/** Returns a valid body that changes members, or undefined if the API cannot change members that responses contain. */
export function changeBody(
  session: StateSession,
  { plan, created, before, most }: { plan: OperationPlan; created: CreatedEntity; before: StateStep; most: number },
): Change | undefined {
  const {
    plan: { schemas },
    variants,
  } = session.context;
  const draft = draftRequest(schemas, plan).body;
  if (draft === undefined || Array.isArray(draft.value) || !draft.type.includes('json')) return undefined;
  const shown = membersOf(session.shownIn(before));
  const { references = [] } = session.context.plan.behavior.resources.get(session.resource.name) ?? {};
  const { properties, required } = variants.sentMembers(plan);
  const entity = Object.fromEntries(
    Object.entries(created.entity).filter(([name]) => properties.size === 0 || properties.has(name)),
  );
  // Some members can only be set after the creation.
  const later = Object.entries(shown).filter(([name]) => properties.has(name) && !Object.hasOwn(entity, name));
  // A replacement contains the values that earlier ones have set.
  const current = Object.fromEntries(
    [...Object.entries(entity), ...later].flatMap(([name, sent]) =>
      isShown(session, before.planned.plan, { name, value: sent }) && typeof shown[name] === typeof sent
        ? [[name, shown[name]]]
        : [],
    ),
  );
  const values: Record<string, unknown> = {};
  for (const [name, value] of [...Object.entries(entity), ...later]) {
    if (Object.keys(values).length === most) break;
    // A changed reference would need another record.
    if (references.some(({ member }) => member.names[0] === name)) continue;
    if (!isShown(session, before.planned.plan, { name, value }) || shown[name] === undefined) continue;
    const isLater = !Object.hasOwn(entity, name);
    const [by, body] = isLater ? [plan, bodyWith({ [name]: value })] : [created.creates, created.body];
    const other = getMember(variants.change(by, { value: body, name }), [...by.sent, name].join('.'));
    if (other === undefined || isSame(other, shown[name])) continue;
    if (bodyWith({ [name]: other }) !== undefined) values[name] = other;
  }
  const body = Object.keys(values).length === 0 ? undefined : bodyWith(values);
  const single = Object.entries(values).map(([name, value]) => bodyWith({ [name]: value }));
  const isApart = single.every((part) => changedNames(part).length === 1);
  const parts = isApart ? single : [];
  return body === undefined ? undefined : { body, values, parts };

  function changedNames(part: unknown): string[] {
    return Object.keys(values).filter((name) => getMember(part, [...plan.sent, name].join('.')) !== undefined);
  }

  function bodyWith(some: Readonly<Record<string, unknown>>): unknown {
    const needed = Object.fromEntries(Object.entries(membersOf(draft?.value)).filter(([name]) => required.has(name)));
    const whole = { ...entity, ...current, ...some };
    const candidates = plan.does === 'update' ? [some, { ...needed, ...some }, whole] : [whole];
    return candidates
      .map((entity) => plan.sent.reduceRight<unknown>((inner, name) => ({ [name]: inner }), entity))
      .find((body) => isValidBody(plan.operation, draft?.type, body));
  }
}

/** Returns whether an operation's response contains a member with the sent value. */
function isShown(
  session: StateSession,
  plan: OperationPlan,
  { name, value }: { name: string; value: unknown },
): boolean {
  const {
    plan: { schemas },
    variants,
  } = session.context;
  const property = schemas.chosen(entitySchema(schemas, plan)).properties.get(name);
  const { keywords, types } = schemas.flat(property);
  const isHidden = keywords['readOnly'] === true || keywords['writeOnly'] === true;
  const isList = Array.isArray(value) && value.length > 0;
  const isAlike = types.some((type) => (type === 'integer' ? 'number' : type) === (isList ? 'array' : typeof value));
  const isAllowed = !Array.isArray(keywords['enum']) || keywords['enum'].includes(value);
  return (
    isAlike &&
    isAllowed &&
    !isHidden &&
    name !== session.resource.key &&
    variants.isComparable(name, isList ? '' : value)
  );
}

/**
 * Returns whether values are equivalent. Servers can expand a reference, write a number as a string, or reformat an
 * instant.
 */
function isSame(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(shown) && shown.length > 0;
  if (typeof shown === 'object' && shown !== null) return true;
  if (String(sent) === String(shown)) return true;
  const [one, other] = [sent, shown].map((each) =>
    /^\d{4}-\d\d-\d\d/.test(String(each)) ? Date.parse(String(each)) : NaN,
  );
  return one === other || (isJsonNumber(sent) && readNumber(String(shown)) === sent);
}
