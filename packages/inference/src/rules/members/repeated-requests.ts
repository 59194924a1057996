import { joinPointer } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { repeatKeys } from '../../words/request-words.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';

/** `POST /payments` with `{ idempotency_key }` answers a repeated request as before. */
export const repeatedRequests: InferenceRule = {
  id: 'repeated-requests',
  says: 'A repeated request has the same response if its body has an idempotency key.',
  *infer({ plan: { operations, schemas } }: Knowledge): Iterable<InferredStatement> {
    for (const { operation } of operations.values()) {
      const [found] = sentMembers(schemas, operation).filter(([name]) => repeatKeys.has(normalizeName(name)));
      if (found === undefined) continue;
      const [name] = found;
      const at = joinPointer('/operations', operation.operationId, 'idempotent');
      yield { at, value: name, reason: { from: placeOfOperation(operation), says: name } };
    }
  },
};
