import { splitWords, toSingular } from '@understudy/model';
import { measureIn, numberAt } from '../../prose/amounts.js';
import { rangeOf } from '../../prose/ranges.js';
import { dot } from '../../prose/vocabulary.js';
import {
  type Bound,
  bounds,
  boundWords,
  dateWords,
  exactBounds,
  saysBeyond,
  saysLeftOut,
  saysOutside,
  saysPage,
  saysWithin,
} from '../../words/range-words.js';
import { rootOf, verbOfNoun } from '../../words/verb-forms.js';
import type { KnownMember } from '../member-list.js';
import { wordOf } from '../relations/find-target.js';
import { findMember, isDated, isNumeric, type KnownList, type ListParameter, wordsOf } from './list-parameters.js';
import { memberByVerb } from './named-members.js';

/** "Tasks that are either incomplete or completed since this time": the bound is a part of the condition. */
const saysEither = /\beither\b[^.]*\bor (?:that|which|those|have|were)\b/i;

/** The condition of a parameter that bounds a number or a time: `minPrice`, `created_after`, `from`. */
export function rangeFilter(list: KnownList, parameter: ListParameter, types: readonly string[]): string | undefined {
  const covered = coveringPeriod(list, parameter);
  if (covered !== undefined) return covered;
  const stated = statedBound(list, parameter);
  if (stated !== undefined) return fits(stated.member, types, parameter) ? stated.condition : undefined;
  const range = readRange(wordsOf(parameter));
  if (range === undefined) return undefined;
  const { bound, word, rest } = range;
  const description = parameter.description ?? '';
  const member = boundedMember(list, rest, parameter);
  if (member === undefined || !fits(member, types, parameter) || saysEither.test(description)) return undefined;
  const sign = exactBounds.has(word) ? bound : exact(bound, description);
  return `${numberAt(member, dot('self', member.name))} ${sign} value`;
}

/** "Whose `max_length` is equal or greater", "claims whose `amount` is at least this amount". */
function statedBound({ members }: KnownList, { description = '' }: ListParameter) {
  const [, name = '', words = ''] =
    /\bwhose (?:`(\w+)`) (?:is|are|lies|must be|has to be) ([a-z ]{3,60})/i.exec(description) ?? [];
  const member = members.find((each) => each.name === name && (isDated(each) || isNumeric(each)));
  const bound = boundWords.find(([form]) => form.test(words))?.[1];
  return member === undefined || bound === undefined
    ? undefined
    : { member, condition: `${numberAt(member, dot('self', member.name))} ${bound} value` };
}

/** "whose validity period covers this time", "in force on this day". */
function coveringPeriod({ members }: KnownList, { description = '' }: ListParameter): string | undefined {
  const says =
    /\b(?:cover|contain|include|span|encompass)s? (?:this|that|the given|the)\b.*\b(?:time|moment|day|date|instant)\b|\b(?:in force|valid|in effect|effective|active) (?:at|on) (?:this|that|the given)\b/i;
  if (!says.test(description)) return undefined;
  const [start, end] = rangeOf({ members: new Map(members.map((each) => [each.name, each])) }) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const isDay = members.find(({ name }) => name === end)?.schema.keywords['format'] === 'date';
  return `${dot('self', start)} <= value && (${dot('self', end)} == null || value ${isDay ? '<=' : '<'} ${dot('self', end)})`;
}

/** The bound that the first or the last word means, and the other words. */
function readRange(
  words: readonly string[],
): { readonly bound: Bound; readonly word: string; readonly rest: readonly string[] } | undefined {
  const joined = words
    .join(' ')
    .replace(/\b(greater|less|more|later|earlier) than( or equal(?: to)?)?\b/, (_all, word, equal) => {
      const sign = ['less', 'earlier'].includes(word) ? 'l' : 'g';
      return equal === undefined ? `${sign}t` : `${sign}te`;
    });
  const all = joined.replace(/\bat (least|most)\b/, 'at$1').split(' ');
  const [first = '', last = ''] = [all[0], all.at(-1)];
  const ofLast = bounds.get(last);
  if (ofLast !== undefined) return { bound: ofLast, word: last, rest: all.slice(0, -1) };
  const ofFirst = bounds.get(first);
  return ofFirst === undefined ? undefined : { bound: ofFirst, word: first, rest: all.slice(1) };
}

