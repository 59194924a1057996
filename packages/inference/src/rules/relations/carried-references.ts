import { splitWords } from '@understudy/model';
import { listMembers, schemaPointerOf } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';

export const carriedReferences: InferenceRule = {
  id: 'carried-references',
  says: 'A reference that no request sets is the one of the same name in the only sent record that has it: the customer of an invoice is that of its order.',
  *infer({ plan, model }: Knowledge): Iterable<InferredStatement> {
    const { schemas } = plan;
    for (const own of plan.resources.values()) {
      const stated = model.resources?.[own.name]?.members ?? {};
      for (const { name, list, path } of listMembers(schemas, own)) {
        const target = stated[path]?.refersTo;
        if (list !== undefined || target === undefined || own.writable.has(name)) continue;
        const sources = Object.entries(stated).filter(([sent, { refersTo }]) => {
          return own.writable.has(sent) && model.resources?.[refersTo ?? '']?.members?.[name]?.refersTo === target;
        });
        const [source] = sources;
        if (source === undefined || sources.length > 1) continue;
        if (![name, source[0]].every((each) => /^[A-Za-z_]\w*$/.test(each))) continue;
        const value = `find(${JSON.stringify(source[1].refersTo)}, self.${source[0]}).${name}`;
        const from = schemaPointerOf(schemas, own, name);
        const says = `${splitWords(source[0]).join(' ')} has a ${name}`;
        const reason = from === undefined ? { says } : { from, says };
        yield { at: memberAt(own.name, path, 'value'), value, reason };
        yield { at: memberAt(own.name, path, 'on'), value: 'create', reason };
      }
    }
  },
};
