import { isObject, joinPointer, resolveReference } from '@understudy/contract';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

export const conditionalChange: InferenceRule = {
  id: 'conditional-change',
  says: 'A change needs the header If-Match if the operation has it and describes 428.',
  *infer({ document, plan }: Knowledge): Iterable<InferredStatement> {
    for (const { operation, node } of plan.operations.values()) {
      const responses = isObject(node['responses']) ? node['responses'] : {};
      const refusal = resolveReference(document, responses['428']);
      const header = operation.parameters.find((each) => each.in === 'header' && /^if-match$/i.test(each.name));
      if (refusal === undefined || header === undefined) continue;
      const from = joinPointer(placeOfOperation(operation), 'responses', 428);
      yield {
        at: joinPointer('/operations', operation.operationId, 'needs', 'unconditional'),
        value: `headers[${JSON.stringify(header.name)}] != null`,
        reason: { from, says: String(refusal['description'] ?? '') },
      };
    }
  },
};
