import { isObject, parsePointer } from '@understudy/contract';
import type { Surveyed } from './survey.js';

/** The property that a link of the operation that creates a thing hands to one that reads it. */
export function linkedKey(
  creates: Surveyed | undefined,
  ofItem: ReadonlyMap<string, Surveyed> | undefined,
  parameter: string | undefined,
): string | undefined {
  if (creates === undefined || ofItem === undefined || parameter === undefined) return undefined;
  const ids = new Set([...ofItem.values()].map(({ operation }) => operation.operationId));
  for (const { links } of creates.responses) {
    for (const link of Object.values(links)) {
      if (!isObject(link) || !ids.has(String(link.operationId)) || !isObject(link.parameters)) continue;
      const expression = link.parameters[parameter] ?? link.parameters[`path.${parameter}`];
      const pointer = /^\$response\.body#(\/[^/]+)$/.exec(String(expression))?.[1];
      if (pointer !== undefined) return parsePointer(pointer)[0];
    }
  }
  return undefined;
}
