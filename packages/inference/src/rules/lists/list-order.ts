import { isObject, joinPointer, resolveReference } from '@understudy/contract';
import { normalizeName, toSingular } from '@understudy/model';
import { factsOf } from '../../prose/sentences.js';
import { type Kind, memberIn } from '../../prose/vocabulary.js';
import { amountMembers } from '../../words/number-words.js';
import {
  alphabetical,
  ascending,
  byAlone,
  comesFirst,
  direction,
  isChoice,
  isDescending,
  nextKey,
  nextSort,
  ofAge,
  plainOrder,
  sortedBy,
  ties,
} from '../../words/order-words.js';
import { type KnownMember, namedMembers } from '../member-list.js';
import { placeOfOperation } from '../refusals.js';
import { wordOf } from '../relations/find-target.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { isDated, isNumeric, type KnownList, knownLists } from './list-parameters.js';
import { memberByVerb } from './named-members.js';
import { namedOrders } from './named-orders.js';

export const listOrder: InferenceRule = {
  id: 'list-order',
  says: 'A list has the order that its description or the default of its parameter names, or else the one that the description of the API has for all lists.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const general = factsOf(known.document.info.description).filter((each) =>
      /\blists?\b|\brecords?\b|otherwise/i.test(each),
    );
    for (const list of knownLists(known)) {
      const { operation, node } = list.plan;
      const own = [...factsOf(node['summary']), ...factsOf(node['description']), ...ofResponse(known, list)];
      const from = placeOfOperation(operation);
      for (const [value, order] of Object.entries(namedOrders(list)))
        yield {
          at: joinPointer('/operations', operation.operationId, 'orders', value),
          value: order,
          reason: { from, says: value },
        };
      const found = inSentences(list, own) ?? ofDefault(known, list) ?? inSentences(list, general);
      if (found === undefined) continue;
      const at = joinPointer('/operations', operation.operationId, 'order');
      yield {
        at,
        value: found.order,
        reason: { from: general.includes(found.says) ? '/info/description' : from, says: found.says },
      };
    }
  },
};

interface FoundOrder {
  readonly order: string;
  readonly says: string;
}

function ofResponse({ document }: Knowledge, { plan }: KnownList): string[] {
  const responses = plan.node['responses'];
  const response = resolveReference(document, isObject(responses) ? responses['200'] : undefined);
  return isObject(response) ? factsOf(response['description']) : [];
}

/** The order that sentences about a list of records say: members, with - for descending. */
export function orderSaid(list: SortedList, sentences: readonly string[]): string | undefined {
  return inSentences(list, sentences)?.order;
}

type SortedList = Pick<KnownList, 'members' | 'resource'>;

function inSentences(list: SortedList, sentences: readonly string[]): FoundOrder | undefined {
  for (const [index, says] of sentences.entries()) {
    const whole = plainOrder(says);
    const sorted =
      isChoice.test(whole) || !(sortedBy.test(whole) || byAlone.test(whole)) ? undefined : bySort(list, whole);
    if (sorted?.includes(',') === true) return { order: sorted, says };
    // The next sentence can say what comes after it.
    const both = `${says} ${sentences[index + 1] ?? ''}`;
    const [first = says, next] = [nextSort, ties]
      .map((between) => both.split(between))
      .find(([head = '', tail]) => tail !== undefined && head.length <= says.length) ?? [says];
    const plain = plainOrder(first);
    if (isChoice.test(plain.replace(/ (?:are|is) (?:equal|the same)\b/, ''))) continue;
    const order =
      (sortedBy.test(plain) || byAlone.test(plain) ? bySort(list, plain) : undefined) ??
      byFirst(list, plain) ??
      bySort(list, plain);
    const later = plainOrder(next ?? '').replace(/\.$/, '');
    const further =
      next === undefined ? undefined : (bySort(list, later.replace(/^(?:by )?/, 'sorted by ')) ?? byFirst(list, later));
    if (order !== undefined) return { order: further === undefined ? order : `${order},${further}`, says };
  }
  return undefined;
}

/** "Newest first", "most recently opened first", "by `valid_from`, earliest first". */
function byFirst({ members, resource }: SortedList, says: string): string | undefined {
  const [all = '', word = '', between = ''] = comesFirst.exec(says) ?? [];
  if (all === '') return flagFirst(members, says);
  const sign = ascending.has(word.toLowerCase()) ? '' : '-';
  const sortable = members.filter((each) => isDated(each) || (isNumeric(each) && !/recent/i.test(word)));
  const before = says.slice(0, says.indexOf(all));
  const quoted = namedMembers(says, sortable).filter(({ name }) => says.includes(`\`${name}\``));
  // "Cheapest first": the one price, or the amount of it.
  const isPrice = /^(?:cheap|dear|pric|\S+ (?:expensive|costly))/i.test(`${word}${between}`);
  const priced = isPrice ? members.filter(({ name }) => /price|cost|fee/i.test(name)) : [];
  if (isPrice && priced.length === 0)
    priced.push(...members.filter((each) => isNumeric(each) && /rate|amount|charge|total/i.test(each.name)));
  const [price, another] = priced;
  if (price !== undefined && another === undefined) {
    const amount = [...price.schema.properties.keys()].find((name) => amountMembers.includes(normalizeName(name)));
    return `${sign}${price.name}${amount === undefined ? '' : `.${amount}`}`;
  }
  if (isPrice) return undefined;
  // "The oldest pick" means the record, not the time of picking.
  const bare = between.replace(new RegExp(`\\b${toSingular(wordOf(resource))}s?\\b`, 'i'), '');
  const near = memberByVerb(bare, sortable, wordOf(resource));
  const inOrder = /\bin (?:the )?order in which\b|\bby\b|\b(?:that|which|who)\b/i.test(before)
    ? (byPhrase(before, sortable) ?? memberByVerb(before, sortable, wordOf(resource)))
    : undefined;
  const member = quoted.length === 1 ? quoted[0] : (near ?? inOrder ?? ofCreation(sortable, { word, between }));
  return member === undefined ? undefined : `${sign}${member.name}`;
}

