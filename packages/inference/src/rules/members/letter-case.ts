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
        const way = schema.types.includes('string') ? caseIn(description) : undefined;
        if (way !== undefined) yield* statementsOf(name, member, { way: way.function, reason: { says: way.says } });
      }
      for (const plan of known.plan.operations.values()) {
        if (plan.resource !== kind.resource || plan.does !== 'create') continue;
        for (const said of sentencesOf(plan.node['description'])) {
          const [, subject = ''] =
            /(?:^|, )([^,]+?) (?:is|are) (?:always )?(?:stored|saved|kept|normali[sz]ed|converted) /.exec(
              plainText(said),
            ) ?? [];
          const named = [...kind.members.values()].filter((each) => mentions(said, each.name));
          const isPronoun = /^(?:it|they|this)$/.test(subject) && named.length === 1;
          const member = isPronoun ? named[0] : memberIn(kind, subject.replace(/s$/, ''));
          const way = member?.schema.types.includes('string') === true ? caseIn(said) : undefined;
          if (member === undefined || way === undefined) continue;
          yield* statementsOf(name, member.name, {
            way: way.function,
            reason: { from: operationPointerOf(plan.operation, 'description'), says: said },
          });
        }
      }
    }
  },
};

function caseIn(text: string): { readonly function: 'upper' | 'lower'; readonly says: string } | undefined {
  for (const says of sentencesOf(text)) {
    const plain = plainText(says);
    const isStored = (letters: string) =>
      new RegExp(`\\b(?:stored|saved|kept|normali[sz]ed|converted)(?: \\w+)? (?:in|to|as) (?:all )?${letters}\\b`).test(
        plain,
      );
    if (isStored(upper)) return { function: 'upper', says };
    if (isStored(lower)) return { function: 'lower', says };
  }
  return undefined;
}

function* statementsOf(
  resource: string,
  member: string,
  { way, reason }: { readonly way: 'upper' | 'lower'; readonly reason: InferredStatement['reason'] },
): Iterable<InferredStatement> {
  if (!/^[A-Za-z_]\w*$/.test(member)) return;
  yield { at: memberAt(resource, member, 'value'), value: `${way}(self.${member})`, reason };
  yield { at: memberAt(resource, member, 'on'), value: ['create', 'change'], reason };
}
