import { isObject, parsePointer } from '@understudy/contract';
import { type ApiPlan, findSuccessBody, getMember, type OperationPlan, type Resource } from '@understudy/model';
import type { BodyGenerator } from '../answer/body-generator.js';
import type { ValueFacts } from '../answer/create-minimal-value.js';
import { defineMember } from '../answer/shape-value.js';

/** What an API shows. */
interface Served {
  readonly plan: ApiPlan;
  readonly bodies: BodyGenerator;
}

/** A record with members that nobody has stored yet. */
interface MadeRecord {
  readonly resource: Resource;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of the members that must stay, whether they fit or not. */
  readonly kept: ReadonlySet<string>;
  /** The operation that creates it. Its response need not show all members. */
  readonly creation?: OperationPlan;
  readonly facts: ValueFacts;
  /** Same seed, same corrections. */
  readonly seed: string;
}

/**
 * Corrects the generated members of a record that its operations could not answer with: they are replaced by values that
 * fit, or left out.
 */
export function fitRecord(served: Served, made: MadeRecord): Record<string, unknown> {
  const { resource, fields, kept, facts, seed, creation } = made;
  const isShown = creation?.shows === undefined && creation !== undefined && findSuccessBody(creation) !== undefined;
  const plan = isShown ? creation : findShowing(served, resource);
  const described = plan === undefined ? undefined : findSuccessBody(plan);
  const record = { ...fields };
  if (plan === undefined || described === undefined) return record;
  const inner = plan.does === 'list' ? [fields] : fields;
  const wrapped = plan.wrapped.reduceRight<unknown>((value, name) => ({ [name]: value }), inner);
  const { operation, responses, statuses } = plan;
  const order = { operation, responses, status: statuses[0] ?? 200, facts, seed, examples: false };
  const depth = plan.wrapped.length + (plan.does === 'list' ? 1 : 0);
  const wrong = served.bodies
    .findings(order, described.type, wrapped)
    .filter(({ ruleId }) => creation === undefined || !ruleId.endsWith('undocumented-property'))
    .map(({ pointer }) => parsePointer(pointer.slice('/body'.length))[depth])
    .filter((name) => name === undefined || !kept.has(name));
  if (wrong.length === 0) return record;
  const found = getMember(served.bodies.make({ ...order, wanted: [wrapped] })?.body, plan.wrapped.join('.'));
  const fitting: unknown = Array.isArray(found) ? found[0] : found;
  if (!isObject(fitting)) return record;
  // The record as a whole can be wrong, for example if it fits no alternative.
  const names = wrong.includes(undefined) ? [...Object.keys(record), ...Object.keys(fitting)] : wrong;
  for (const name of new Set(names)) {
    if (name === undefined || kept.has(name)) continue;
    if (Object.hasOwn(fitting, name)) defineMember(record, name, fitting[name]);
    else delete record[name];
  }
  return record;
}

/** The operation that shows the whole record, a read if there is one. */
function findShowing(served: Served, resource: Resource): OperationPlan | undefined {
  const plans = [...served.plan.operations.values()].filter(
    (each) => each.resource === resource && each.shows === undefined && findSuccessBody(each) !== undefined,
  );
  const order = ['read', 'list', 'create', 'replace', 'update'] as const;
  return order.flatMap((does) => plans.filter((each) => each.does === does))[0];
}