/** "Urgent orders first": those with the flag. */
function flagFirst(members: readonly KnownMember[], says: string): string | undefined {
  const [, word = ''] = /^(?:the )?([a-z_]+)(?: [a-z]+)? (?:(?:come|go|are|stand)s? )?first\b/i.exec(says) ?? [];
  const [flag] = members.filter(
    ({ name, schema }) =>
      schema.types[0] === 'boolean' && normalizeName(name).replace(/^is/, '') === normalizeName(word),
  );
  return flag === undefined ? undefined : `-${flag.name}`;
}

/** "By due day" names `due_on`. */
function byPhrase(text: string, members: readonly KnownMember[]): KnownMember | undefined {
  const [, phrase = ''] = /\bby (?:the |their |its )?([a-z_ ]+?),? *$/i.exec(text) ?? [];
  const kind = kindOfMembers(members);
  return phrase === '' ? undefined : members.find(({ name }) => name === memberIn(kind, phrase.toLowerCase())?.name);
}

function kindOfMembers(members: readonly KnownMember[]): Kind {
  const named = members.map((each) => [each.name, each] as const);
  const none = {
    nouns: [],
    states: [],
    references: [],
    lists: new Map(),
    makers: new Set<string>(),
    leaving: new Map(),
  };
  return { ...none, members: new Map(named) };
}

/** The moment of creation, if a record is new or old, or the only date. */
function ofCreation(
  sortable: readonly KnownMember[],
  { word, between }: { readonly word: string; readonly between: string },
): KnownMember | undefined {
  const isPlain =
    /^\W*(?:(?:ones?|records?|items?|entries|date|dates|comes?|appears?|are|is|listed|[a-z]+s?) ?){0,2}\W*$/i.test(
      between,
    );
  if (!isPlain || /\b(?:updated|modified|used|active)\b/i.test(between)) return undefined;
  const dated = sortable.filter(isDated);
  const created = dated.filter(({ name }) => /^(?:created|added|inserted)/i.test(name));
  if (created.length === 1 && ofAge.has(word.toLowerCase())) return created[0];
  // The one moment that each record has.
  const [always, more] = dated.filter(({ schema }) => !schema.nullable && schema.keywords['format'] === 'date-time');
  return dated.length === 1 ? dated[0] : more === undefined && ofAge.has(word.toLowerCase()) ? always : undefined;
}

/** "Sorted by name", "by floor, and by number within a floor", "due date ascending, then price descending". */
function bySort({ members }: SortedList, says: string): string | undefined {
  const text = says.replace(/`/g, '').replace(/\.$/, '');
  const found = sortedBy.exec(text) ?? byAlone.exec(text) ?? (direction.test(text) ? /^/.exec(text) : null);
  const scalars = members.filter(
    ({ schema: { types } }) =>
      types.some((type) => type !== 'null') && types.every((type) => type !== 'array' && type !== 'object'),
  );
  if (found === null)
    return alphabetical.test(text) ? scalars.find(({ name }) => /^(?:name|title|label)$/i.test(name))?.name : undefined;
  const keys: { name: string; isDown: boolean }[] = [];
  const parts = text.slice(found.index + found[0].length).split(nextKey);
  if (found[0] === '' && !direction.test(parts[0] ?? '')) return undefined;
  for (const [index, part] of parts.entries()) {
    const isDown = isDescending.test(part) || (index === 0 && isDescending.test(found[0]));
    const phrase = part
      .replace(direction, '')
      .replace(/^by | within .*$|,$/g, '')
      .trim();
    const last = keys.at(-1);
    if (phrase === '' && last !== undefined) last.isDown ||= isDown;
    else {
      const named = byPhrase(`by ${phrase}`, scalars) ?? namedMembers(phrase, scalars);
      const [member, another] = [named].flat();
      // "… by name, whatever the case": what follows the keys.
      if (
        member === undefined &&
        index > 0 &&
        /^(?:whatever|regardless|with|without|upper|in |so |which|unless)/.test(phrase)
      )
        break;
      if (member === undefined || another !== undefined) return undefined;
      if (!keys.some(({ name }) => name === member.name)) keys.push({ name: member.name, isDown });
    }
  }
  return keys.length === 0 ? undefined : keys.map(({ name, isDown }) => `${isDown ? '-' : ''}${name}`).join(',');
}

/** The default of the parameter that sorts: `-price`, `price desc`. */
function ofDefault({ plan }: Knowledge, { plan: { list }, parameters, members }: KnownList): FoundOrder | undefined {
  const parameter = parameters.find(({ name }) => name === list?.sort);
  const given = parameter === undefined ? undefined : plan.schemas.flat(parameter.schema).keywords['default'];
  const [, sign = '', name = '', way = ''] =
    /^([-+]?)([\w.]+?)(?:[ :,.](asc|desc)\w*)?$/i.exec(String(given ?? '')) ?? [];
  const direction = parameters.find((each) => each.name === list?.direction && each !== parameter);
  const ofWay = direction === undefined ? '' : String(plan.schemas.flat(direction.schema).keywords['default'] ?? '');
  if (name === '' || !members.some((each) => each.name === name)) return undefined;
  const isDown = sign === '-' || /^desc/i.test(way) || /^desc/i.test(ofWay);
  return { order: `${isDown ? '-' : ''}${name}`, says: `${parameter?.name ?? ''}: ${String(given)}` };
}
