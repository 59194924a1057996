import { joinPointer } from '@understudy/contract';
import { isRelatedSchema, normalizeName } from '@understudy/model';
import { toExpression } from '../../plan-model/value-source.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentSchema } from '../sent-members.js';
import { wordOf } from './find-target.js';

export const sentRecords: InferenceRule = {
  id: 'sent-records',
  says: 'A list that a creation takes, with the name of the records below the new one, is stored as these: `tracks` of an album.',
  *infer({ plan: { operations, resources, schemas } }: Knowledge): Iterable<InferredStatement> {
    for (const { does, operation, resource, sent } of operations.values()) {
      if (does !== 'create' || resource === undefined) continue;
      const children = [...resources.values()].filter(({ parent, kept }) => kept && parent === resource.shape);
      const taken = sent.reduce((schema, name) => schemas.member(schema, name), sentSchema(operation));
      for (const [name, schema] of schemas.chosen(children.length === 0 ? undefined : taken).properties) {
        const { items } = schemas.chosen(schema);
        const child = children.find((each) => normalizeName(wordOf(each)) === normalizeName(name));
        const hasMembers = schemas.chosen(items).properties.size > 0;
        if (child === undefined || !hasMembers || !isRelatedSchema(schemas, items, child.schema)) continue;
        const each = toExpression({ in: 'body', name: [...sent, name].join('.') });
        const at = joinPointer('/operations', operation.operationId, 'then', name);
        yield { at, value: { create: child.name, each }, reason: { says: `${name} of the request` } };
      }
    }
  },
};
