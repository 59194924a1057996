import { findEntity, isSameSchema, lastSegment, type OperationPlan } from '@understudy/model';
import type { OperationIntent, ResourceIndex } from './intent.js';
import { isQuestion } from './purpose-of.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/**
 * Finds the collection of the record that a change returns, if another path reads that record by its key, such as an
 * export job. Responses to questions are only computed.
 */
export function findKeptAnswer(
  { schemas, byShape }: OperationSurvey,
  { byItem }: ResourceIndex,
  each: SurveyedOperation,
  { resource: own }: OperationIntent,
): OperationPlan['keeps'] {
  if (each.method === 'GET' || each.answers === undefined || isQuestion(each)) return undefined;
  const all = [...byItem].flatMap(([item, resource]) => {
    const { single, parents, key, shape } = resource;
    if (resource === own || single || parents > 0 || key === undefined) return [];
    const word = lastSegment(shape);
    const read = findEntity(schemas, byShape.get(item)?.get('GET')?.answers, word);
    const found = findEntity(schemas, each.answers, word);
    const isShown = found !== undefined && isSameSchema(schemas, found.schema, read?.schema);
    return isShown ? [{ resource: resource.name, path: found.path }] : [];
  });
  return all.length === 1 ? all[0] : undefined;
}
