import { normalizeName, type Resource, splitWords } from '@understudy/model';
import { mentions, textAfter, textBefore } from '../../prose/phrase.js';
import { sentencesOf } from '../../prose/sentences.js';
import { amountNames, countNames, saysHowMany, saysNumberOf, saysSumOf } from '../../words/count-words.js';
import { type KnownMember, listMembers, schemaPointerOf } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { childrenOf } from './children-of.js';
import { wordOf } from './find-target.js';
import { selectedStates } from './selected-states.js';

export const countedChildren: InferenceRule = {
  id: 'counted-children',
  says: 'A member that is called the number, or the sum, of the records that refer to a record is computed from them.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { schemas, resources } = known.plan;
    for (const own of resources.values()) {
      const children = childrenOf(known, own);
      if (children.length === 0) continue;
      for (const member of listMembers(schemas, own)) {
        if (member.list !== undefined || own.writable.has(member.name) || !isNumber(member)) continue;
        const found = children.flatMap((child) => findValue(known, member, { own, child }) ?? []);
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

function isNumber({ schema }: KnownMember): boolean {
  return schema.types.length > 0 && schema.types.every((type) => type === 'integer' || type === 'number');
}

function findValue(
  known: Knowledge,
  member: KnownMember,
  related: { readonly own: Resource; readonly child: Resource },
): string | undefined {
  return byDescription(known, member, related) ?? byName(member, related.child);
}

/** "Number of copies with status `available`", "Sum of the member's unpaid fines". */
function byDescription(
  { plan }: Knowledge,
  { description }: KnownMember,
  { own, child }: { readonly own: Resource; readonly child: Resource },
): string | undefined {
  const [sentence = ''] = sentencesOf(description);
  const isSum = saysSumOf.test(sentence);
  if (!isSum && !saysNumberOf.test(sentence) && !saysHowMany.test(sentence)) return undefined;
  const text = sentence.replace(saysSumOf, '').replace(saysNumberOf, '').replace(saysHowMany, '').replace(/\.$/, '');
  const word = wordOf(child);
  const [before, after] = [textBefore(text, word), textAfter(text, word)];
  if (before === undefined || after === undefined) return undefined;
  const states = selectedStates(plan.schemas, child, { before, after: withoutRelation(after, own) });
  if (states === undefined) return undefined;
  const records = `of(${JSON.stringify(child.name)})${states === '' ? '' : `.filter(each, ${states})`}`;
  if (!isSum) return `${records}.size()`;
  const amounts = listMembers(plan.schemas, child).filter((each) => {
    return each.list === undefined && isNumber(each) && amountNames.test(each.name);
  });
  const [amount] = amounts;
  return amount === undefined || amounts.length > 1 ? undefined : `${records}.map(each, each.${amount.name}).sum()`;
}

/** Without the verb between the records and the one that they refer to: "stations that are installed at the site". */
function withoutRelation(after: string, own: Resource): string {
  const found =
    /^ (?:(?:that|which) )?(?:(?:is|are|was|were|has been|have been) )?(\w+ed|belonging|made) (?:at|to|in|by|for|from|of|on|with) (?:the|this|its|a|an) (\w+)$/i.exec(
      after,
    );
  return found !== null && mentions(found[2] ?? '', wordOf(own)) ? ` ${found[1]}?` : after;
}

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
