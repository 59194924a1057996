import { type FoundResource, findEntity, findList, isRelatedSchema, lastSegment, parentPath } from '@understudy/model';
import { findCarriedKey } from './carried-key.js';
import { findListMember } from './own-list.js';
import { purposeOf } from './purpose-of.js';
import { isSameKind } from './single-at.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** Returns whether the PUT of a collection creates, as its words say. */
export function isCreatedByPut(methods: ReadonlyMap<string, SurveyedOperation> | undefined): boolean {
  const put = methods?.get('PUT');
  return put !== undefined && !methods?.has('POST') && purposeOf(put) === 'create';
}

/** Returns whether a path ends in the key of another thing: `GET /messages/{logId}` lists what `/messages/{logId}/{id}` reads. */
export function isListBelowKey({ schemas, byShape }: OperationSurvey, shape: string): boolean {
  const listed = byShape.get(shape)?.get('GET')?.answers;
  const isBelow = byShape.has(`${shape}/{}`) && !byShape.has(parentPath(shape));
  return isBelow && findList(schemas, listed, { word: lastSegment(shape) }) !== undefined;
}

/**
 * Returns whether things are the items of a list in the record above, which nothing lists or reads by themselves. The
 * operation that adds one answers with it, or with the record.
 */
export function isListOfOwner(
  { schemas, byShape }: OperationSurvey,
  found: ReadonlyMap<string, FoundResource>,
  shape: string,
): boolean {
  const owner = shape.endsWith('}') ? undefined : found.get(parentPath(parentPath(shape)))?.resource;
  const isRead = byShape.get(shape)?.has('GET') || byShape.get(`${shape}/{}`)?.has('GET');
  const methods = byShape.get(shape);
  const adds = methods?.get('POST') ?? (isCreatedByPut(methods) ? methods?.get('PUT') : undefined);
  if (owner === undefined || isRead === true || adds === undefined) return false;
  const member = findListMember(schemas, owner.schema, [lastSegment(shape)]);
  const { items } = schemas.chosen(schemas.member(owner.schema, member ?? ''));
  const word = lastSegment(shape);
  const sent = [findEntity(schemas, adds.answers, word), findList(schemas, adds.answers, { word })];
  return (
    member !== undefined &&
    [items, owner.schema].some((each) => sent.some((one) => one !== undefined && isSameKind(schemas, each, one.schema)))
  );
}

/** Returns whether operations at one path name things in their query or body, or remove what a GET lists. */
export function isKeyed({ schemas, byShape }: OperationSurvey, shape: string): boolean {
  const methods = byShape.get(shape);
  const carries = (method: string) => {
    const each = methods?.get(method);
    return each !== undefined && findCarriedKey(schemas, each, { key: 'id', shape }) !== undefined;
  };
  const shown = methods?.get('GET')?.answers;
  const list = findList(schemas, shown, { word: lastSegment(shape) });
  const isAny = ['PUT', 'PATCH', 'DELETE'].some(carries);
  if (list === undefined) return carries('GET') && isAny;
  // Settings have a list among other members that a change takes.
  const taken = methods?.get('PUT') ?? methods?.get('PATCH');
  const others = [...schemas.chosen(taken?.takes).properties.keys()].filter((name) => name !== list.path[0]);
  const { properties } = schemas.chosen(shown);
  return !others.some((name) => properties.has(name)) && (isAny || methods?.has('DELETE') === true);
}

/** Returns whether things of a list have no path of their own, but operations below one: `POST /alerts/{id}/dismiss`. */
export function isActedOn({ schemas, byShape }: OperationSurvey, shape: string): boolean {
  const listed = byShape.get(shape)?.get('GET')?.answers;
  if (findList(schemas, listed, { word: lastSegment(shape) }) === undefined || byShape.has(`${shape}/{}`)) return false;
  const isAction = (each: string) => each.startsWith(`${shape}/{}/`) && !each.slice(shape.length + 4).includes('{');
  return [...byShape].some(([each, methods]) => isAction(each) && !methods.has('GET'));
}

/** Returns whether a POST and the GET of its path have the same parameters and responses, so that both read. */
export function repeatsGet({ schemas, byShape }: OperationSurvey, shape: string): boolean {
  const [reads, posts] = ['GET', 'POST'].map((method) => byShape.get(shape)?.get(method));
  if (reads?.answers === undefined || posts?.answers === undefined || purposeOf(posts) !== undefined) return false;
  const [shown, answered] = [schemas.chosen(reads.answers), schemas.chosen(posts.answers)];
  const isOther =
    shown.types.join() !== answered.types.join() || (shown.items === undefined) !== (answered.items === undefined);
  if (isOther || posts.operation.statuses.includes('201')) return false;
  const [asked, sent] = [reads, posts].map(({ operation, takes }) => {
    const query = operation.parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));
    return [...query, ...schemas.chosen(takes).properties.keys()].sort().join();
  });
  return sent !== '' && asked === sent && isRelatedSchema(schemas, reads.answers, posts.answers);
}
