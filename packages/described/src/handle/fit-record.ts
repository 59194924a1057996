import { isObject, parsePointer } from '@understudy/contract';
import {
  type ApiPlan,
  findSuccessBody,
  getMember,
  type OperationPlan,
  type Resource,
  remember,
  type Shape,
} from '@understudy/model';
import type { BodyGenerator } from '../answer/body-generator.js';
import type { ValueFacts } from '../answer/create-minimal-value.js';
import { createMissingValue } from '../answer/create-missing-value.js';
import { defineMember } from '../answer/shape-value.js';
import { layoutOf, showStored } from '../answer/show-stored.js';

/** The plan of an API, and the generator of its bodies. */
interface Served {
  readonly plan: ApiPlan;
  readonly bodies: BodyGenerator;
}

/** A record whose members are not stored yet. */
interface MadeRecord {
  readonly resource: Resource;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of the members that must be kept even if they do not fit. */
  readonly kept: ReadonlySet<string>;
  /** The operation that creates the record. Its response can omit members. */
  readonly creation?: OperationPlan;
  readonly facts: ValueFacts;
  /** The same seed gives the same corrections. */
  readonly seed: string;
}

/**
 * Corrects generated members of a record that its responses could not contain: replaces them by valid values, or omits
 * them.
 */
export function fitRecord(served: Served, made: MadeRecord): Record<string, unknown> {
  const { resource, fields, kept, facts, seed, creation } = made;
  const record = { ...fields };
  const answer = findAnswer(served, resource, creation);
  if (answer === undefined) return record;
  const { plan, type, shape, fitting } = answer;
  const { schemas } = served.plan;
  for (const { name, member, isRequired } of shape === undefined ? [] : layoutOf(shape).described) {
    if (!isRequired || Object.hasOwn(record, name)) continue;
    defineMember(record, name, createMissingValue(schemas, member.schema, { facts, name, holder: fields }));
  }
  const members = `${Object.keys(record)} ${[...kept]}`;
  if (fitting?.has(members)) return record;
  const wrap = (inner: unknown) =>
    plan.wrapped.reduceRight((value, name) => ({ [name]: value }), plan.does === 'list' ? [inner] : inner);
  const { operation, responses, statuses } = plan;
  const order = { operation, responses, status: statuses[0] ?? 200, facts, seed, examples: false };
  const depth = plan.wrapped.length + (plan.does === 'list' ? 1 : 0);
  // Nested members that only the response adds are not stored yet.
  if (creation !== undefined && shape !== undefined) {
    const shown = showStored(schemas, record, { schema: shape.schema, facts });
    if (served.bodies.findings(order, type, wrap(shown)).length === 0) {
      if ((fitting?.size ?? mostFitting) < mostFitting) fitting?.add(members);
      return record;
    }
  }
  const wrapped = wrap(record);
  const findings = served.bodies.findings(order, type, wrapped);
  const wrong = findings
    .filter(({ ruleId }) => creation === undefined || !ruleId.endsWith('undocumented-property'))
    .map(({ pointer }) => parsePointer(pointer.slice('/body'.length))[depth])
    .filter((name) => name === undefined || !kept.has(name));
  if (wrong.length === 0) return record;
  const found = getMember(served.bodies.make({ ...order, wanted: [wrapped] })?.body, plan.wrapped.join('.'));
  const other: unknown = Array.isArray(found) ? found[0] : found;
  if (!isObject(other)) return record;
  // The finding can be about the whole record, for example if it fits no alternative.
  const names = wrong.includes(undefined) ? [...Object.keys(record), ...Object.keys(other)] : wrong;
  for (const name of new Set(names)) {
    if (name === undefined || kept.has(name)) continue;
    if (Object.hasOwn(other, name)) defineMember(record, name, other[name]);
    else delete record[name];
  }
  return record;
}

/** The response that shows the record and must accept it. */
interface ShowingAnswer {
  readonly plan: OperationPlan;
  readonly type: string;
  /** The schema of the record in the response, unless it depends on the record. */
  readonly shape: Shape | undefined;
  /**
   * The member sets of records that were already found to fit: records with the same members are generated in the same
   * way. Undefined if the members depend on each other.
   */
  readonly fitting: Set<string> | undefined;
}

/** Maximum number of member sets that are cached for a response. */
const mostFitting = 100;

const answers = new WeakMap<Resource, Map<OperationPlan | undefined, ShowingAnswer | undefined>>();

function findAnswer(
  served: Served,
  resource: Resource,
  creation: OperationPlan | undefined,
): ShowingAnswer | undefined {
  const ofResource = remember(answers, resource, () => new Map());
  return remember(ofResource, creation, () => {
    const isShown = creation?.shows === undefined && creation !== undefined && findSuccessBody(creation) !== undefined;
    const plan = isShown ? creation : findShowing(served, resource);
    const described = plan === undefined ? undefined : findSuccessBody(plan);
    if (plan === undefined || described === undefined) return undefined;
    const inner = served.plan.schemas.shape(described.schema).at(plan.wrapped.join('.'));
    const shape = plan.does === 'list' ? inner?.items : inner;
    const own = shape !== undefined && layoutOf(shape).plain ? shape : undefined;
    const { keywords = {} } = own?.whole ?? {};
    const { if: condition, not, dependentSchemas, dependentRequired, minProperties, maxProperties } = keywords;
    const relating = [condition, not, dependentSchemas, dependentRequired, minProperties, maxProperties];
    const isRelated = relating.some((each) => each !== undefined);
    return { plan, type: described.type, shape: own, fitting: isRelated ? undefined : new Set() };
  });
}

/** The operation that shows the whole record, preferably a read. */
function findShowing(served: Served, resource: Resource): OperationPlan | undefined {
  const plans = [...served.plan.operations.values()].filter(
    (each) => each.resource === resource && each.shows === undefined && findSuccessBody(each) !== undefined,
  );
  const order = ['read', 'list', 'create', 'replace', 'update'] as const;
  return order.flatMap((does) => plans.filter((each) => each.does === does))[0];
}
