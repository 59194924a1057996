import { omitUndefined } from '@understudy/contract';
import { listRules } from '@understudy/inference';
import type { BehaviorExplanation } from '@understudy/kernel';
import type { ApiPlan, BehaviorCase, OperationPlan } from '@understudy/model';
import { describeCase } from './cases/describe-case.js';

/** Characters of a statement. */
const longest = 1000;

/** Explains what every operation does, with the learned statements and the places that an Overlay corrects. */
export function explainBehavior(plan: ApiPlan): BehaviorExplanation {
  const operations = [...plan.operations.values()];
  return {
    operations: operations.map(({ operation, node, does, resource, sends, why }) => ({
      operationId: operation.operationId,
      method: operation.method,
      path: operation.path,
      why,
      target: targetOf(operation),
      extension: omitUndefined({
        does,
        collection: resource?.name,
        key: resource?.key,
        sends: sends.length === 0 ? undefined : sends,
        ...Object(node['x-understudy']),
        ...{ cases: undefined, remembers: undefined },
      }),
    })),
    statements: operations.flatMap(statementsOf),
    unread: listRules(plan).unread,
    findings: [],
  };
}

/** Lists the cases of an operation, also the refused ones. */
function statementsOf({ operation, node }: OperationPlan): BehaviorExplanation['statements'] {
  const { cases = [] }: { cases?: readonly BehaviorCase[] } = Object(node['x-understudy']);
  const { operationId: id } = operation;
  return cases.flatMap((each, index) =>
    describeCase(each).map(({ says, seen, contradicted }) => ({
      operationId: id,
      says: says.slice(0, longest),
      seen,
      contradicted: Number(contradicted) || 0,
      target: `${targetOf(operation)}['x-understudy'].cases[${index}]`,
      ...(each.review === undefined ? {} : { review: each.review }),
    })),
  );
}

function targetOf({ method, path }: OperationPlan['operation']): string {
  return `$.paths['${path.replaceAll(/['\\]/g, '\\$&')}'].${method.toLowerCase()}`;
}
