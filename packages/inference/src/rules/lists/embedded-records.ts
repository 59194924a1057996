import { isSameSchema, normalizeName } from '@understudy/model';
import { factsOf } from '../../prose/sentences.js';
import { listMembers, schemaPointerOf } from '../member-list.js';
import { wordOf } from '../relations/find-target.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { orderSaid } from './list-order.js';

export const embeddedRecords: InferenceRule = {
  id: 'embedded-records',
  says: 'A list that no request sets, with the name and the schema of the records below its record, contains these: `vehicles` of a customer.',
  *infer({ plan, model }: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources } = plan;
    for (const own of resources.values())
      for (const { name, list, schema, description } of listMembers(schemas, own)) {
        if (list !== undefined || schema.items === undefined || own.writable.has(name)) continue;
        const child = [...resources.values()].find(
          (each) =>
            each.parent === own.shape &&
            normalizeName(wordOf(each)) === normalizeName(name) &&
            isSameSchema(schemas, each.schema, schema.items),
        );
        const members = Object.values(model.resources?.[child?.name ?? '']?.members ?? {});
        if (child === undefined || members.filter(({ refersTo }) => refersTo === own.name).length !== 1) continue;
        const sortable = listMembers(schemas, child).filter((each) => each.list === undefined);
        const order = orderSaid({ resource: child, members: sortable }, factsOf(description));
        const all = `of(${JSON.stringify(child.name)})`;
        const value = order === undefined ? all : `${all}.sorted(${JSON.stringify(order)})`;
        const from = schemaPointerOf(schemas, own, name);
        const reason = { says: description === '' ? name : description, ...(from === undefined ? {} : { from }) };
        yield { at: memberAt(own.name, name, 'value'), value, reason };
      }
  },
};
