import { joinPointer } from '@understudy/contract';
import { findSuccessBody, getMember, normalizeName, type OperationPlan, splitWords } from '@understudy/model';
import { others as goesOn, readFirstCases } from '../../prose/first-cases.js';
import { readFirstState } from '../../prose/first-states.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { mentions } from '../../prose/phrase.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { factsOf, joinSentences } from '../../prose/sentences.js';
import { readStatements } from '../../prose/statements.js';
import { isEndState } from '../../words/end-states.js';
import { initialStates } from '../../words/initial-states.js';
import { rootOf } from '../../words/verb-forms.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { tagTextsOf } from '../tag-texts.js';
import { type FoundLifecycle, findLifecycles, operationPointerOf, readResponseTexts, scopeOf } from './lifecycles.js';

/** Infers the state of a new record, unless a request can set it. */
export const initialState: InferenceRule = {
  id: 'initial-state',
  says: 'A new record has the default state, the one that its creation names, or the first one if that means new',
  *infer(known) {
    for (const lifecycle of findLifecycles(known)) {
      const usual = initialOf(known, lifecycle);
      const choice = choiceIn(known, lifecycle, usual);
      const found = choice ?? usual;
      if (found === undefined) continue;
      const at = joinPointer('/resources', lifecycle.resource.name, 'lifecycle');
      yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason: found.reason };
      yield { at: joinPointer(at, 'initial'), value: choice?.value ?? found.state, reason: found.reason };
      for (const name of timesOf(known, lifecycle, found.state))
        yield {
          at: joinPointer('/resources', lifecycle.resource.name, 'members', name),
          value: { value: 'now', on: 'create' },
          reason: { says: `${name}, ${found.state}` },
        };
    }
  },
};

/** "If no spot is left, the booking is made with the status `waiting`": another first state under a condition. */
function choiceIn(known: Knowledge, lifecycle: FoundLifecycle, usual: Found | undefined): Choice | undefined {
  const { resource } = lifecycle;
  const scope = scopeOf(known, lifecycle);
  const creation = [...known.plan.operations.values()].find(
    (plan) => plan.resource === resource && plan.does === 'create',
  );
  if (creation === undefined) return undefined;
  const reader = new ProseReader();
  const at = operationPointerOf(creation.operation);
  const { nouns } = scope.kind;
  const texts = [
    ...readResponseTexts(known, creation).filter(({ status }) => status < 300),
    ...['description', 'summary'].map((name) => ({ text: creation.node[name], from: `${at}/${name}` })),
    ...tagTextsOf(known, resource),
    { text: known.document.info.description, from: '#/info/description', isGeneral: true },
  ];
  for (const { text, from, ...more } of texts) {
    let isAbout = !('isGeneral' in more);
    const cases = factsOf(text).flatMap((said) => {
      isAbout = !('isGeneral' in more) || nouns.some((noun) => mentions(said, noun)) || (isAbout && goesOn.test(said));
      return isAbout ? readFirstCases(reader, said, scope).map((each) => ({ ...each, said })) : [];
    });
    const first = cases.find(({ condition }) => condition !== undefined);
    const other = cases.find(({ condition, state }) => condition === undefined && state !== first?.state);
    const state = other?.state ?? usual?.state;
    if (first === undefined || state === undefined || state === first.state) continue;
    const value = `=${first.condition} ? ${JSON.stringify(first.state)} : ${JSON.stringify(state)}`;
    return {
      value,
      state,
      reason: { from, says: joinSentences([first.said, ...(other === undefined ? [] : [other.said])]) },
    };
  }
  return undefined;
}

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

/** The usual first state, and the expression that chooses it or another one. */
interface Choice extends Found {
  readonly value: string;
}

