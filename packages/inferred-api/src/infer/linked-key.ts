import { linksOf, parsePointer } from '@understudy/contract';
import type { Survey, Surveyed } from './survey.js';

/** A property that a link says to be the key, and the operation whose link it is. */
export interface LinkedKey {
  readonly key: string;
  readonly creator: string;
}

/**
 * The property that a link of the operation that creates a thing hands to one that reads it.
 *
 * @param wrapped where in the answer the thing is
 */
export function linkedKey(
  { schemas, all }: Survey,
  creates: Surveyed | undefined,
  ofItem: ReadonlyMap<string, Surveyed> | undefined,
  parameter: string | undefined,
  wrapped: readonly string[],
): LinkedKey | undefined {
  if (creates === undefined || ofItem === undefined || parameter === undefined) return undefined;
  const items = new Set([...ofItem.values()].map(({ operation }) => operation));
  const operations = all.map(({ operation }) => operation);
  for (const { operation, parameters } of linksOf(schemas.document, operations, creates.operation)) {
    if (!items.has(operation)) continue;
    const pointer = /^\$response\.body#(\/.+)$/.exec(String(parameters[parameter]))?.[1];
    const tokens = pointer === undefined ? [] : parsePointer(pointer);
    const key = tokens.at(-1);
    if (key !== undefined && tokens.slice(0, -1).join('/') === wrapped.join('/'))
      return { key, creator: creates.operation.operationId };
  }
  return undefined;
}
