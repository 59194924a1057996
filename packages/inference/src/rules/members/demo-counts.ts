import { joinPointer } from '@understudy/contract';
import { plainText } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { pluralOf } from '../../prose/states.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import { readNumberWord } from '../../words/number-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

/** Words of a sentence about the data that an API starts with. */
const atStart =
  /\b(?:starts?|begins?|comes?|opens?|(?:is|are) (?:filled|seeded|loaded|delivered|set up)|contains?|holds?|ships?) (?:out )?with\b|\bfrom the (?:start|beginning|outset)\b|\b(?:at first|initially|to begin with|at the start|there (?:is|are) already)\b|\bthe sandbox (?:has|contains|holds|knows)\b|\b(?:sample|demo|test|example) (?:data|records)\b/;
const most = 60;

/** Infers how many records the demo data has from sentences such as "The sandbox starts with 4 room types and 14 rooms". */
export const demoCounts: InferenceRule = {
  id: 'demo-counts',
  says: 'The demo data has the number of records that the description states for the start.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { kinds } = vocabularyOf(known);
    for (const says of factsOf(known.document.info.description)) {
      const text = plainText(says);
      if (!atStart.test(text)) continue;
      for (const [name, { nouns }] of kinds) {
        const named = nouns.map(pluralOf).join('|');
        const [, said = ''] =
          new RegExp(
            `(?<![a-z\\d-])(?:a )?(\\d+|[a-z]+)(?: of)? (?:[a-z]+ed |own |sample |demo )?(?:${named})(?![a-z])`,
          ).exec(text) ?? [];
        const count = readNumberWord(said);
        if (count === undefined || count < 1 || count > most) continue;
        const at = joinPointer('/seeds', name, 'count');
        yield { at, value: count, reason: { from: '/info/description', says } };
      }
    }
  },
};
