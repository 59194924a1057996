import { isObject, omitUndefined } from '@understudy/contract';
import {
  type ActionEffects,
  type ApiPlan,
  type BehaviorModel,
  effectOf,
  type ListPlan,
  type OperationPlan,
  type OperationStatement,
  type ParameterCopy,
  type Resource,
  type ResourceEffect,
  type ResourceStatement,
  type ValueSource,
} from '@understudy/model';
import { fromSet, fromSets } from './effects.js';
import { toValueSource } from './value-source.js';

type Plan = Omit<ApiPlan, 'behavior' | 'model' | 'writeReadableModel'>;

/** Infers the details of an operation whose effect a model names. */
export type Complete = (
  id: string,
  intent: { readonly does: ResourceEffect; readonly resource?: Resource },
) => OperationPlan | undefined;

/**
 * Applies the statements of a model to a plan: what the model says replaces what was inferred, and what it omits stays.
 * A complete model, as `toModel` writes it, gives the same plan.
 */
export function applyModel(plan: Plan, model: BehaviorModel, complete: Complete): Plan {
  const stated = model.resources ?? {};
  const shapes = new Map([...plan.resources.values()].map(({ name, shape }) => [name, shape]));
  const changed = new Map<Resource, Resource>();
  for (const resource of plan.resources.values()) {
    const statement = stated[resource.name];
    if (statement !== undefined) changed.set(resource, applyResource(resource, statement, shapes));
  }
  const currentOf = (resource: Resource): Resource => changed.get(resource) ?? resource;
  const resources = new Map([...plan.resources.values()].map(currentOf).map((resource) => [resource.shape, resource]));
  for (const [name, statement] of Object.entries(stated))
    if (!shapes.has(name)) {
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
      const statement = model.operations?.[id];
      return [
        id,
        statement === undefined
          ? own
          : applyOperation(own, statement, { ...{ id, byName, completed }, schemas: plan.schemas }),
      ];
    }),
  );
  const seed = { ...plan.seed, ...readCounts(model.seeds) };
  const webhookPolicy = { ...plan.webhookPolicy, ...model.webhooks };
  const stamps = new Map(
    [...resources.values()].map(({ name, shape }) => {
      const own = plan.stamps.get([...plan.resources.values()].find((each) => each.name === name)?.shape ?? shape);
      const given = stated[name]?.stamps;
      return [shape, given === null ? new Map() : fromSets(given, own)] as const;
    }),
  );
  return { ...plan, stamps, resources, operations, seed, webhookPolicy };
}

/** The numbers of records and the records that seeds state. What generated records are like is apart. */
function readCounts(seeds: BehaviorModel['seeds']): Plan['seed'] {
  const counts = Object.entries(seeds ?? {}).flatMap(([name, each]) => {
    if (typeof each === 'number' || Array.isArray(each)) return [[name, each] as const];
    return isObject(each) && typeof each['count'] === 'number' && each['each'] === undefined
      ? [[name, each['count']] as const]
      : [];
  });
  return Object.fromEntries(counts);
}

/** The member of the request with the records of a batch: empty for the whole body. Undefined for any other list. */
function toBodyPath(each: unknown): string | undefined {
  if (each === 'body') return '';
  const source = toValueSource(each);
  return source?.in === 'body' ? source.name : undefined;
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
  // What starts from a state is no step of a chain.
  const steps = Object.values(lifecycle?.transitions ?? {}).flatMap(({ after, from, to }) =>
    after === undefined || from !== undefined ? [] : [{ after, value: to }],
  );
  return omitUndefined({
    ...resource,
    shape: path ?? resource.shape,
    key: key?.member ?? resource.key,
    keyLinkedBy: key?.link ?? resource.keyLinkedBy,
    alias: alias ?? resource.alias,
    parents: parents ?? resource.parents,
    parent: parent === undefined ? resource.parent : shapes.get(parent),
    kept: created ?? resource.kept,
    single: single ?? resource.single,
    tenant: tenant ?? resource.tenant,
    marksDeleted: deleted === undefined ? resource.marksDeleted : deleted === 'mark',
    keepsDeleted: deleted === undefined ? resource.keepsDeleted : deleted === 'keep' ? true : undefined,
    writable:
      writable === undefined ? resource.writable : new Map(writable.map((name) => [name, resource.writable.get(name)])),
    states: lifecycle === undefined || steps.length === 0 ? resource.states : { property: lifecycle.member, steps },
  }) as Resource;
}

