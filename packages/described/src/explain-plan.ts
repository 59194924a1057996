import type { Finding } from '@understudy/contract';
import type { DescribedRules } from '@understudy/inference';
import type { WebhookPolicy } from '@understudy/kernel';
import type { ApiPlan, ResourceEffect } from '@understudy/model';

/** The behavior of an operation, and the reason for it. */
export interface ExplainedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly does: ResourceEffect;
  /** Name of the operation's collection. */
  readonly collection?: string;
  /** The property that identifies entities of the collection. */
  readonly key?: string;
  /** The success status. */
  readonly status: number;
  readonly sends: readonly string[];
  /** The delivery of its webhooks, if the operation sends any. */
  readonly webhookPolicy?: WebhookPolicy;
  readonly why: string;
}

/** The inferred plan of an API. */
export interface PlanExplanation {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly ExplainedOperation[];
  /** Unsupported parts of the description, with file and line. */
  readonly warnings: readonly Finding[];
  /** The rules stated in the sentences of the description. */
  readonly rules: DescribedRules;
}

/**
 * Explains the effect of every operation and the reason for it.
 *
 * @param usual default delivery of webhooks
 */
export function explainPlan(plan: ApiPlan, usual: WebhookPolicy): ExplainedOperation[] {
  return [...plan.operations.values()].map((each) => {
    const { operation, does, resource, statuses, sends, why } = each;
    const policy = plan.behavior.operations.get(operation.operationId)?.statement.webhooks;
    return {
      operationId: operation.operationId,
      method: operation.method,
      path: operation.path,
      does,
      ...(resource === undefined ? {} : { collection: resource.name }),
      ...(resource?.key === undefined ? {} : { key: resource.key }),
      status: statuses[0] ?? 200,
      sends,
      ...(sends.length === 0 ? {} : { webhookPolicy: { ...usual, ...plan.model.webhooks, ...policy } }),
      why,
    };
  });
}
