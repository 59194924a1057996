import { joinPointer } from '@understudy/contract';
import type { ListPlan } from '@understudy/model';
import { clean } from '../../prose/phrases.js';
import { plainText } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { pluralOf } from '../../prose/states.js';
import { mentionsIn } from '../../prose/things.js';
import { stateIn, vocabularyOf } from '../../prose/vocabulary.js';
import { joiningWords } from '../../words/set-words.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { equalityFilter, rankFilter, saysAll } from './equality-filter.js';
import { flagFilter } from './flag-filter.js';
import { isOfMembers, type KnownList, knownLists, type ListParameter } from './list-parameters.js';
import { rangeFilter } from './range-filter.js';
import { textFilter } from './text-filter.js';

export const listFilters: InferenceRule = {
  id: 'list-filters',
  says: 'A parameter of a list selects by the one member that its name or its description names: a range, a part of a text, a flag or another spelling.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const list of knownLists(known)) {
      yield* alwaysIn(known, list);
      for (const parameter of list.parameters) {
        const condition = conditionOf(known, list, parameter);
        if (condition === undefined) continue;
        const { operation } = list.plan;
        const at = joinPointer('/operations', operation.operationId, 'where', parameter.name);
        const from = joinPointer(placeOfOperation(operation), 'parameters', operation.parameters.indexOf(parameter));
        yield { at, value: condition, reason: { from, says: parameter.description ?? parameter.name } };
      }
    }
  },
};

/** "The reservations still waiting for this title": a list of the records in one state. */
function* alwaysIn(known: Knowledge, { plan, resource }: KnownList): Iterable<InferredStatement> {
  const kind = vocabularyOf(known).kinds.get(resource.name);
  const [says = ''] = factsOf(plan.node['description']);
  const [text = ''] = clean(plainText(says)).split(',');
  const noun = kind?.nouns
    .flatMap((each) => pluralOf(each))
    .find((each) => new RegExp(`(?<![a-z])${each}(?![a-z])`).test(text));
  if (kind?.stateMember === undefined || noun === undefined) return;
  const named = mentionsIn(text.split(' '), { vocabulary: vocabularyOf(known), variable: 'self', kind });
  const words = text.split(' ').filter((_, at) => !named.some((each) => at >= each.at && at < each.at + each.length));
  const said = words.filter(
    (word, at) =>
      !joiningWords.has(word) && !(at === 0 && /s$/.test(word)) && !/^(?:only|listed|returned|shown|given)$/.test(word),
  );
  const states = said.map((word) => stateIn(kind, word));
  const [state] = states;
  const isAsked = plan.operation.parameters.some(({ name }) => name === kind.stateMember);
  if (state?.member !== kind.stateMember || states.length > 1 || isAsked || words.includes('or')) return;
  const at = joinPointer('/operations', plan.operation.operationId, 'under', kind.stateMember);
  yield { at, value: JSON.stringify(state.value), reason: { from: placeOfOperation(plan.operation), says } };
}

function conditionOf(known: Knowledge, list: KnownList, parameter: ListParameter): string | undefined {
  const { plan } = known;
  const { filters = {}, ...paging } = list.plan.list ?? {};
  const { types } = plan.schemas.flat(parameter.schema);
  if (types.includes('object') || isOfMembers(parameter)) return undefined;
  if (types[0] === 'boolean') return parameter.name in filters ? undefined : flagFilter(known, list, parameter);
  const listed = plan.schemas.chosen(parameter.schema).keywords['enum'];
  const rank = Array.isArray(listed) && !(parameter.name in filters) ? rankFilter(list, parameter, listed) : undefined;
  if (rank !== undefined) return rank;
  const text = isOfPages(paging, parameter) ? undefined : textFilter(list, parameter);
  if (text !== undefined) return text;
  if (parameter.name in filters)
    return types.includes('array') && saysAll.test(parameter.description ?? '')
      ? equalityFilter(list, parameter, types)
      : undefined;
  const isDate = /^date/.test(String(plan.schemas.flat(parameter.schema).keywords['format']));
  const isPaging = Object.values(paging).includes(parameter.name);
  // A page can start `from` a number, and a time can be `since`.
  const mayBound =
    !isPaging ||
    isDate ||
    (types[0] === 'string' && ['offset', 'since'].some((meaning) => isMeant(paging, meaning, parameter)));
  const range = mayBound ? rangeFilter(list, parameter, types) : undefined;
  return range ?? (isPaging ? undefined : equalityFilter(list, parameter, types));
}

/** True if a parameter is the place, the size or the order of a page. */
function isOfPages(paging: Omit<ListPlan, 'filters'>, { name }: ListParameter): boolean {
  const { page, size, offset, cursor, before, sort, direction, tokens = [] } = paging;
  return [page, size, offset, cursor, before, sort, direction, ...tokens].includes(name);
}

function isMeant(paging: Readonly<Record<string, unknown>>, meaning: string, { name }: ListParameter): boolean {
  return paging[meaning] === name;
}