/** A resource that only a model names. */
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
  readonly schemas: Plan['schemas'];
}

function applyOperation(
  inferred: OperationPlan,
  statement: OperationStatement,
  { id, byName, completed, schemas }: Named,
): OperationPlan {
  const effect = effectOf(statement);
  const resource = effect === undefined ? undefined : byName.get(effect.resource);
  const isAnswer = statement.answer !== undefined || statement.stream !== undefined;
  const does: ResourceEffect | undefined = isAnswer && effect === undefined ? 'answer' : toResourceEffect(effect?.does);
  const isSame =
    does === undefined || (does === inferred.does && (does === 'answer' || resource === inferred.resource));
  const base = isSame ? inferred : (completed(id, omitUndefined({ does, resource })) ?? inferred);
  const through = statement.through?.flatMap((step) => {
    const found = byName.get(step.resource);
    return found === undefined ? [] : [{ resource: found, sources: sourcesOf(step.keys) ?? [] }];
  });
  const { status } = statement;
  const effects = removes(statement, 'set') ? undefined : effectsOf(base, statement);
  const part = effect?.part ?? statement.part;
  return omitUndefined({
    ...base,
    key: changed(statement, 'key', base.key, toValueSource),
    parents: sourcesOf(statement.parents) ?? base.parents,
    scope: changed(statement, 'scope', base.scope, sourcesOf),
    through: through ?? base.through,
    statuses: status === undefined ? base.statuses : Array.isArray(status) ? status : [status],
    wrapped: statement.in === undefined ? base.wrapped : toPath(statement.in),
    shows: changed(statement, 'shows', base.shows),
    sent: statement.from === undefined ? base.sent : toPath(statement.from),
    each: changed(statement, 'each', base.each, toBodyPath),
    member: removes(statement, 'part') ? undefined : effects?.list === undefined ? (part ?? base.member) : base.member,
    effects,
    copies: changed(statement, 'copies', base.copies, (copies) => fromCopies(schemas, base.resource, copies)),
    flags: changed(statement, 'flags', base.flags, (flags) => fromSets(flags, base.flags)),
    upserts: changed(statement, 'missing', base.upserts, (missing) => missing === 'create' || upsertsNot(base)),
    refuses: changed(statement, 'missing', base.refuses, (missing) => missing === 'refuse' || undefined),
    partial: changed(statement, 'partial', base.partial),
    sends: changed(statement, 'sends', base.sends) ?? [],
    webhookPolicy: { ...base.webhookPolicy, ...statement.webhooks },
    conventions: omitUndefined({
      ...base.conventions,
      idempotency: statement.idempotent === undefined ? base.conventions.idempotency : statement.idempotent !== false,
      etag: statement.etag === undefined ? base.conventions.etag : statement.etag !== false,
      rateLimit: changed(statement, 'rateLimit', base.conventions.rateLimit),
    }),
    list: base.does === 'list' ? listOf(base.list ?? { filters: {} }, statement) : base.list,
  }) as OperationPlan;
}

function upsertsNot({ upserts }: OperationPlan): false | undefined {
  return upserts === true ? undefined : upserts;
}

/** Reads which members repeat a parameter. Those that a statement does not name stay. */
function fromCopies(
  schemas: Plan['schemas'],
  resource: Resource | undefined,
  copies: NonNullable<OperationStatement['copies']>,
): readonly ParameterCopy[] {
  return Object.entries(copies).flatMap(([member, text]): ParameterCopy[] => {
    const source = toValueSource(text);
    const [first = '', ...rest] = member.split('.');
    if (source?.in !== 'path') return [];
    const { types } = schemas.chosen(schemas.member(resource?.schema, member));
    const isNumber = rest.length === 0 && types.some((type) => type === 'integer' || type === 'number');
    return [{ parameter: source.name, path: rest.length === 0 ? [first] : [first, rest.join('.')], isNumber }];
  });
}

function sourcesOf(list: readonly unknown[] | undefined): ValueSource[] | undefined {
  return list?.flatMap((text) => toValueSource(text) ?? []);
}