/** Finds the state of a new record. Undefined if a request can set it. */
export function initialOf(known: Knowledge, lifecycle: FoundLifecycle): Found | undefined {
  const { resource, member, states } = lifecycle;
  const scope = scopeOf(known, lifecycle);
  const { schemas, operations } = known.plan;
  const [creation, another] = [...operations.values()].filter(
    (plan) => plan.resource === resource && plan.does === 'create',
  );
  const sent = creation === undefined ? [] : sentMembers(schemas, creation.operation);
  if (another !== undefined || sent.some(([name]) => name === member) || creation?.effects !== undefined)
    return undefined;
  const from = creation === undefined ? `/resources/${resource.name}` : operationPointerOf(creation.operation);
  const { keywords } = schemas.chosen(schemas.member(resource.schema, member));
  const { default: usual } = keywords;
  if (typeof usual === 'string' && states.includes(usual))
    return { state: usual, reason: { from, says: `default: ${usual}` } };
  const ofMember = schemas.chosen(schemas.member(resource.schema, member)).names[0] ?? from;
  const ofCreation =
    creation === undefined
      ? []
      : [
          ...readResponseTexts(known, creation)
            .filter(({ status }) => status < 300)
            .map((each) => ({ ...each, place: 'response' as const })),
          ...['description', 'summary'].map((name) => ({
            text: creation.node[name],
            from: `${from}${joinPointer('', name)}`,
            place: 'creation' as const,
          })),
        ];
  const texts = [...ofCreation, { text: keywords['description'], from: ofMember, place: 'member' as const }];
  const said = texts.flatMap(({ text, from: at, place }) =>
    readStatements(text, otherNamesIn(known.document)).flatMap(({ said: says }): Found[] => {
      const state = readFirstState(says, scope, place);
      return state === undefined ? [] : [{ state, reason: { from: at, says } }];
    }),
  );
  if (new Set(said.map(({ state }) => state)).size > 1) return undefined;
  const shown = creation === undefined ? undefined : shownBy(creation, lifecycle);
  const ofExample =
    shown === undefined ? undefined : { state: shown, reason: { from, says: 'The example of a new record' } };
  const [first = ''] = states;
  const isNew = initialStates.has(normalizeName(first));
  const ofList = isNew ? { state: first, reason: { from, says: `The first of ${states.join(', ')}` } } : undefined;
  return (
    said[0] ?? ofExample ?? ofList ?? unsent(known, lifecycle, from) ?? sourceOf(known, { resource, states, from })
  );
}

/** The state in the examples of a creation. */
function shownBy(creation: OperationPlan, { member, states }: FoundLifecycle): string | undefined {
  const values = [...(findSuccessBody(creation)?.examples.values() ?? [])].map((example) =>
    getMember(example, [...creation.wrapped, member].join('.')),
  );
  const [only, another] = new Set(values);
  return another === undefined ? states.find((state) => state === only) : undefined;
}

/** The only state without a request or action that sets it. */
function unsent(
  { plan, model }: Knowledge,
  { resource, member, states }: FoundLifecycle,
  from: string,
): Found | undefined {
  const sent = [...plan.operations.values()].flatMap((each) => {
    if (each.resource !== resource || (each.does !== 'update' && each.does !== 'replace')) return [];
    const own = new Map(sentMembers(plan.schemas, each.operation)).get(member);
    const listed = plan.schemas.chosen(own).keywords['enum'];
    return own === undefined ? [] : [Array.isArray(listed) ? listed : states];
  });
  const transitions = Object.values(model.resources?.[resource.name]?.lifecycle?.transitions ?? {});
  const [state, another] = states.filter(
    (each) => !sent.flat().includes(each) && transitions.every(({ to }) => to !== each),
  );
  return sent.length === 0 || state === undefined || another !== undefined || isEndState(state)
    ? undefined
    : { state, reason: { from, says: `No request can set ${state}` } };
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
  if (state === undefined || isEndState(state) || (another !== undefined && state !== first)) return undefined;
  return { state, reason: { from, says: `No transition leads to ${state}` } };
}
