import { listLinks, parsePointer } from '@understudy/contract';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/**
 * Finds the property that a link passes from the operation that creates to the one that reads.
 *
 * @param wrapped location of the entity in the response
 */
export function findLinkedKey(
  { schemas, all }: OperationSurvey,
  creates: SurveyedOperation | undefined,
  ofItem: ReadonlyMap<string, SurveyedOperation> | undefined,
  parameter: string | undefined,
  wrapped: readonly string[],
) {
  if (creates === undefined || ofItem === undefined || parameter === undefined) return undefined;
  const items = new Set([...ofItem.values()].map(({ operation }) => operation));
  const operations = all.map(({ operation }) => operation);
  for (const { operation, parameters } of listLinks(schemas.document, operations, creates.operation)) {
    if (!items.has(operation)) continue;
    const pointer = /^\$response\.body#(\/.+)$/.exec(String(parameters[parameter]))?.[1];
    const tokens = pointer === undefined ? [] : parsePointer(pointer);
    const key = tokens.at(-1);
    if (key !== undefined && tokens.slice(0, -1).join('/') === wrapped.join('/'))
      return { key, creator: creates.operation.operationId };
  }
  return undefined;
}
