import { joinPointer } from '@understudy/contract';
import {
  lastSegment,
  normalizeName,
  type OperationPlan,
  type Resource,
  splitWords,
  toPathShape,
  toSingular,
} from '@understudy/model';
import { changeWords, creationWords, deletionWords, statesNamedBy } from '../../words/happenings.js';
import { isVerb, listParticiples } from '../../words/verbs.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { listEventNames } from './event-names.js';

export const eventTypes: InferenceRule = {
  id: 'event-types',
  says: 'An event such as order.paid happens when a record is created, changed or deleted, reaches a state, or an operation acts on it, as its name says.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const name of listEventNames(known)) {
      const event = readEvent(known, name);
      if (event === undefined) continue;
      yield { at: joinPointer('/events/types', name), value: event, reason: { says: name } };
    }
  },
};

function readEvent(known: Knowledge, name: string): { readonly of: string; readonly when: string } | undefined {
  const words = splitWords(name);
  for (let length = words.length - 1; length > 0; length -= 1) {
    const resource = resourceCalled(known, words.slice(0, length).join(''));
    const when = resource === undefined ? undefined : conditionOf(known, resource, words.slice(length));
    if (resource !== undefined && when !== undefined) return { of: resource.name, when };
  }
  return undefined;
}

function resourceCalled({ plan: { resources, schemas } }: Knowledge, word: string): Resource | undefined {
  const plain = normalizeName(toSingular(word));
  const named = [...resources.values()].filter(
    ({ name, schema }) =>
      normalizeName(toSingular(name.split(/[.:]/).at(-1) ?? '')) === plain ||
      schemas.chosen(schema).names.some((each) => normalizeName(each.split('/').at(-1) ?? '') === plain),
  );
  return named.find(({ parents }) => parents === 0) ?? named[0];
}

function conditionOf(known: Knowledge, resource: Resource, rest: readonly string[]): string | undefined {
  const all = rest.join('');
  const last = rest.at(-1) ?? '';
  const state = stateCalled(known, resource, all);
  if (state !== undefined) return state;
  const member = memberCalled(known, resource, rest.slice(0, -1).join(''));
  if (rest.length > 1 && changeWords.has(last) && member !== undefined)
    return `self != null && old != null && self.${member} != old.${member}`;
  const operation = operationCalled(known, resource, rest);
  if (operation !== undefined) return `operation == ${JSON.stringify(operation.operation.operationId)} && self != null`;
  if (rest.length > 1) return undefined;
  if (creationWords.has(all)) return 'self != null && old == null';
  if (deletionWords.has(all)) return 'self == null';
  return changeWords.has(all) ? 'self != null && old != null' : undefined;
}

/** A record that reaches a state, or whose flag is set. */
function stateCalled({ plan: { schemas } }: Knowledge, { schema }: Resource, word: string): string | undefined {
  const spellings = statesNamedBy(word);
  for (const [member, property] of schemas.chosen(schema).properties) {
    if (!isName(member)) continue;
    const { keywords, types } = schemas.chosen(property);
    const listed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    const isState = /^(?:status|state|phase|stage)$/.test(normalizeName(member).replace(/^.*?(status|state)$/, '$1'));
    const value = isState
      ? spellings
          .map((each) => listed.find((one) => normalizeName(String(one)) === each))
          .find((each) => each !== undefined)
      : undefined;
    if (typeof value === 'string') {
      const text = JSON.stringify(value);
      return `self.${member} == ${text} && old.${member} != ${text}`;
    }
    if (types.includes('boolean') && normalizeName(member).replace(/^is/, '') === word)
      return `self.${member} == true && old.${member} == false`;
  }
  return undefined;
}

function memberCalled({ plan: { schemas } }: Knowledge, { schema }: Resource, word: string): string | undefined {
  return [...schemas.chosen(schema).properties.keys()].find((name) => isName(name) && normalizeName(name) === word);
}

/** The operation on a record whose name is the verb of an event: `checkIn` for `checkedIn`. */
function operationCalled(
  { plan: { operations } }: Knowledge,
  resource: Resource,
  rest: readonly string[],
): OperationPlan | undefined {
  const [first = '', ...others] = rest;
  return [...operations.values()].find(({ resource: own, operation, key }) => {
    if (own !== resource || key === undefined || operation.method === 'GET') return false;
    const [verb = '', ...more] = splitWords(lastSegment(toPathShape(operation.path)).split(':').at(-1) ?? '');
    const isSame = listParticiples(verb).includes(first) || (isVerb(verb) && verb === first);
    return isSame && more.join('') === others.join('');
  });
}

/** True if an expression can name a member. */
function isName(member: string): boolean {
  return /^[A-Za-z_]\w*$/.test(member);
}
