import { joinPointer } from '@understudy/contract';
import { listRules } from '@understudy/inference';
import type { BehaviorExplanation } from '@understudy/kernel';
import type { ApiPlan, ResponseStatement } from '@understudy/model';

/** Maximum length of a statement in characters. */
const longest = 1000;

/** Explains the behavior of every operation, with the learned statements and the locations that an Overlay corrects. */
export function explainBehavior(plan: ApiPlan): BehaviorExplanation {
  const operations = [...plan.operations.values()];
  return {
    operations: operations.map(({ operation, why }) => ({
      operationId: operation.operationId,
      method: operation.method,
      path: operation.path,
      why,
      extension: plan.model.operations?.[operation.operationId] ?? {},
    })),
    statements: statementsOf(plan),
    unread: listRules(plan).unread,
    findings: [],
  };
}

/** Lists the learned responses of an operation, including rejected ones. */
function statementsOf(plan: ApiPlan): BehaviorExplanation['statements'] {
  return Object.entries(plan.model.responses ?? {}).flatMap(([operationId, byName]) =>
    Object.entries(byName).flatMap(([name, each]) => {
      if (each.seen === undefined) return [];
      const { says, seen, contradicted } = describeResponse(each);
      const pointer = joinPointer('/responses', operationId, name);
      const { review } = each;
      return [{ operationId, says: says.slice(0, longest), seen, contradicted, pointer, ...(review && { review }) }];
    }),
  );
}

/** Describes the condition of a response in the model, with the number of recorded exchanges for and against it. */
export function describeResponse({ if: condition, status, seen = 0, contradicted = 0 }: ResponseStatement) {
  const when = condition === undefined ? 'otherwise' : `if ${condition}`;
  return { says: `${when}: ${status ?? 'as inferred from its description'}`, seen, contradicted };
}
