import { normalizeName, type Resource, splitWords } from '@understudy/model';
import { isNumeric } from '../../prose/amounts.js';
import { mentions } from '../../prose/phrase.js';
import { type KnownMember, listMembers, schemaPointerOf } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { childrenOf } from './children-of.js';
import { wordOf } from './find-target.js';

/** Words of a name that counts. */
const countNames: ReadonlySet<string> = new Set(['count', 'counts', 'total', 'num', 'number', 'n']);

export const countedChildren: InferenceRule = {
  id: 'counted-children',
  says: 'A member that is called the number of the records that refer to a record is computed from them.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources } = known.plan;
    for (const own of resources.values()) {
      const children = childrenOf(known, own);
      if (children.length === 0) continue;
      for (const member of listMembers(schemas, own)) {
        if (member.list !== undefined || own.writable.has(member.name) || !isNumeric(member.schema.types)) continue;
        const found = children.flatMap((child) => byName(member, child) ?? []);
        const from = schemaPointerOf(schemas, own, member.name);
        const [value] = found;
        if (value === undefined || found.length > 1) continue;
        const says = member.description === '' ? member.name : member.description;
        yield {
          at: memberAt(own.name, member.path, 'value'),
          value,
          reason: from === undefined ? { says } : { from, says },
        };
      }
    }
  },
};

/** `orderCount`, `orders_count`, `number_of_orders`. */
function byName({ name, description, schema }: KnownMember, child: Resource): string | undefined {
  const words = splitWords(name).filter((word) => word !== 'of' && word !== 'the');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isCounter = last === 'count' || (['number', 'num'].includes(first) && words.length > 1);
  // What a description says is not overruled by a name.
  if (!isCounter || description !== '' || !schema.types.includes('integer')) return undefined;
  const thing = words.filter((word) => !countNames.has(word)).join('');
  const plain = normalizeName(wordOf(child));
  const isChild = thing === plain || mentions(thing, wordOf(child).replace(/[^A-Za-z0-9]/g, ''));
  return isChild && thing.length <= plain.length ? `of(${JSON.stringify(child.name)}).size()` : undefined;
}
