import { joinPointer } from '@understudy/contract';
import { listMembers, schemaPointerOf } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { findTarget } from './find-target.js';
import { findMissingReference } from './missing-reference.js';

export const referenceByName: InferenceRule = {
  id: 'reference-by-name',
  says: 'A member with the name and the type of the key of one other resource refers to it; an unknown one is refused as described.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources } = known.plan;
    for (const own of resources.values())
      for (const member of listMembers(schemas, own)) {
        const found = findTarget(known.plan, own, member);
        if (found === undefined) continue;
        const reason = { from: schemaPointerOf(schemas, own, member.list ?? member.name), says: found.says };
        yield { at: memberAt(own.name, member.path, 'refersTo'), value: found.resource.name, reason: defined(reason) };
        const missing = findMissingReference(known, own, { member, target: found.resource });
        const at = memberAt(own.name, member.path, 'missing');
        if (missing === undefined) {
          yield { at, value: 'ignore', reason: defined({ ...reason, says: 'No response for an unknown one' }) };
          continue;
        }
        const { status, code, kind: usual, from, says } = missing;
        const kind = usual ?? code ?? (status === 422 ? 'reference' : `unknown${status}`);
        yield { at, value: kind, reason: { from, says } };
        if (usual === undefined)
          yield { at: joinPointer('/errors', kind, 'status'), value: status, reason: { from, says } };
        if (code !== undefined) yield { at: joinPointer('/errors', kind, 'code'), value: code, reason: { from, says } };
      }
  },
};

function defined({ from, says }: { from: string | undefined; says: string }): InferredStatement['reason'] {
  return from === undefined ? { says } : { from, says };
}
