import { isObject, omitUndefined } from '@understudy/contract';
import {
  type ActionEffects,
  type ApiPlan,
  type BehaviorModel,
  effectOf,
  isWholeAnswer,
  type ListPlan,
  type OperationPlan,
  type OperationStatement,
  type Resource,
  type ResourceEffect,
  type ResourceStatement,
} from '@understudy/model';
import { readDetails } from './details.js';
import { listDetails, operationDetails, pageDetails, sourcesOf } from './operation-details.js';
import { toValueSource } from './value-source.js';

type Plan = Omit<ApiPlan, 'behavior' | 'model' | 'ruled' | 'writeReadableModel'>;

/** Infers the details of an operation whose effect is stated in a model. */
export type Complete = (
  id: string,
  intent: { readonly does: ResourceEffect; readonly resource?: Resource },
) => OperationPlan | undefined;

/**
 * Applies the statements of a model to a plan. Stated parts replace inferred ones, and other parts do not change. A
 * complete model, as written by `toModel`, results in the same plan.
 */
export function applyModel(plan: Plan, model: BehaviorModel, complete: Complete): Plan {
  const stated = model.resources ?? {};
  const shapes = new Map([...plan.resources.values()].map(({ name, shape }) => [name, shape]));
  const changed = new Map<Resource, Resource>();
  for (const resource of plan.resources.values()) {
    const statement = stated[resource.name] ?? undefined;
    if (statement === undefined) continue;
    const member = statement.key?.member ?? resource.key;
    // A key has the schema of its member.
    const keySchema =
      member === resource.key ? resource.keySchema : plan.schemas.member(resource.schema, String(member));
    changed.set(resource, applyResource({ ...resource, keySchema }, statement, shapes));
  }
  const currentOf = (resource: Resource): Resource => changed.get(resource) ?? resource;
  const resources = new Map([...plan.resources.values()].map(currentOf).map((resource) => [resource.shape, resource]));
  for (const [name, statement] of Object.entries(stated))
    if (!shapes.has(name) && statement !== null) {
      const added = addResource(plan, name, statement);
      resources.set(added.shape, added);
    }
  const byName = new Map([...resources.values()].map((resource) => [resource.name, resource]));
  const completed: Complete = (id, intent) => {
    const found = complete(id, intent);
    return found === undefined ? undefined : withResources(found, currentOf);
  };
  const operations = new Map(
    [...plan.operations].map(([id, each]): [string, OperationPlan] => {
      const own = withResources(each, currentOf);
      const statement = model.operations?.[id] ?? undefined;
      return [id, statement === undefined ? own : applyOperation(own, statement, { id, byName, completed })];
    }),
  );
  return { ...plan, resources, operations };
}

function withResources(plan: OperationPlan, currentOf: (resource: Resource) => Resource): OperationPlan {
  const through = plan.through.map((step) => ({ ...step, resource: currentOf(step.resource) }));
  return plan.resource === undefined ? { ...plan, through } : { ...plan, through, resource: currentOf(plan.resource) };
}

function applyResource(
  resource: Resource,
  statement: ResourceStatement,
  shapes: ReadonlyMap<string, string>,
): Resource {
  const { path, key, alias, parents, parent, created, single, tenant, deleted, writable, lifecycle } = statement;
  // A transition with `from` is not part of the chain of states.
  const isChained = Object.values(lifecycle?.transitions ?? {}).some((each) => each?.after !== undefined && !each.from);
  const refused = [...resource.writable.keys()].filter((name) => writable?.includes(name) === false);
  const left = <Value>(value: Value | undefined, inferred: Value | undefined) =>
    value === null ? undefined : (value ?? inferred);
  return omitUndefined({
    ...resource,
    shape: path ?? resource.shape,
    key: key?.member ?? resource.key,
    keyLinkedBy: key?.link ?? resource.keyLinkedBy,
    alias: left(alias, resource.alias),
    parents: parents ?? resource.parents,
    parent: parent === undefined ? resource.parent : shapes.get(parent),
    kept: created ?? resource.kept,
    single: single ?? resource.single,
    tenant: left(tenant, resource.tenant),
    marksDeleted: deleted === undefined ? resource.marksDeleted : deleted === 'mark',
    keepsDeleted: deleted === undefined ? resource.keepsDeleted : deleted === 'keep' ? true : undefined,
    writable: new Map([...(writable ?? []).map((name) => [name, undefined] as const), ...resource.writable]),
    refused: refused.length === 0 ? undefined : new Set(refused),
    isChained: isChained || resource.isChained,
  }) as Resource;
}

/** Creates a resource that only a model states. */
function addResource({ schemas }: Plan, name: string, statement: ResourceStatement): Resource {
  const schema = statement.schema === undefined ? {} : schemas.target(statement.schema);
  const key = statement.key?.member ?? 'id';
  const base: Resource = {
    ...{ name, shape: `/${name}:added`, parents: 0, key, schema, kept: true, single: false },
    keySchema: schemas.member(schema, key),
    writable: schemas.chosen(schema).properties,
  };
  return applyResource(base, statement, new Map());
}

