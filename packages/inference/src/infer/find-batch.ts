import { findList, isScalarSchema, isWrapper, lastSegment, normalizeName, toSingular } from '@understudy/model';
import { toExpression } from '../plan-model/value-source.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** Finds the create operation of a collection that accepts a list of entities or keys, and how it handles each item. */
export function findBatchOperation(survey: OperationSurvey, shape: string) {
  const methods = survey.byShape.get(shape);
  return batchOf(survey, shape, methods?.get('POST')) ?? batchOf(survey, shape, methods?.get('PATCH'));
}

/** Interprets an operation as a batch operation on a collection, with how it handles each item. */
export function batchOf(
  { schemas, byShape }: OperationSurvey,
  shape: string,
  operation: SurveyedOperation | undefined,
) {
  const word = lastSegment(shape);
  const creation = byShape.get(shape)?.get('POST');
  const { types, properties } = schemas.chosen(
    operation?.takes,
    (all) => all.find((one) => schemas.chosen(one).properties.size > 0) ?? all[0],
  );
  const all = types.includes('array') ? [['', operation?.takes] as const] : [...properties];
  const lists = all.filter(([, each]) => schemas.chosen(each).types.includes('array'));
  const isOfWord = ([name]: readonly [string, unknown]) =>
    name === '' || normalizeName(name) === normalizeName(word) || (all.length === 1 && isWrapper(name));
  const isKeys = ([, list]: readonly [string, unknown]) => isScalarSchema(schemas, schemas.chosen(list).items);
  const element = findList(schemas, byShape.get(shape)?.get('GET')?.answers, { word })?.schema;
  const answered = findList(schemas, operation?.answers, { word });
  const isAnswered = answered !== undefined;
  // The response contains the list under the same name.
  const isSame = ([name]: readonly [string, unknown]) =>
    all.length === 1 && name !== '' && answered?.path.at(-1) === name;
  // Members are added to a list by key: `POST /groups/{id}/users` with `{ ids }`.
  const isAlone = element !== undefined && all.length === 1 && operation?.method === 'POST';
  const list = lists.find(
    (each) =>
      (isOfWord(each) && (isAnswered || isAlone)) ||
      isSame(each) ||
      (isAlone && isKeys(each) && !schemas.chosen(element).properties.has(each[0])),
  );
  if (operation === undefined || list === undefined) return undefined;
  const each = list[0] === '' ? 'body' : toExpression({ in: 'body', name: list[0] });
  // The request for a single record uses the singular of the list name: `memberId` for `memberIds`.
  const one = toSingular(list[0]);
  const isSent = schemas.chosen(creation?.takes).properties.has(one);
  return {
    operation,
    of: (key = 'id') => (isKeys(list) ? { each, with: { [isSent ? one : key]: '=item' } } : { each }),
  };
}
