import { splitWords } from '@understudy/model';
import { listMembers, schemaPointerOf } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';

export const carriedReferences: InferenceRule = {
  id: 'carried-references',
  says: 'A reference that no request sets is the one of the same name in the only sent record that has it: the customer of an invoice is that of its order, and a nullable reference names the last record that refers back.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { plan, model } = known;
    const { schemas } = plan;
    for (const own of plan.resources.values()) {
      const stated = model.resources?.[own.name]?.members ?? {};
      const { required } = schemas.chosen(own.schema);
      for (const { name, list, path, schema } of listMembers(schemas, own)) {
        const target = stated[path]?.refersTo;
        if (list !== undefined || target === undefined || own.writable.has(name)) continue;
        const from = schemaPointerOf(schemas, own, name);
        const because = (says: string) => (from === undefined ? { says } : { from, says });
        const back = [...plan.resources.values()].find((each) => each.name === target);
        const [[member = ''] = [], another] = Object.entries(model.resources?.[target]?.members ?? {}).filter(
          ([each, { refersTo }]) => refersTo === own.name && !each.includes('[]'),
        );
        const isLinked = member !== '' && another === undefined && schema.nullable && target !== own.name;
        if (
          isLinked &&
          back?.key !== undefined &&
          back.writable.size === 0 &&
          schemas.chosen(schemas.member(back.schema, member)).items === undefined &&
          !schemas.chosen(schemas.member(back.schema, member)).nullable
        ) {
          const value = `of(${JSON.stringify(target)}).map(each, each[${JSON.stringify(back.key)}]).last()`;
          yield { at: memberAt(own.name, path, 'value'), value, reason: because(`${member} refers back`) };
          continue;
        }
        // A record that need not name it can have another one, or none.
        if (!required.has(name) && schema.keywords['readOnly'] !== true) continue;
        const sources = Object.entries(stated).filter(([sent, { refersTo }]) => {
          const isOne = own.writable.has(sent) && schemas.chosen(schemas.member(own.schema, sent)).items === undefined;
          return (
            isOne && refersTo !== own.name && model.resources?.[refersTo ?? '']?.members?.[name]?.refersTo === target
          );
        });
        const [source] = sources;
        if (source === undefined || sources.length > 1) continue;
        if (![name, source[0]].every((each) => /^[A-Za-z_]\w*$/.test(each))) continue;
        const value = `find(${JSON.stringify(source[1].refersTo)}, self.${source[0]}).${name}`;
        const reason = because(`${splitWords(source[0]).join(' ')} has a ${name}`);
        yield { at: memberAt(own.name, path, 'value'), value, reason };
        yield { at: memberAt(own.name, path, 'on'), value: 'create', reason };
      }
    }
  },
};
