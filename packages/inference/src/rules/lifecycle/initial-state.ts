import { joinPointer } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { readStatements, type Statement } from '../../prose/statements.js';
import { nounPattern, readStates, type StateWords } from '../../prose/states.js';
import { initialStates } from '../../words/initial-states.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type FoundLifecycle, findLifecycles, operationPointerOf, readResponseTexts } from './lifecycles.js';

/** Forms of sentences of a creation. `N` is a name of the thing, `P` a phrase with a state. */
const forms = [
  '(?:a new |every |each )?N (?:begins?|starts?)(?: its)?(?: life| out| off)? (?:as|in|with) P',
  '(?:N )?(?:is |are )?created (?:as|in|with) P',
  '(?:creates?|opens?|files?|adds?) N (?:as|in|with) (?:status |state )P',
  '(?:creates?|opens?)(?: an?)?(?: new| empty)? P',
  'N is P until .*',
  'until .*, N is (?:listed as )?P',
  'the(?: new| empty)? P',
];

/** Infers the state of a new record, unless a request can set it. */
export const initialState: InferenceRule = {
  id: 'initial-state',
  says: 'A new record has the default state, the one that its creation names, or the first one if that means new',
  *infer(known) {
    for (const lifecycle of findLifecycles(known)) {
      const found = initialOf(known, lifecycle);
      if (found === undefined) continue;
      const at = joinPointer('/resources', lifecycle.resource.name, 'lifecycle');
      yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason: found.reason };
      yield { at: joinPointer(at, 'initial'), value: found.state, reason: found.reason };
    }
  },
};

interface Found {
  readonly state: string;
  readonly reason: InferredStatement['reason'];
}

function initialOf(known: Knowledge, { resource, member, states, nouns }: FoundLifecycle): Found | undefined {
  const { schemas, operations } = known.plan;
  const [creation, another] = [...operations.values()].filter(
    (plan) => plan.resource === resource && plan.does === 'create',
  );
  if (creation === undefined || another !== undefined || resource.writable.has(member)) return undefined;
  if (creation.effects !== undefined) return undefined;
  const from = operationPointerOf(creation.operation);
  const { keywords } = schemas.chosen(schemas.member(resource.schema, member));
  const { default: usual } = keywords;
  if (typeof usual === 'string' && states.includes(usual))
    return { state: usual, reason: { from, says: `default: ${usual}` } };
  const texts = ['description', 'summary'].map((name) => ({
    text: creation.node[name],
    from: operationPointerOf(creation.operation, name),
  }));
  const successes = readResponseTexts(known, creation).filter(({ status }) => status < 300);
  const said = [...successes, ...texts].flatMap(({ text, from: place }) =>
    readStatements(text).flatMap((sentence): Found[] => {
      const state = stateIn(sentence, { states, nouns });
      return state === undefined ? [] : [{ state, reason: { from: place, says: sentence.said } }];
    }),
  );
  if (new Set(said.map(({ state }) => state)).size > 1) return undefined;
  const [first = ''] = states;
  const isNew = initialStates.has(normalizeName(first));
  return said[0] ?? (isNew ? { state: first, reason: { from, says: `The first of ${states.join(', ')}` } } : undefined);
}

function stateIn({ text }: Statement, words: StateWords): string | undefined {
  for (const form of forms) {
    const pattern = form.replace(/\bN\b/g, nounPattern(words)).replace(/\bP\b/g, '([a-z0-9_ -]{2,80}?)');
    const [, phrase = ''] = new RegExp(`^${pattern}$`).exec(text) ?? [];
    const [state, more] = readStates(words, phrase) ?? [];
    if (state !== undefined && more === undefined) return state;
  }
  return undefined;
}
