import { findEntity, findList, lastSegment, normalizeName, parentPath, toSingular } from '@understudy/model';
import { findKeyList, findListMember } from './own-list.js';
import { isSameKind } from './single-at.js';
import type { OperationSurvey } from './survey.js';

/**
 * Returns the record that a GET returns as a list with one item. The list must be named like the collection or have the
 * schema of the whole list, or the record must be changeable.
 */
export function aloneInList({ schemas, byShape }: OperationSurvey, item: string): unknown {
  const methods = byShape.get(item);
  const answers = methods?.get('GET')?.answers;
  const word = lastSegment(parentPath(item));
  const list = findList(schemas, answers, { word });
  const isNamed = normalizeName(list?.path.at(-1) ?? '') === normalizeName(word);
  const isOne = list?.path.length === 0 && ['PUT', 'PATCH'].some((method) => methods?.has(method));
  const ofAll = byShape.get(parentPath(item))?.get('GET')?.answers;
  const isChanged = ['PUT', 'PATCH', 'DELETE'].some((method) => methods?.has(method));
  const isLikeAll = isChanged && answers !== undefined && ofAll !== undefined && isSameKind(schemas, answers, ofAll);
  return (isNamed || isOne || isLikeAll) && !schemas.chosen(answers).properties.has('id') ? list?.schema : undefined;
}

/**
 * Returns the schema of a collection that is listed under another path: `/offices/{id}/desks` lists the records of
 * `/desks/{id}`.
 */
export function elementElsewhere({ schemas, byShape }: OperationSurvey, shape: string): unknown {
  const word = lastSegment(shape);
  const lists = [...byShape].flatMap(([other, methods]) =>
    lastSegment(other) === word && !byShape.has(`${other}/{}`)
      ? (findList(schemas, methods.get('GET')?.answers, { word })?.schema ?? [])
      : [],
  );
  const [first, ...others] = lists;
  const isNamed = [...schemas.chosen(first).properties.keys()].some((name) =>
    ['id', `${normalizeName(toSingular(word))}id`].includes(normalizeName(name)),
  );
  return isNamed && others.every((each) => isSameKind(schemas, each, first)) ? first : undefined;
}

/** Returns the schema for a list of keys whose items have paths. A list inside a record is not a collection. */
export function elementOfKeys({ schemas, byShape }: OperationSurvey, shape: string): unknown {
  const owner = byShape.get(parentPath(shape))?.get('GET')?.answers;
  const isChanged = ['PUT', 'POST', 'DELETE'].some((method) => byShape.get(`${shape}/{}`)?.has(method));
  const entity = findEntity(schemas, owner, lastSegment(parentPath(parentPath(shape))))?.schema;
  if (!isChanged || findListMember(schemas, entity, [lastSegment(shape)]) !== undefined) return undefined;
  const keys = findKeyList(schemas, byShape.get(shape)?.get('GET')?.answers);
  return keys === undefined ? undefined : { type: 'object', properties: { id: keys.schema } };
}
