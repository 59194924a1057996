import { isObject, omitUndefined } from '@understudy/contract';
import type {
  ApiPlan,
  BehaviorModel,
  ListPlan,
  OperationPlan,
  OperationStatement,
  PageStatement,
  Resource,
  ResourceStatement,
  ValueSource,
} from '@understudy/model';
import { toSet, toSets } from './effects.js';
import { toExpression } from './value-source.js';

type Plan = Omit<ApiPlan, 'behavior' | 'model' | 'writeReadableModel'>;

/** Writes everything that a plan contains, so that nothing is left to inference. */
export function toModel(plan: Plan): BehaviorModel {
  const pointers = findPointers(plan.schemas.document);
  const resources = [...plan.resources.values()].map((each) => [each.name, toResource(plan, each, pointers)] as const);
  const operations = [...plan.operations].map(([id, each]) => [id, toOperation(each)] as const);
  return omitEmpty({
    understudy: 1 as const,
    resources: Object.fromEntries(resources),
    operations: Object.fromEntries(operations),
    webhooks: { ...plan.webhookPolicy } as NonNullable<BehaviorModel['webhooks']>,
    seeds: { ...plan.seed } as NonNullable<BehaviorModel['seeds']>,
  });
}

function toResource(plan: Plan, resource: Resource, pointers: ReadonlyMap<object, string>): ResourceStatement {
  const { shape, parents, key, alias, keyLinkedBy, schema, kept, tenant, marksDeleted, single, parent, states } =
    resource;
  return omitUndefined({
    path: shape,
    schema: isObject(schema) ? pointers.get(schema) : undefined,
    key: key === undefined && keyLinkedBy === undefined ? undefined : omitUndefined({ member: key, link: keyLinkedBy }),
    ...{ alias, parents, single, tenant, created: kept },
    parent: parent === undefined ? undefined : plan.resources.get(parent)?.name,
    deleted: marksDeleted === true ? ('mark' as const) : undefined,
    writable: [...resource.writable.keys()],
    stamps: toStamps(plan, resource),
    lifecycle:
      states === undefined
        ? undefined
        : {
            member: states.property,
            transitions: Object.fromEntries(
              states.steps.map(({ after, value }, index) => [`step${index + 1}`, { after, to: value }]),
            ),
          },
  });
}

function toStamps({ stamps }: Plan, { shape }: Resource): ResourceStatement['stamps'] {
  const own = stamps.get(shape);
  return own === undefined || own.size === 0 ? undefined : toSets(own);
}

/** Pointers of the objects of a document. The first place of a shared object counts. */
function findPointers(document: unknown): ReadonlyMap<object, string> {
  const found = new Map<object, string>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    found.set(value, pointer);
    for (const [name, inner] of Object.entries(value))
      visit(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  const { components }: { components?: unknown } = isObject(document) ? document : {};
  visit(components, '#/components');
  visit(document, '#');
  return found;
}

/** Writes everything that the plan of an operation contains. */
export function toOperation(plan: OperationPlan): OperationStatement {
  const { does, resource, parents, key, scope, through, statuses, wrapped, shows, sent, each, member } = plan;
  const { effects, upserts, refuses, partial, sends, webhookPolicy, conventions } = plan;
  const sources = (list: readonly ValueSource[] | undefined) => list?.map(toExpression);
  const effect = does === 'answer' || resource === undefined ? { answer: 'described' } : { [does]: resource.name };
  return omitUndefined({
    ...effect,
    key: key && toExpression(key),
    parents: sources(parents),
    scope: sources(scope),
    through: through.map((step) => ({ resource: step.resource.name, keys: step.sources.map(toExpression) })),
    in: wrapped.join('.'),
    shows,
    from: sent.join('.'),
    each: each === undefined ? undefined : each === '' ? 'body' : toExpression({ in: 'body', name: each }),
    part: member,
    status: [...statuses],
    set: effects && toSet(effects),
    flags: plan.flags && toSets(plan.flags),
    copies: toCopies(plan),
    merge: effects?.list?.mode ?? effects?.lists,
    item: effects?.list === undefined ? undefined : toItem(effects.list.from),
    ...(effects?.list === undefined ? {} : { part: effects.list.member }),
    missing: upserts === true ? ('create' as const) : refuses === true ? ('refuse' as const) : undefined,
    partial,
    sends: sends.length === 0 ? undefined : [...sends],
    webhooks:
      Object.keys(webhookPolicy).length === 0 ? undefined : ({ ...webhookPolicy } as OperationStatement['webhooks']),
    idempotent: conventions.idempotency,
    etag: conventions.etag,
    rateLimit: conventions.rateLimit,
    ...(plan.list === undefined ? {} : toList(plan.list)),
  });
}

function toCopies({ copies = [] }: OperationPlan): OperationStatement['copies'] {
  const found = copies.map(
    ({ parameter, path }) =>
      [path.flatMap((name) => name ?? []).join('.'), toExpression({ in: 'path', name: parameter })] as const,
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function toItem(from: string | undefined): string {
  return from === undefined ? 'body' : toExpression({ in: 'body', name: from });
}

function toList(list: ListPlan): OperationStatement {
  const { page, size, offset, cursor, before, next, pageSize, refersTo, refers } = list;
  const found: Exclude<PageStatement, 'none'> = omitUndefined({
    page,
    size,
    offset,
    after: cursor,
    before,
    next,
    default: pageSize,
    first: list.first,
  });
  return omitUndefined({
    page: Object.keys(found).length === 0 ? ('none' as const) : found,
    like: { ...list.filters },
    search: list.search,
    since: list.since,
    labels: list.labels,
    sort:
      list.sort === undefined && list.direction === undefined
        ? undefined
        : omitUndefined({ parameter: list.sort, direction: list.direction }),
    order: list.newestFirst === true ? '-created' : undefined,
    across: list.across,
    refers: refers?.map(toExpression),
    under: refersTo === undefined ? undefined : { [refersTo.member]: toExpression(refersTo.source) },
  });
}

function omitEmpty(model: BehaviorModel): BehaviorModel {
  return Object.fromEntries(
    Object.entries(model).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0),
  ) as BehaviorModel;
}
