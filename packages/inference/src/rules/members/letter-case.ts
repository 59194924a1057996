import { mentions } from '../../prose/phrase.js';
import { plainText } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { memberIn, vocabularyOf } from '../../prose/vocabulary.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';

const upper = '(?:capitals?|capital letters|upper ?case|uppercase)';
const lower = '(?:small letters|lower ?case|lowercase)';

/** Infers members that are stored in one case, however they are sent. */
export const letterCase: InferenceRule = {
  id: 'letter-case',
  says: 'A text is stored in capitals or small letters if its description or that of its creation says so',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    for (const [name, kind] of vocabulary.kinds) {
      for (const { name: member, description, schema } of kind.members.values()) {
        const form = schema.types.includes('string') ? formIn(description) : undefined;
        if (form !== undefined) yield* statementsOf(name, member, { form, reason: { says: form.says } });
      }
      for (const plan of known.plan.operations.values()) {
        if (plan.resource !== kind.resource || plan.does !== 'create') continue;
        for (const said of sentencesOf(plan.node['description'])) {
          const [, subject = ''] =
            /(?:^|, )([^,]+?) (?:is|are) (?:always |compared \(?and )?(?:stored|saved|kept|normali[sz]ed|converted)\)? /.exec(
              plainText(said),
            ) ?? [];
          const named = [...kind.members.values()].filter((each) => mentions(said, each.name));
          const isPronoun = /^(?:it|they|this)$/.test(subject) && named.length === 1;
          const member = isPronoun ? named[0] : memberIn(kind, subject.replace(/s$/, ''));
          const form = member?.schema.types.includes('string') === true ? formIn(said) : undefined;
          if (member === undefined || form === undefined) continue;
          yield* statementsOf(name, member.name, {
            form,
            reason: { from: operationPointerOf(plan.operation, 'description'), says: said },
          });
        }
      }
    }
  },
};

/** How a text is stored, as an expression of the text. */
interface StoredForm {
  readonly write: (text: string) => string;
  readonly says: string;
}

/** Characters that can be left out. */
const characters: readonly (readonly [RegExp, string])[] = [
  [/\b(?:blanks?|spaces?|white ?space)\b/, ' '],
  [/\b(?:hyphens?|dashes)\b/, '-'],
  [/\b(?:dots|full stops|periods)\b/, '.'],
];

function formIn(text: string): StoredForm | undefined {
  for (const says of sentencesOf(text)) {
    const plain = plainText(says).replace(/ \((and|or) ([a-z]+)\)/g, ' $1 $2');
    const isStored = (form: string) =>
      new RegExp(
        `\\b(?:stored?s?|saved?s?|kept|keeps?|normali[sz]e[ds]?|converted|convert|turned)(?: \\w+)? (?:(?:in|to|as) (?:all )?)?${form}\\b`,
      ).test(plain);
    const [without = ''] = /\b(?:without|with no) (?:any )?[a-z]+(?:(?:,| and| or|, and) [a-z]+)*/.exec(plain) ?? [];
    const left = characters.flatMap(([words, character]) => (words.test(without) ? [character] : []));
    const way = isStored(upper) ? 'upper' : isStored(lower) ? 'lower' : undefined;
    if (way === undefined && (left.length === 0 || !isStored('without|with no'))) continue;
    const cut = (given: string) => left.reduce((all, each) => `${all}.split(${JSON.stringify(each)}).join("")`, given);
    const cased = (given: string) => (way === undefined ? cut(given) : `${way}(${cut(given)})`);
    return { says, write: (given) => (left.length === 0 ? cased(given) : `${given} == null ? null : ${cased(given)}`) };
  }
  return undefined;
}

function* statementsOf(
  resource: string,
  member: string,
  { form, reason }: { readonly form: StoredForm; readonly reason: InferredStatement['reason'] },
): Iterable<InferredStatement> {
  if (!/^[A-Za-z_]\w*$/.test(member)) return;
  yield { at: memberAt(resource, member, 'value'), value: form.write(`self.${member}`), reason };
  yield { at: memberAt(resource, member, 'on'), value: ['create', 'change'], reason };
}
