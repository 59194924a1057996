import { isObject, joinPointer } from '@understudy/contract';
import { findNamed, normalizeName, type OperationPlan } from '@understudy/model';
import { isNumber } from '../../prose/amounts.js';
import { plainText } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { dot, type Kind, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { quantities } from '../../words/line-words.js';
import { givesBack, stockMembers, takesAway } from '../../words/stock-words.js';
import { operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

export const lineStock: InferenceRule = {
  id: 'line-stock',
  says: 'A new line reduces the stock of its product, and its removal restores it, as a sentence says',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { kinds } = vocabularyOf(known);
    for (const plan of known.plan.operations.values()) {
      const { member = '', mode } = plan.effects?.list ?? {};
      const own = kinds.get(plan.resource?.name ?? '');
      const items = own?.lists.get(member);
      if (plan.does !== 'act' || items === undefined || (mode !== 'add' && mode !== 'remove')) continue;
      const quantity = findNamed([...items.members.keys()], quantities);
      for (const { member: reference, target } of quantity === undefined ? [] : items.references) {
        const stock = [...(kinds.get(target)?.members.values() ?? [])].find(
          (each) => isNumber(each) && stockMembers.test(normalizeName(each.name)),
        );
        const said = stock && saidIn(known, plan, { stock, kind: kinds.get(target), isBack: mode === 'remove' });
        if (stock === undefined || said === undefined || quantity === undefined) continue;
        const [one, other] = mode === 'add' ? ['self', 'old'] : ['old', 'self'];
        const key = findNamed([...items.members.keys()], ['id', 'line', 'number', 'position']);
        const isSame = key === undefined ? 'each == line' : `${dot('each', key)} == ${dot('line', key)}`;
        const lines = `${dot(one, member)}.filter(line, !${dot(other, member)}.exists(each, ${isSame}))`;
        const record = `find(${JSON.stringify(target)}, ${dot('item', reference)})`;
        const sign = mode === 'add' ? '-' : '+';
        yield {
          at: joinPointer('/operations', plan.operation.operationId, 'then', target),
          value: {
            ...{ update: target, each: lines, key: dot('item', reference) },
            set: { [stock.name]: `=${dot(record, stock.name)} ${sign} ${dot('item', quantity)}` },
          },
          reason: said,
        };
      }
    }
  },
};

interface About {
  readonly stock: NamedMember;
  readonly kind: Kind | undefined;
  readonly isBack: boolean;
}

/** Finds the sentence about the stock at the operation, a tag, or the member. */
function saidIn(
  known: Knowledge,
  plan: OperationPlan,
  { stock, kind, isBack }: About,
): InferredStatement['reason'] | undefined {
  const { document } = known;
  const tags: readonly unknown[] = 'tags' in document && Array.isArray(document.tags) ? document.tags : [];
  const own = [
    { text: plan.node['description'], from: operationPointerOf(plan.operation, 'description') },
    ...readResponseTexts(known, plan).filter(({ status }) => status < 300),
  ];
  const general = [
    { text: document.info.description, from: '#/info/description' },
    ...tags.map((tag, index) => ({
      text: isObject(tag) ? tag['description'] : '',
      from: `#/tags/${index}/description`,
    })),
    { text: stock.description, from: `${kind?.resource?.name ?? ''} ${stock.name}` },
  ];
  const form = isBack ? givesBack : takesAway;
  for (const { text, from, isOwn } of [
    ...own.map((each) => ({ ...each, isOwn: true })),
    ...general.map((each) => ({ ...each, isOwn: false })),
  ])
    for (const says of factsOf(text)) {
      const plain = plainText(says);
      // A sentence about the removal need not name the stock.
      const isAbout = /\b(?:stocks?|inventory|on hand)\b/.test(plain) || (isOwn && isBack) || from.endsWith(stock.name);
      if (isAbout && form.test(plain)) return { from, says };
    }
  return undefined;
}
