import { findList, lastSegment, normalizeName } from '@understudy/model';
import type { OperationSurvey } from './survey.js';

/** Finds the operation on a collection that takes a list of entities, and the member of its request with the list. */
export function findBatchOperation({ schemas, byShape }: OperationSurvey, shape: string) {
  const word = lastSegment(shape);
  for (const method of ['POST', 'PATCH']) {
    const operation = byShape.get(shape)?.get(method);
    if (operation?.takes === undefined || operation.answers === undefined) continue;
    if (findList(schemas, operation.answers, { word }) === undefined) continue;
    const { types, properties } = schemas.chosen(
      operation.takes,
      (all) => all.find((one) => schemas.chosen(one).properties.size > 0) ?? all[0],
    );
    if (types.includes('array')) return { operation, each: '' };
    const each = [...properties.keys()].find((name) => normalizeName(name) === normalizeName(word));
    if (each !== undefined && schemas.chosen(properties.get(each)).types.includes('array')) return { operation, each };
  }
  return undefined;
}
