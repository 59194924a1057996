import { joinPointer } from '@understudy/contract';
import type { OperationPlan, SchemaReader } from '@understudy/model';
import type { InferenceRule } from '../rule.js';
import { sentSchema } from '../sent-members.js';

/** `PUT /policies/{id}` with a text as its body sets `raw`, the only text that a policy has. */
export const textBodies: InferenceRule = {
  id: 'members/text-bodies',
  says: 'A text as a request body sets the only free text of the record.',
  *infer({ plan: { operations, schemas } }) {
    for (const [id, plan] of operations) {
      const member = findText(schemas, plan);
      if (member !== undefined)
        yield { at: joinPointer('/operations', id, 'set', member), value: '=body', reason: { says: 'text' } };
    }
  },
};

const changes = new Set<OperationPlan['does']>(['create', 'update', 'replace']);

function findText(schemas: SchemaReader, { operation, does, resource }: OperationPlan): string | undefined {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const isText = types.length > 0 && types.every((type) => type.startsWith('text/'));
  if (resource === undefined || !changes.has(does) || !isText) return undefined;
  if (schemas.chosen(sentSchema(operation)).types.join() !== 'string') return undefined;
  const texts = [...schemas.chosen(resource.schema).properties].filter(([name, schema]) => {
    const { types: own, keywords } = schemas.chosen(schema);
    const isFree = keywords['enum'] === undefined && keywords['format'] === undefined;
    return name !== resource.key && isFree && own.filter((type) => type !== 'null').join() === 'string';
  });
  return texts.length === 1 ? texts[0]?.[0] : undefined;
}
