import { isObject, joinPointer, type OpenApiDocument, resolveReference } from '@understudy/contract';
import type { OperationPlan } from '@understudy/model';
import { factsOf } from '../prose/sentences.js';

/** A described response that refuses a request. */
export interface Refusal {
  readonly status: number;
  readonly sentences: readonly string[];
  /** True if several operations share it. Then it is not about one of them. */
  readonly isShared: boolean;
  readonly at: string;
}

/** The described refusals of an operation with one of some statuses, in their order. */
export function listRefusals(
  document: OpenApiDocument,
  { node, operation }: Pick<OperationPlan, 'node' | 'operation'>,
  statuses: readonly number[],
): Refusal[] {
  const responses = isObject(node['responses']) ? node['responses'] : {};
  return statuses.flatMap((status) => {
    const own = responses[String(status)];
    const response = resolveReference(document, own);
    if (!isObject(response)) return [];
    const isShared = isObject(own) && typeof own['$ref'] === 'string';
    const at = joinPointer(placeOfOperation(operation), 'responses', status);
    return [{ status, sentences: factsOf(response['description']), isShared, at }];
  });
}

export function placeOfOperation({ path, method }: OperationPlan['operation']): string {
  return joinPointer('/paths', path, method.toLowerCase());
}

/** The sentences that describe an operation. */
export function sentencesAbout({ node }: Pick<OperationPlan, 'node'>): string[] {
  return [...factsOf(node['summary']), ...factsOf(node['description'])];
}
