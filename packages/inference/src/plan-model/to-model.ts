import { isObject, omitUndefined } from '@understudy/contract';
import {
  type ApiPlan,
  type BehaviorModel,
  type ListPlan,
  type OperationPlan,
  type OperationStatement,
  type Resource,
  type ResourceStatement,
  remember,
} from '@understudy/model';
import { writeDetails } from './details.js';
import { listDetails, operationDetails, pageDetails } from './operation-details.js';
import { toExpression } from './value-source.js';

type Plan = Omit<ApiPlan, 'behavior' | 'model' | 'ruled' | 'writeReadableModel'>;

/** Writes everything in a plan, so that nothing needs to be inferred. */
export function toModel(plan: Plan): BehaviorModel {
  const { document } = plan.schemas;
  const pointers = isObject(document) ? remember(knownPointers, document, () => findPointers(document)) : new Map();
  const resources = [...plan.resources.values()].map((each) => [each.name, toResource(plan, each, pointers)] as const);
  const operations = [...plan.operations].map(([id, each]) => [id, toOperation(each)] as const);
  return omitEmpty({
    understudy: 1 as const,
    resources: Object.fromEntries(resources),
    operations: Object.fromEntries(operations),
  });
}

function toResource(plan: Plan, resource: Resource, pointers: ReadonlyMap<object, string>): ResourceStatement {
  const { shape, parents, key, alias, keyLinkedBy, schema, kept, tenant, marksDeleted, single, parent } = resource;
  return omitUndefined({
    path: shape,
    schema: isObject(schema) ? pointers.get(schema) : undefined,
    key: key === undefined && keyLinkedBy === undefined ? undefined : omitUndefined({ member: key, link: keyLinkedBy }),
    ...{ alias, parents, single, tenant, created: kept },
    parent: parent === undefined ? undefined : plan.resources.get(parent)?.name,
    deleted: marksDeleted === true ? ('mark' as const) : undefined,
    writable: [...resource.writable.keys()].filter((name) => resource.refused?.has(name) !== true),
  });
}

const knownPointers = new WeakMap<object, ReadonlyMap<object, string>>();

/** Returns the pointers of the objects in a document. A shared object has the pointer of its first occurrence. */
function findPointers(document: Readonly<Record<string, unknown>>): ReadonlyMap<object, string> {
  const found = new Map<object, string>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    found.set(value, pointer);
    for (const [name, inner] of Object.entries(value))
      visit(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  visit(document['components'], '#/components');
  visit(document, '#');
  return found;
}

/** Writes everything in the plan of an operation. */
export function toOperation(plan: OperationPlan): OperationStatement {
  const { does, resource, through, member, effects, list } = plan;
  const effect = does === 'answer' || resource === undefined ? { answer: 'described' } : { [does]: resource.name };
  return omitUndefined({
    ...effect,
    ...writeDetails(operationDetails, plan),
    through: through.map((step) => ({ resource: step.resource.name, keys: step.sources.map(toExpression) })),
    set: effects?.set,
    merge: effects?.list?.mode ?? effects?.lists,
    item: effects?.list === undefined ? undefined : toItem(plan, effects.list.from),
    part: effects?.list?.member ?? member,
    ...(list === undefined ? {} : toList(list)),
  });
}

function toItem({ operation }: OperationPlan, from: string | undefined): string {
  if (from === undefined) return 'body';
  return toExpression({ in: operation.path.includes(`{${from}}`) ? 'path' : 'body', name: from });
}

function toList(list: ListPlan): OperationStatement {
  const { refersTo, sort: parameter, direction, newestFirst } = list;
  const page = writeDetails(pageDetails, list);
  const sort = omitUndefined({ parameter, direction });
  return omitUndefined({
    page: Object.keys(page).length === 0 ? ('none' as const) : page,
    ...writeDetails(listDetails, list),
    sort: Object.keys(sort).length === 0 ? undefined : sort,
    order: newestFirst === true ? '-created' : undefined,
    under: refersTo === undefined ? undefined : { [refersTo.member]: toExpression(refersTo.source) },
  });
}

function omitEmpty(model: BehaviorModel): BehaviorModel {
  return Object.fromEntries(
    Object.entries(model).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0),
  ) as BehaviorModel;
}
