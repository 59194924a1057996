import { findList } from './find-body.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';
import { lastSegment, normalizeName } from './words.js';

/** An operation that creates several entities at once. */
interface Batch {
  readonly operation: SurveyedOperation;
  /** The member of its request with the entities. Empty for the whole body. */
  readonly each: string;
}

/** Finds the operation on a collection that takes a list of entities and responds with a list. */
export function findBatchOperation({ schemas, byShape }: OperationSurvey, shape: string): Batch | undefined {
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
