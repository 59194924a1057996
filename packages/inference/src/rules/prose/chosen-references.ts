import { isNounOf } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { pluralOf } from '../../prose/states.js';
import { dot, vocabularyOf } from '../../prose/vocabulary.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';

const chosen =
  /^(?:the |an? |each |every |it |this )?(?:new )?(.*?) ?(?:is|are|gets|uses|takes|has|goes|follows|runs) (?:(?:then |always )?[a-z]+ )?(?:with |by |to |at |under |from |in |against |for |on )?the (.+)$/;

/** Infers the record that a new one refers to, if the API chooses it. */
export const chosenReferences: InferenceRule = {
  id: 'chosen-reference',
  says: 'A reference that no request sets is the record that a sentence of the creation names: the session is priced with the tariff that is in force.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    const reader = new ProseReader();
    for (const plan of known.plan.operations.values()) {
      const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
      if (plan.does !== 'create' || kind?.resource === undefined) continue;
      for (const said of sentencesOf(plan.node['description'])) {
        const [, noun = '', phrase = ''] = chosen.exec(plainText(said)) ?? [];
        if (!isNounOf(kind, noun) && [...vocabulary.kinds.values()].some((each) => isNounOf(each, noun))) continue;
        for (const reference of phrase === '' ? [] : kind.references) {
          const target = vocabulary.kinds.get(reference.target);
          const thing = target?.nouns.find((each) => phrase.startsWith(`${each} `));
          if (thing === undefined || kind.resource.writable.has(reference.member)) continue;
          const references = kind.references.filter((each) => each !== reference);
          const scope: Scope = { vocabulary, variable: 'self', kind: { ...kind, references } };
          const all = reader.many(`${pluralOf(thing)}${phrase.slice(thing.length)}`, scope);
          const key = all?.kind.resource?.key;
          if (all === undefined || key === undefined || all.kind !== target || !all.expression.includes('.filter('))
            continue;
          const reason = { from: operationPointerOf(plan.operation, 'description'), says: said };
          const stated = Object.entries(known.model.resources?.[kind.resource.name]?.members ?? {});
          // What is computed at each reading is not there yet.
          const found = stated.reduce(
            (text, [name, { value, on }]) =>
              value === undefined || on !== undefined || !/^\w+$/.test(name)
                ? text
                : text.replace(new RegExp(`\\bself\\.${name}\\b`, 'g'), String(value)),
            all.expression,
          );
          const value = `${found}.map(one, ${dot('one', key)}).first()`;
          yield { at: memberAt(kind.resource.name, reference.member, 'value'), value, reason };
          yield { at: memberAt(kind.resource.name, reference.member, 'on'), value: 'create', reason };
        }
      }
    }
  },
};
