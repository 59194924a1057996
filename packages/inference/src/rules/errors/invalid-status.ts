import { joinPointer } from '@understudy/contract';
import { saysInvalid } from '../../words/error-words.js';
import { listRefusals, placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

export const invalidStatus: InferenceRule = {
  id: 'errors/invalid-status',
  says: 'A request that does not fit its schema is 400 if the operation describes 422 for something else, such as a customer who does not exist.',
  *infer({ document, plan, model }: Knowledge): Iterable<InferredStatement> {
    for (const each of plan.operations.values()) {
      const { holds = {} } = model.resources?.[each.resource?.name ?? ''] ?? {};
      // A value that a condition forbids has the same kind of error.
      const isLimited = Object.values(holds).some(({ otherwise = 'invalid' }) => otherwise === 'invalid');
      if (isLimited || model.operations?.[each.operation.operationId]?.needs?.['invalid'] !== undefined) continue;
      const [bad, special] = listRefusals(document, each, [400, 422]);
      const says = special?.sentences.join(' ') ?? '';
      if (bad === undefined || says === '' || special?.isShared === true || saysInvalid.test(says)) continue;
      if (!saysInvalid.test(bad.sentences.join(' '))) continue;
      const at = joinPointer('/operations', each.operation.operationId, 'errors', 'invalid', 'status');
      yield {
        at,
        value: 400,
        reason: { from: joinPointer(placeOfOperation(each.operation), 'responses', '422'), says },
      };
    }
  },
};
