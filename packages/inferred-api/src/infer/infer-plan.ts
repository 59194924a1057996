import type { ApiContract } from '@understudy/contract';
import { successes } from '../schema/described-response.js';
import { findEntity, findList, isRelated } from './find-body.js';
import { type FoundResource, findResources } from './find-resources.js';
import { planList } from './list-plan.js';
import type { ApiPlan, Does, OperationPlan, Resource } from './plan.js';
import { type Survey, type Surveyed, survey } from './survey.js';
import { webhooksSentBy } from './webhooks-sent-by.js';
import { lastWord } from './words.js';

/** The statuses that suit what an operation does. */
const suitable: Readonly<Record<Does, readonly number[]>> = {
  list: [200],
  create: [201, 200, 202],
  read: [200],
  replace: [200, 204],
  update: [200, 204],
  delete: [204, 200, 202],
  answer: [],
};

/** What an operation does, before it is known how. */
interface Meant {
  readonly does: Does;
  readonly resource?: Resource;
  readonly why: string;
  readonly upserts?: boolean;
}

/** Infers what every operation of a description does. @throws ContractError for an `x-understudy` that is not right */
export function inferPlan(contract: ApiContract): ApiPlan {
  const surveyed = survey(contract);
  const found = findResources(surveyed);
  const byItem = new Map(
    [...found.values()].flatMap((each) => (each.item === undefined ? [] : [[each.item, each] as const])),
  );
  const operations = new Map<string, OperationPlan>();
  for (const each of surveyed.all) {
    const meant = directed(each, found) ?? meaningOf(surveyed, each, found, byItem);
    operations.set(each.operation.operationId, complete(surveyed, each, meant));
  }
  const resources = new Map([...found.values()].map(({ resource }) => [resource.shape, resource]));
  return { operations, resources, webhookPolicy: surveyed.webhookPolicy, schemas: surveyed.schemas };
}

/** What `x-understudy` says. */
function directed({ directions, shape }: Surveyed, found: Map<string, FoundResource>): Meant | undefined {
  const { does, collection } = directions;
  if (does === undefined) return undefined;
  const why = 'x-understudy says so';
  if (does === 'answer') return { does, why };
  const resource =
    [...found.values()].find((each) => each.resource.name === collection)?.resource ??
    [...found.values()].find((each) => each.resource.shape === shape || each.item === shape)?.resource;
  return resource === undefined
    ? { does: 'answer', why: `x-understudy says ${does}, but there is no collection` }
    : { does, resource, why };
}

function meaningOf(
  survey: Survey,
  each: Surveyed,
  found: Map<string, FoundResource>,
  byItem: Map<string, FoundResource>,
): Meant {
  const { shape, operation } = each;
  const scheme = operation.extensions['x-understudy-token'];
  if (scheme !== undefined) return { does: 'answer', why: `issues tokens of the security scheme ${String(scheme)}` };
  const ofItem = byItem.get(shape)?.resource;
  const ofAll = found.get(shape)?.resource;
  const meant =
    (ofItem === undefined ? undefined : onItem(survey, each, ofItem)) ??
    (ofAll === undefined
      ? undefined
      : ofAll.single
        ? onSingle(survey, each, ofAll)
        : onCollection(survey, each, ofAll)) ??
    searchOf(survey, each, found);
  if (meant !== undefined) return meant;
  const what =
    operation.method === 'GET' ? 'nothing that is kept is read here' : 'its path and body are those of no collection';
  return { does: 'answer', why: `${what}: it answers from ${sourceOf(each)}` };
}

function sourceOf({ responses, operation }: Surveyed): string {
  const [status] = successes(responses);
  const response = responses.find(({ key }) => key === String(status)) ?? responses[0];
  const examples = [...(response?.content.values() ?? [])].some((entry) => entry.examples.size > 0);
  if (response === undefined || response.content.size === 0) return `its status, ${status ?? operation.statuses[0]}`;
  return examples ? 'its examples' : 'its schema';
}

function onItem({ schemas }: Survey, each: Surveyed, resource: Resource): Meant | undefined {
  const { method } = each.operation;
  const word = lastWord(resource.shape);
  const thing = each.answers === undefined ? undefined : findEntity(schemas, each.answers, word);
  const fits = each.answers === undefined || (thing !== undefined && isRelated(schemas, thing.schema, resource.schema));
  const { key, keyLinkedBy } = resource;
  const reason = keyLinkedBy === undefined ? 'as its path says' : `as a link of ${keyLinkedBy} says`;
  const by = key === undefined ? 'its path' : `${key}, ${reason}`;
  const assumed = resource.kept ? '' : '; nothing creates them, so each is taken to be there until it is deleted';
  if (method === 'GET' && fits)
    return { does: 'read', resource, why: `reads one of ${resource.name} by ${by}${assumed}` };
  if (method === 'DELETE') return { does: 'delete', resource, why: `deletes one of ${resource.name} by ${by}` };
  if (method === 'PUT' && fits) {
    const upserts = resource.kept && isUpsert(each);
    return {
      does: 'replace',
      resource,
      upserts,
      why: `replaces one of ${resource.name} by ${by}${upserts ? ', or creates it' : ''}`,
    };
  }
  const isForm =
    method === 'POST' &&
    each.takes !== undefined &&
    (thing === undefined ? each.answers === undefined && changes(schemas, each.takes, resource) : fits);
  const isFieldsInQuery =
    method === 'POST' &&
    resource.kept &&
    each.operation.parameters.some(
      (parameter) => parameter.in === 'query' && schemas.chosen(resource.schema).properties.has(parameter.name),
    );
  if ((method === 'PATCH' && fits) || isForm || isFieldsInQuery) {
    return { does: 'update', resource, why: `changes one of ${resource.name} by ${by}` };
  }
  return undefined;
}

