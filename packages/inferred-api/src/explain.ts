import type { Finding } from '@understudy/contract';
import type { WebhookPolicy } from '@understudy/kernel';
import type { ListPlan } from './infer/list-plan.js';
import type { ApiPlan, Does } from './infer/plan.js';

/** What an operation of an API will do, and why. */
export interface Explained {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly does: Does;
  /** Name of the collection that it works on. */
  readonly collection?: string;
  /** The property that tells its things apart. */
  readonly key?: string;
  /** The status of success. */
  readonly status: number;
  /** What query parameters of a list mean. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly sends: readonly string[];
  /** How they are delivered; of an operation that sends some. */
  readonly webhookPolicy?: WebhookPolicy;
  readonly why: string;
}

/** What is inferred of an API. */
export interface Explanation {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly Explained[];
  /** What of the description cannot be honoured, with file and line. */
  readonly warnings: readonly Finding[];
}

/**
 * Says for every operation what it will do, and why.
 *
 * @param usual how webhooks are delivered where the description says nothing of it
 */
export function explainPlan(plan: ApiPlan, usual: WebhookPolicy): Explained[] {
  return [...plan.operations.values()].map((each) => {
    const { operation, does, resource, statuses, list, sends, webhookPolicy, why } = each;
    return {
      operationId: operation.operationId,
      method: operation.method,
      path: operation.path,
      does,
      ...(resource === undefined ? {} : { collection: resource.name }),
      ...(resource?.key === undefined ? {} : { key: resource.key }),
      status: statuses[0] ?? 200,
      ...(list === undefined ? {} : { parameters: parametersOf(list) }),
      sends,
      ...(sends.length === 0 ? {} : { webhookPolicy: { ...usual, ...webhookPolicy } }),
      why,
    };
  });
}

function parametersOf({ filters, ...paging }: ListPlan): Record<string, unknown> {
  return { ...paging, ...(Object.keys(filters).length === 0 ? {} : { filters }) };
}
