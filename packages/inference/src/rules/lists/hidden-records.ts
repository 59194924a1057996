import { joinPointer } from '@understudy/contract';
import { splitWords } from '@understudy/model';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { pluralOf } from '../../prose/states.js';
import { dot, stateIn, vocabularyOf } from '../../prose/vocabulary.js';
import { archivedAt } from '../../words/archiving.js';
import { readResponseTexts } from '../lifecycle/lifecycles.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { conditionOfThings, hiddenUnless } from './flag-filter.js';
import { type KnownList, knownLists } from './list-parameters.js';

export const hiddenRecords: InferenceRule = {
  id: 'hidden-records',
  says: 'A list leaves out hidden records, as its description says, records with the mark of a deletion, and those that only a flag includes',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const list of knownLists(known)) {
      const found = saidIn(known, list) ?? deletedIn(known, list) ?? unlessIncluded(known, list);
      if (found === undefined) continue;
      const { operation } = list.plan;
      const at = joinPointer('/operations', operation.operationId, 'only');
      yield { at, value: found.condition, reason: { from: placeOfOperation(operation), says: found.says } };
    }
  },
};

interface Hidden {
  readonly condition: string;
  readonly says: string;
}

const be = '(?:is|are|stays?|remains?|gets?)';
const hides = new RegExp(
  `^(?:the )?(.{3,60}?) (?:${be} (?:left out|hidden|omitted|excluded|skipped|not (?:listed|shown|included|returned|part of it))|(?:(?:is|are)(?:n't| not)|(?:does|do)(?:n't| not) (?:appear|show up)) in (?:here|the list|it|this list)|(?:does|do)(?:n't| not) (?:appear|show up)|(?:is|are) never (?:listed|shown|returned))(?:,? ever)?(?:,? (?:here|from (?:it|the list)))?(?:,? (?:unless|except (?:when|if)|if not) (.+))?$`,
);

/** "Empty lots are hidden unless `status=empty` is requested", "Deleted episodes aren't in here". */
function saidIn(known: Knowledge, { plan, resource, parameters }: KnownList): Hidden | undefined {
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(resource.name);
  if (kind === undefined) return undefined;
  const scope: Scope = { vocabulary, variable: 'self', kind };
  const own = readResponseTexts(known, plan).filter(({ status }) => status < 300);
  const texts = [plan.node['description'], ...own.map(({ text }) => text)];
  for (const says of texts.flatMap((text) => sentencesOf(text))) {
    const [, things = '', exception] = hides.exec(plainText(says)) ?? [];
    const hidden =
      things === '' ? undefined : conditionOfThings(new ProseReader(), scope, withNoun(things, kind.nouns[0]));
    if (hidden === undefined) continue;
    const words = exception?.split(/[^a-z0-9_]+/) ?? [];
    const flag = parameters.find(({ name, schema }) => {
      const isFlag = known.plan.schemas.chosen(schema).types[0] === 'boolean';
      return isFlag && splitWords(name).some((word) => things.split(' ').includes(word));
    });
    // The filter of the flag hides them.
    if (flag !== undefined && known.plan.schemas.chosen(flag.schema).keywords['default'] !== undefined)
      return undefined;
    const state = things
      .split(' ')
      .map((word) => stateIn(kind, word))
      .find((each) => each !== undefined);
    const asked =
      flag?.name ?? parameters.find(({ name }) => words.includes(name.toLowerCase()) || name === state?.member)?.name;
    if (exception === undefined) return { condition: `!(${hidden})`, says };
    if (asked === undefined) continue;
    const value = flag === undefined ? JSON.stringify(state?.value ?? true) : 'true';
    return { condition: `${dot('query', asked)} == ${value} || !(${hidden})`, says };
  }
  return undefined;
}

/** "Retired ones" are rooms. */
function withNoun(things: string, noun = ''): string {
  return things
    .replace(/^(?:the )?(?:ones|those) /, `${pluralOf(noun)} `)
    .replace(/^([a-z]+) (?:ones|those)$/, `$1 ${pluralOf(noun)}`);
}

/** `includeArchived` without a default: the archived ones are left out without it. */
function unlessIncluded(known: Knowledge, list: KnownList): Hidden | undefined {
  for (const parameter of list.parameters) {
    const { types, keywords } = known.plan.schemas.chosen(parameter.schema);
    const isFlag = types[0] === 'boolean' && keywords['default'] === undefined;
    const hidden = isFlag ? hiddenUnless(known, list, parameter) : undefined;
    if (hidden !== undefined)
      return { condition: `${dot('query', parameter.name)} == true || !(${hidden})`, says: parameter.name };
  }
  return undefined;
}

/** Records that a DELETE has only marked with a time, unless a parameter of the list is about them. */
function deletedIn(
  { plan: { operations } }: Knowledge,
  { parameters, resource, members }: KnownList,
): Hidden | undefined {
  for (const { resource: own, operation, effects } of operations.values()) {
    const mark =
      own === resource && operation.method === 'DELETE'
        ? members.find(({ name }) => effects?.set[name] === '=now' && archivedAt.test(name))
        : undefined;
    if (mark === undefined) continue;
    const words = new Set(splitWords(mark.name).filter((word) => word.length > 2));
    if (parameters.some(({ name }) => splitWords(name).some((word) => words.has(word)))) return undefined;
    return { condition: `${dot('self', mark.name)} == null`, says: `${operation.operationId} sets ${mark.name}` };
  }
  return undefined;
}