/** Whether most of what a body has are members of the resource. */
function changes(schemas: Survey['schemas'], body: unknown, resource: Resource): boolean {
  return schemas.chosen(body).properties.size > 0 && isRelated(schemas, body, resource.schema);
}

/** PUT creates where it says so, and where nothing else does. */
function isUpsert({ operation }: Surveyed): boolean {
  return operation.statuses.includes('201') || !operation.statuses.includes('404');
}

function onSingle({ schemas }: Survey, each: Surveyed, resource: Resource): Meant | undefined {
  const { method } = each.operation;
  const thing = each.answers === undefined ? undefined : findEntity(schemas, each.answers, lastWord(resource.shape));
  const fits = each.answers === undefined || (thing !== undefined && isRelated(schemas, thing.schema, resource.schema));
  const does = ({ GET: 'read', PUT: 'replace', PATCH: 'update', POST: 'update', DELETE: 'delete' } as const)[method];
  if (does === undefined || !fits || (method === 'POST' && each.takes === undefined)) return undefined;
  return { does, resource, why: `there is one ${resource.name} alone, which this ${does}s` };
}

function onCollection({ schemas, byShape }: Survey, each: Surveyed, resource: Resource): Meant | undefined {
  const { method } = each.operation;
  const word = lastWord(resource.shape);
  if (method === 'GET' && each.answers !== undefined && resource.kept) {
    const list = findList(schemas, each.answers, word);
    const fits = list !== undefined && isRelated(schemas, list.schema, resource.schema);
    return fits ? { does: 'list', resource, why: `lists ${resource.name}` } : undefined;
  }
  const thing = each.answers === undefined ? undefined : findEntity(schemas, each.answers, word);
  const fits = each.answers === undefined || (thing !== undefined && isRelated(schemas, thing.schema, resource.schema));
  const hasItems = byShape.has(`${resource.shape}/{}`);
  if (method === 'POST' && fits && resource.kept)
    return { does: 'create', resource, why: `stores one of ${resource.name}` };
  if (
    (method === 'PUT' || method === 'PATCH') &&
    hasItems &&
    fits &&
    resource.key !== undefined &&
    bodyHas(schemas, each.takes, resource.key)
  ) {
    const does = method === 'PUT' ? 'replace' : 'update';
    return {
      does,
      resource,
      upserts: false,
      why: `${does}s one of ${resource.name} by ${resource.key}, as its body says`,
    };
  }
  return undefined;
}

function bodyHas(schemas: Survey['schemas'], body: unknown, key: string): boolean {
  return body !== undefined && schemas.chosen(body).properties.has(key);
}

/** A GET below a collection that lists some of its things, such as `/pet/findByStatus`. */
function searchOf(
  { schemas }: Survey,
  { shape, operation, answers }: Surveyed,
  found: Map<string, FoundResource>,
): Meant | undefined {
  if (operation.method !== 'GET' || answers === undefined) return undefined;
  const collection = [...found.values()].find(
    ({ resource }) =>
      resource.kept && shape.startsWith(`${resource.shape}/`) && !shape.slice(resource.shape.length).includes('{'),
  );
  if (collection === undefined) return undefined;
  const list = findList(schemas, answers, lastWord(collection.resource.shape));
  const names = list === undefined ? [] : schemas.chosen(list.schema).names;
  const same = names.some((name) => schemas.chosen(collection.resource.schema).names.includes(name));
  return same
    ? {
        does: 'list',
        resource: collection.resource,
        why: `lists those of ${collection.resource.name} that its parameters ask for`,
      }
    : undefined;
}

function complete({ schemas, all }: Survey, each: Surveyed, meant: Meant): OperationPlan {
  const { operation, node, responses, answers } = each;
  const { does, resource, why, upserts } = meant;
  const word = resource === undefined ? '' : lastWord(resource.shape);
  const found =
    answers === undefined || resource === undefined
      ? undefined
      : does === 'list'
        ? findList(schemas, answers, word)
        : findEntity(schemas, answers, word);
  return {
    operation,
    node,
    responses,
    does,
    ...(resource === undefined ? {} : { resource }),
    statuses: successes(responses, suitable[does]),
    wrapped: found?.path ?? [],
    ...(does === 'list' && resource !== undefined ? { list: planList(schemas, operation, resource.schema) } : {}),
    ...(upserts === undefined ? {} : { upserts }),
    sends: webhooksSentBy(schemas, each, does, resource, all),
    webhookPolicy: each.directions.webhookPolicy ?? {},
    why,
  };
}