function boundedMember(
  { members, resource }: KnownList,
  rest: readonly string[],
  { description = '' }: ListParameter,
): KnownMember | undefined {
  const isGeneral = rest.length === 0 || (rest.length === 1 && dateWords.has(rest[0] ?? ''));
  const ordered = members.filter((each) => isDated(each) || isNumeric(each));
  if (!isGeneral)
    return (
      findMember(ordered, rest, resource) ??
      endingWith(ordered, rest) ??
      sizeIn(ordered, rest.join(' ')) ??
      ofDeed(ordered.filter(isDated), rest)
    );
  if (saysPage.test(description)) return undefined;
  const dated = ordered.filter(isDated);
  const said = memberByVerb(description, dated, wordOf(resource));
  if (said !== undefined || /\b(?:created|updated|modified|changed|deleted|published)\b/i.test(description))
    return said;
  // A description that names something else, and several times, leave open which one is meant.
  const own = dated.filter(({ name }) => !isStamp(name));
  if (own.length > 0) return own.length === 1 ? own[0] : undefined;
  // "The arrival day of the stay" is no time at which the record was created.
  const isShort = description.split(' ').length < 4;
  if (
    !isShort &&
    !new RegExp(`\\b(?:${toSingular(wordOf(resource))}|records?|results?|items?|entries)`, 'i').test(description)
  )
    return undefined;
  const created = dated.filter(({ name }) => /^created/i.test(name));
  return created.length === 1 ? created[0] : undefined;
}

/** `arriving_from` bounds `arrival_date`. */
function ofDeed(members: readonly KnownMember[], [word = '', more]: readonly string[]): KnownMember | undefined {
  const found = members.filter(({ name }) => {
    const [noun = ''] = splitWords(name);
    return rootOf(noun) === rootOf(word) || verbOfNoun(noun) === rootOf(word);
  });
  return more === undefined && found.length === 1 ? found[0] : undefined;
}

/** `min_km` bounds the one size in this unit. */
function sizeIn(members: readonly KnownMember[], unit: string): KnownMember | undefined {
  const found = measureIn({ members: new Map(members.map((each) => [each.name, each])) }, unit);
  return members.find(({ name }) => name === found?.name);
}

/** `min_power_kw` bounds `max_power_kw` if that is the only power. */
function endingWith(members: readonly KnownMember[], rest: readonly string[]): KnownMember | undefined {
  const found = members.filter(({ name }) =>
    splitWords(name)
      .join(' ')
      .endsWith(` ${rest.join(' ')}`),
  );
  return rest.length > 1 && found.length === 1 ? found[0] : undefined;
}

/** True if the server sets it when something happens to the record. */
function isStamp(name: string): boolean {
  const [first = ''] = splitWords(name);
  return /^(?:created?|updated?|modified|deleted|archived|last|published)$/.test(first);
}

function fits(member: KnownMember, types: readonly string[], { schema }: ListParameter): boolean {
  const isText = types.length === 0 || types.includes('string');
  const isNumber = types.includes('integer') || types.includes('number');
  if (types.includes('array') || types.includes('object') || types.includes('boolean')) return false;
  const format = typeof schema === 'object' ? String(schema['format'] ?? '') : '';
  if (isNumeric(member)) return !/^date/.test(format) || isDated(member);
  return isText && !isNumber;
}

/** The bound by the words of the description, or else by the name. */
function exact(bound: Bound, description: string): Bound {
  const way = bound.startsWith('>') ? '>' : '<';
  if (saysOutside.test(description)) return way;
  const [isLeftOut, isWithin] = [saysLeftOut.test(description), saysWithin.test(description)];
  if (isLeftOut || isWithin) return isLeftOut && isWithin ? way : `${way}=`;
  return saysBeyond.test(description) ? way : bound;
}
