import { joinPointer } from '@understudy/contract';
import { normalizeName, splitWords } from '@understudy/model';
import { nounPattern, readStates } from '../../prose/read-states.js';
import type { Scope } from '../../prose/scope.js';
import { readStatements, type Statement } from '../../prose/statements.js';
import { initialStates } from '../../words/initial-states.js';
import { rootOf } from '../../words/verb-forms.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type FoundLifecycle, findLifecycles, operationPointerOf, readResponseTexts, scopeOf } from './lifecycles.js';

/** Forms of sentences of a creation. `N` is a name of the thing, `P` a phrase with a state. */
const forms = [
  '(?:an? |any |the )?(?:new(?:ly)?|fresh(?:ly)?|just) ?(?:[a-z]+ed )?N (?:is|are|counts? as)(?: always| still| all)?(?: in status)? P',
  '(?:a new |every |each |all )?N (?:begins?|starts?|opens?)(?: its)?(?: life| out| off)?(?: as| in| with)? P',
  'N (?:is|are|appears? as|counts? as) P (?:at first|to begin with|initially|at the start|on creation|until .*|(?:when|once|as soon as|right after) (?:it|they) (?:is|are|was|were|has been|have been) [a-z]+)',
  'N (?:is|are|has|starts) (?:first|initially|at first) P',
  'N (?:stays|remains) P until .*',
  '(?:N )?(?:is |are )?created (?:as|in|with) P',
  '(?:creates?|opens?|files?|adds?) N (?:as|in|with) (?:status |state )P',
  '(?:creates?|opens?|adds?|starts?)(?: an?)?(?: new| empty)? P(?: with(?:out| no) .*)?',
  'until .*, N is (?:listed as )?P',
  'N, (?:which is |as an? |not yet |an? )?P(?:, .*)?',
  'the(?: new| empty)? P(?:, with .*)?',
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
      for (const name of timesOf(known, lifecycle, found.state))
        yield {
          at: joinPointer('/resources', lifecycle.resource.name, 'members', name),
          value: { value: 'now', on: 'create' },
          reason: { says: `${name}, ${found.state}` },
        };
    }
  },
};

/** The times of the first state, which are never null: `started_at` of `started`, `openedAt` of `open`. */
function timesOf({ plan: { schemas } }: Knowledge, { resource }: FoundLifecycle, state: string): string[] {
  return [...schemas.chosen(resource.schema).properties].flatMap(([name, property]) => {
    const { keywords, nullable } = schemas.chosen(property);
    const [word = '', end, ...more] = splitWords(name);
    const isTime = keywords['format'] === 'date-time' && (end === 'at' || end === 'on') && more.length === 0;
    const isOwn = isTime && !nullable && !resource.writable.has(name) && rootOf(word) === rootOf(state);
    return isOwn && /^\w+$/.test(name) ? [name] : [];
  });
}

interface Found {
  readonly state: string;
  readonly reason: InferredStatement['reason'];
}

function initialOf(known: Knowledge, lifecycle: FoundLifecycle): Found | undefined {
  const { resource, member, states } = lifecycle;
  const scope = scopeOf(known, lifecycle);
  const { schemas, operations } = known.plan;
  const [creation, another] = [...operations.values()].filter(
    (plan) => plan.resource === resource && plan.does === 'create',
  );
  if (another !== undefined || resource.writable.has(member) || creation?.effects !== undefined) return undefined;
  const from = creation === undefined ? `/resources/${resource.name}` : operationPointerOf(creation.operation);
  const { keywords } = schemas.chosen(schemas.member(resource.schema, member));
  const { default: usual } = keywords;
  if (typeof usual === 'string' && states.includes(usual))
    return { state: usual, reason: { from, says: `default: ${usual}` } };
  const texts = (creation === undefined ? [] : ['description', 'summary']).map((name) => ({
    text: creation?.node[name],
    from: `${from}${joinPointer('', name)}`,
  }));
  const successes =
    creation === undefined ? [] : readResponseTexts(known, creation).filter(({ status }) => status < 300);
  const ofMember = schemas.chosen(schemas.member(resource.schema, member)).names[0] ?? from;
  texts.push({ text: keywords['description'], from: ofMember });
  const said = [...successes, ...texts].flatMap(({ text, from: place }) =>
    readStatements(text).flatMap((sentence): Found[] => {
      const state = stateIn(sentence, scope);
      return state === undefined ? [] : [{ state, reason: { from: place, says: sentence.said } }];
    }),
  );
  if (new Set(said.map(({ state }) => state)).size > 1) return undefined;
  const [first = ''] = states;
  const isNew = initialStates.has(normalizeName(first));
  const ofList = isNew ? { state: first, reason: { from, says: `The first of ${states.join(', ')}` } } : undefined;
  return said[0] ?? ofList ?? sourceOf(known, { resource, states, from });
}

/**
 * The first state if transitions only leave it, unless the states are in alphabetical order. Otherwise the one state that
 * transitions only leave.
 */
function sourceOf(
  { model }: Knowledge,
  { resource, states, from }: Pick<FoundLifecycle, 'resource' | 'states'> & { readonly from: string },
): Found | undefined {
  const all = Object.values(model.resources?.[resource.name]?.lifecycle?.transitions ?? {});
  const transitions = all.filter(({ when }) => when === undefined);
  const reached = new Set(transitions.flatMap(({ to, from }) => (from === undefined ? states : (to ?? []))));
  const left = new Set(transitions.flatMap(({ from }) => from ?? []));
  const [source, another] = states.filter((each) => left.has(each) && !reached.has(each));
  const [first = ''] = states;
  const isInOrder = states.length > 2 && states.toSorted().join() !== states.join();
  const isSource = transitions.every(({ to }) => to !== first);
  const isLeft = isSource && transitions.some(({ from }) => from === undefined || [from].flat().includes(first));
  const state = isInOrder && isLeft ? first : source;
  if (state === undefined || (another !== undefined && state !== first)) return undefined;
  return { state, reason: { from, says: `No transition leads to ${state}` } };
}

function stateIn({ text }: Statement, scope: Scope): string | undefined {
  for (const form of forms) {
    const pattern = form.replace(/\bN\b/g, nounPattern(scope.kind)).replace(/\bP\b/g, '([a-z0-9_ -]{2,80}?)');
    const [, phrase = ''] = new RegExp(`^${pattern}$`).exec(text) ?? [];
    const [state, more] = readStates(scope, phrase) ?? [];
    if (state !== undefined && more === undefined) return state;
  }
  return undefined;
}