interface Named {
  readonly id: string;
  readonly byName: ReadonlyMap<string, Resource>;
  readonly completed: Complete;
}

function applyOperation(
  inferred: OperationPlan,
  statement: OperationStatement,
  { id, byName, completed }: Named,
): OperationPlan {
  const effect = effectOf(statement);
  const resource = effect === undefined ? undefined : byName.get(effect.resource);
  const isAnswer = isWholeAnswer(statement) || statement.stream !== undefined;
  // Responses from the description or from a file have no record in the plan.
  const isPlain = effect === undefined || effect.does === 'file';
  const does: ResourceEffect | undefined = isAnswer && isPlain ? 'answer' : toResourceEffect(effect?.does);
  const isSame =
    does === undefined || (does === inferred.does && (does === 'answer' || resource === inferred.resource));
  const base = isSame ? inferred : (completed(id, omitUndefined({ does, resource })) ?? inferred);
  const through = statement.through?.flatMap((step) => {
    const found = byName.get(step.resource);
    return found === undefined ? [] : [{ resource: found, sources: sourcesOf(step.keys) }];
  });
  const effects = removes(statement, 'set') ? undefined : effectsOf(base, statement);
  const part = effect?.part ?? statement.part;
  return omitUndefined({
    ...readDetails(operationDetails, statement, base),
    through: through ?? base.through,
    member: removes(statement, 'part') ? undefined : effects?.list === undefined ? (part ?? base.member) : base.member,
    effects,
    list: base.does === 'list' ? listOf(base.list ?? { filters: {} }, statement) : base.list,
  }) as OperationPlan;
}

/** True if a statement has the same effect as the operation in the plan. */
export function isSameEffect({ does, resource, effects }: OperationPlan, statement: OperationStatement): boolean {
  const effect = effectOf(statement);
  if (effect === undefined) return does === 'answer' && isWholeAnswer(statement);
  const isSamePart = effect.part === undefined || effect.part === effects?.list?.member;
  return toResourceEffect(effect.does) === does && effect.resource === resource?.name && isSamePart;
}

/** Returns the effect in a plan for the effect in a statement. */
function toResourceEffect(does: string | undefined): ResourceEffect | undefined {
  if (does === 'add' || does === 'remove' || does === 'restore') return 'act';
  if (does === 'login') return 'answer';
  return does === 'file' ? 'read' : (does as ResourceEffect | undefined);
}

function effectsOf(
  base: OperationPlan,
  { add, remove, set, merge, part, item }: OperationStatement,
): ActionEffects | undefined {
  const list = part ?? /^[^.]+\.(.+)\[\]$/.exec(add ?? remove ?? '')?.[1];
  const mode = add !== undefined ? ('add' as const) : remove !== undefined ? ('remove' as const) : merge;
  // A creation with effects is a copy. Other assignments do not turn a creation into a copy.
  const isPlain = base.does !== 'act' && base.effects === undefined;
  if (base.does === 'answer' || (mode === undefined && (set === undefined || isPlain))) return base.effects;
  const own = (set === undefined ? base.effects : undefined) ?? { set: isObject(set) ? set : {} };
  if (mode === undefined) return own;
  if (list === undefined) return mode === 'set' ? own : { ...own, lists: mode };
  const source = item === undefined ? undefined : toValueSource(item);
  return { ...own, list: omitUndefined({ member: list, mode, from: source?.name }) };
}

function listOf(base: ListPlan, statement: OperationStatement): ListPlan {
  const { page, sort, order, under } = statement;
  // A literal only filters. It does not refer to another resource.
  const [joined] = Object.entries(under ?? {}).filter(([, text]) => toValueSource(text)?.in !== 'literal');
  const source = joined === undefined ? undefined : toValueSource(joined[1]);
  const paging = page === 'none' || page === undefined || page === null ? {} : page;
  const paged = readDetails(pageDetails, paging, page === undefined ? base : keepStyle(base, paging.style));
  return omitUndefined({
    ...readDetails(listDetails, statement, paged),
    ...(removes(statement, 'like') ? { filters: {} } : {}),
    sort: sort?.parameter ?? base.sort,
    direction: sort?.direction ?? base.direction,
    newestFirst: removes(statement, 'order') ? undefined : order === '-created' ? true : base.newestFirst,
    refersTo: source === undefined || joined === undefined ? base.refersTo : { member: joined[0], source },
  }) as ListPlan;
}

/** True if a statement removes an inferred part, which means that its member is null. */
function removes(statement: OperationStatement, name: keyof OperationStatement): boolean {
  const value: unknown = statement[name];
  return value === null;
}

/** Reduces the pagination of a list to the stated style. Without a style, the model states all parameters. */
function keepStyle(base: ListPlan, style: 'number' | 'offset' | 'cursor' | undefined): ListPlan {
  const { page, size, offset, cursor, before, next, pageSize, first, ...others } = base;
  if (style === undefined) return others;
  const common = { ...others, size, pageSize };
  const own = { number: { page, first }, offset: { offset }, cursor: { cursor, before, next } }[style];
  return omitUndefined({ ...common, ...own });
}
