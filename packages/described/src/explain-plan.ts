import type { Finding } from '@understudy/contract';
import type { DescribedRules } from '@understudy/inference';
import type { WebhookPolicy } from '@understudy/kernel';
import type { ApiPlan, ResourceEffect } from '@understudy/model';

/** What an API operation does, and why. */
export interface ExplainedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly does: ResourceEffect;
  /** Name of the collection that it works on. */
  readonly collection?: string;
  /** The property that identifies its entities. */
  readonly key?: string;
  /** The status of success. */
  readonly status: number;
  readonly sends: readonly string[];
  /** The delivery of its webhooks, if it sends some. */
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
  /** The rules that its sentences state. */
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
