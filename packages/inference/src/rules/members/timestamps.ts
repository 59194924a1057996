import { joinPointer } from '@understudy/contract';
import {
  findJsonBody,
  findResponse,
  formatMemberInstant,
  type MemberStatement,
  normalizeName,
  type OperationPlan,
  type SchemaReader,
} from '@understudy/model';
import { changeTimes, creationTimes, factHolders } from '../../words/timestamp-words.js';
import type { InferenceRule, InferredStatement } from '../rule.js';
import { memberAt } from '../run-rules.js';

interface Timestamp {
  readonly path: readonly string[];
  readonly on: 'create' | 'change';
  /** True if a request cannot set it. */
  readonly readOnly: boolean;
}

/** `createdAt` is the time of the creation, and `metadata.updatedAt` that of the last change. */
export const timestamps: InferenceRule = {
  id: 'members/timestamps',
  says: 'A member with the name of a creation or change time has the time of the creation or the last change.',
  *infer({ plan: { resources, operations, schemas } }) {
    for (const { name, schema, writable } of resources.values())
      for (const { path, on, readOnly } of listTimestamps(schemas, schema)) {
        const isSent = !readOnly && (writable.size === 0 || writable.has(path[0] ?? ''));
        const value: MemberStatement = { value: 'now', on, ...(isSent ? { given: true } : {}) };
        yield { at: memberAt(name, path.join('.')), value, reason: reasonOf(path, on) };
      }
    for (const plan of operations.values()) yield* inferAnswered(schemas, plan);
  },
};

/** An operation without a resource answers with the time of the request. */
function* inferAnswered(schemas: SchemaReader, plan: OperationPlan): Iterable<InferredStatement> {
  const { operation, responses, does, resource, statuses } = plan;
  if (operation.method !== 'POST' || !(resource === undefined || does === 'answer')) return;
  const described = findJsonBody(findResponse(responses, statuses[0] ?? 200));
  for (const { path, on } of listTimestamps(schemas, described?.schema)) {
    const at = joinPointer('/operations', operation.operationId, 'set', path.join('.'));
    yield { at, value: '=now', reason: reasonOf(path, on) };
  }
}

function reasonOf(path: readonly string[], on: Timestamp['on']): InferredStatement['reason'] {
  const event = on === 'create' ? 'the creation' : 'the last change';
  return { says: `"${path.join('.')}" is named like the time of ${event}` };
}

function listTimestamps(
  schemas: SchemaReader,
  schema: unknown,
  above: Pick<Timestamp, 'path' | 'readOnly'> = { path: [], readOnly: false },
): readonly Timestamp[] {
  return [...schemas.chosen(schema).properties].flatMap(([name, property]) => {
    // A statement has dots and brackets in the path of a member.
    if (/[.[\]]/.test(name)) return [];
    const plain = normalizeName(name);
    const readOnly = above.readOnly || schemas.flat(property).keywords['readOnly'] === true;
    const path = [...above.path, name];
    const isHolder = path.length === 1 && factHolders.has(plain);
    const inside = isHolder ? listTimestamps(schemas, property, { path, readOnly }) : [];
    const on = creationTimes.has(plain) ? 'create' : changeTimes.has(plain) ? 'change' : undefined;
    // A time that is null at first belongs to a later event: `submittedAt` of a draft.
    if (on === 'create' && schemas.flat(property).nullable && !/^(?:date|time)?(?:creat|insert)/.test(plain))
      return inside;
    const isInstant =
      on !== undefined && formatMemberInstant(schemas.chosen(property), name, new Date(0)) !== undefined;
    return isInstant ? [...inside, { path, on, readOnly }] : inside;
  });
}
