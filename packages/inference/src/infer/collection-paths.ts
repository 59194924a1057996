import { type FoundResource, findEntity, findList, isRelatedSchema, lastSegment, parentPath } from '@understudy/model';
import { findCarriedKey } from './carried-key.js';
import { findListMember } from './own-list.js';
import { purposeOf } from './purpose-of.js';
import { isSameKind } from './single-at.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** Returns whether the PUT of a collection creates records, according to its description. */
export function isCreatedByPut(methods: ReadonlyMap<string, SurveyedOperation> | undefined): boolean {
  const put = methods?.get('PUT');
  return put !== undefined && !methods?.has('POST') && purposeOf(put) === 'create';
}

/**
 * Returns whether a list path ends in the key of a parent: `GET /messages/{logId}` lists the records of
 * `/messages/{logId}/{id}`.
 */
export function isListBelowKey({ schemas, byShape }: OperationSurvey, shape: string): boolean {
  const listed = byShape.get(shape)?.get('GET')?.answers;
  const isBelow = byShape.has(`${shape}/{}`) && !byShape.has(parentPath(shape));
  return isBelow && findList(schemas, listed, { word: lastSegment(shape) }) !== undefined;
}

/**
 * Returns whether records are only items of a list in the parent record, without a list or read operation of their own.
 * The response of the operation that adds an item is the item or the parent.
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

/**
 * Returns whether operations at a collection path identify records in their query or body, or delete the listed
 * records.
 */
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
  // Settings contain a list next to other members that a change can set.
  const taken = methods?.get('PUT') ?? methods?.get('PATCH');
  const others = [...schemas.chosen(taken?.takes).properties.keys()].filter((name) => name !== list.path[0]);
  const { properties } = schemas.chosen(shown);
  return !others.some((name) => properties.has(name)) && (isAny || methods?.has('DELETE') === true);
}

/**
 * Returns whether listed records have no path of their own, but there are actions on them: `POST /alerts/{id}/dismiss`.
 */
export function isActedOn({ schemas, byShape }: OperationSurvey, shape: string): boolean {
  const listed = byShape.get(shape)?.get('GET')?.answers;
  if (findList(schemas, listed, { word: lastSegment(shape) }) === undefined || byShape.has(`${shape}/{}`)) return false;
  const isAction = (each: string) => each.startsWith(`${shape}/{}/`) && !each.slice(shape.length + 4).includes('{');
  return [...byShape].some(([each, methods]) => isAction(each) && !methods.has('GET'));
}

/** Returns whether POST and GET at a path have the same parameters and responses, which means that both read. */
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