/** The effect in a plan of the effect that a statement names. */
function toResourceEffect(does: string | undefined): ResourceEffect | undefined {
  if (does === 'add' || does === 'remove' || does === 'restore') return 'act';
  if (does === 'login') return 'answer';
  return does === 'file' ? 'read' : (does as ResourceEffect | undefined);
}

function effectsOf(
  base: OperationPlan,
  { add, remove, set, merge, part, item }: OperationStatement,
): ActionEffects | undefined {
  const list = part ?? /^.+?\.(.+)\[\]$/.exec(add ?? remove ?? '')?.[1];
  const mode = add !== undefined ? ('add' as const) : remove !== undefined ? ('remove' as const) : merge;
  if (base.does === 'answer' || (set === undefined && mode === undefined)) return base.effects;
  const { effects } = fromSet(set);
  const own = set === undefined && base.effects !== undefined ? base.effects : effects;
  if (mode === undefined) return own;
  if (list === undefined) return mode === 'set' ? own : { ...own, lists: mode };
  const source = item === undefined ? undefined : toValueSource(item);
  return { ...own, list: omitUndefined({ member: list, mode, from: source?.name }) };
}

function listOf(base: ListPlan, statement: OperationStatement): ListPlan {
  const { page, sort, order, under } = statement;
  // A literal selects, and joins nothing.
  const [joined] = Object.entries(under ?? {}).filter(([, text]) => toValueSource(text)?.in !== 'literal');
  const source = joined === undefined ? undefined : toValueSource(joined[1]);
  const paging = page === 'none' || page === undefined ? {} : page;
  const kept = page === undefined ? base : keepStyle(base, paging.style);
  return omitUndefined({
    ...kept,
    page: paging.page ?? kept.page,
    size: paging.size ?? kept.size,
    offset: paging.offset ?? kept.offset,
    cursor: paging.after ?? kept.cursor,
    before: paging.before ?? kept.before,
    next: paging.next ?? kept.next,
    pageSize: paging.default ?? kept.pageSize,
    first: paging.first ?? kept.first,
    filters: withoutRemoved(changed(statement, 'like', base.filters)),
    search: changed(statement, 'search', base.search),
    since: changed(statement, 'since', base.since),
    labels: changed(statement, 'labels', base.labels),
    sort: sort?.parameter ?? base.sort,
    direction: sort?.direction ?? base.direction,
    newestFirst: removes(statement, 'order') ? undefined : order === '-created' ? true : base.newestFirst,
    across: changed(statement, 'across', base.across),
    refers: changed(statement, 'refers', base.refers, sourcesOf),
    refersTo: source === undefined || joined === undefined ? base.refersTo : { member: joined[0], source },
  }) as ListPlan;
}

/** True if a statement removes what was inferred: its member is null. */
function removes(statement: OperationStatement, name: keyof OperationStatement): boolean {
  const value: unknown = statement[name];
  return value === null;
}

/** The value that a statement gives a detail of a plan: its own, none if it removes it, or the inferred one. */
function changed<Name extends keyof OperationStatement, Value>(
  ...[statement, name, inferred, read = (value) => value as Value]: readonly [
    OperationStatement,
    Name,
    Value | undefined,
    ((value: NonNullable<OperationStatement[Name]>) => Value | undefined)?,
  ]
): Value | undefined {
  const value = statement[name];
  if (removes(statement, name)) return undefined;
  return value === undefined || value === null ? inferred : read(value);
}

/** A parameter with null selects nothing. */
function withoutRemoved(filters: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, member]: [string, unknown]) => member !== null));
}

/** A list whose pages a request names in one way only. Without a style, a person names all parameters. */
function keepStyle(base: ListPlan, style: 'number' | 'offset' | 'cursor' | undefined): ListPlan {
  const { page, size, offset, cursor, before, next, pageSize, first, ...others } = base;
  if (style === undefined) return others;
  const common = { ...others, size, pageSize };
  const own = { number: { page, first }, offset: { offset }, cursor: { cursor, before, next } }[style];
  return omitUndefined({ ...common, ...own });
}

function toPath(text: string): string[] {
  return text === '' ? [] : text.split('.');
}
