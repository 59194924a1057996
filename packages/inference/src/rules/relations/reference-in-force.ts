import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, vocabularyOf } from '../../prose/vocabulary.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';

const inForce =
  /\b(?:in force|in effect|effective|applicable|currently valid)\b(?: then)?(?: (?:at|in|for|on|of) (?:the|its) ([a-z]+))?/;

/** Infers which record a new one refers to if a sentence says that it is the one in force. */
export const referenceInForce: InferenceRule = {
  id: 'reference-in-force',
  says: 'A new record refers to the price, rate or rule that is in force when it is created, if its creation says so.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    for (const plan of known.plan.operations.values()) {
      const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
      if (plan.does !== 'create' || kind === undefined || plan.resource === undefined) continue;
      for (const { member, target } of kind.references) {
        const other = vocabulary.kinds.get(target);
        const key = other?.resource?.key;
        if (plan.resource.writable.has(member) || key === undefined || member.includes('[]')) continue;
        for (const said of sentencesOf(plan.node['description'])) {
          const text = plainText(said);
          const [, place] = inForce.exec(text) ?? [];
          const noun = other?.nouns.find((each) => new RegExp(`\\b${each}\\b`).test(text));
          if (noun === undefined || !inForce.test(text)) continue;
          const scope = { vocabulary, variable: 'self', kind };
          const found = new ProseReader().many(
            `${noun}s in force${place === undefined ? '' : ` at the ${place}`}`,
            scope,
          );
          if (found === undefined || found.kind !== other) continue;
          const reason = { from: operationPointerOf(plan.operation, 'description'), says: said };
          const value = `${found.expression}.map(one, ${dot('one', key)}).first()`;
          yield { at: memberAt(plan.resource.name, member, 'value'), value, reason };
          yield { at: memberAt(plan.resource.name, member, 'on'), value: 'create', reason };
        }
      }
    }
  },
};
