import { normalizeName, splitWords } from '@understudy/model';
import { isNumber } from '../../prose/amounts.js';
import { rangeOf } from '../../prose/ranges.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type Kind, memberIn, type NamedMember } from '../../prose/vocabulary.js';
import { areSynonyms } from '../../words/synonyms.js';
import type { Read } from './read-value.js';

/** "Whole days past the due date, counted to today or, after the return, to the day of the return". */
export function daysSince({ kind, variable }: Scope, member: NamedMember, said: readonly string[]): Read | undefined {
  const sentences = said.filter((each) => !/\b(?:0|zero|null)\b/.test(each));
  const [text = ''] = sentences;
  const isCount = /^(?:the )?(?:number of |how many )?(?:whole |full |calendar )?days\b/.test(text);
  if (
    !isCount ||
    !isNumber(member) ||
    !/\b(?:past|after|since|beyond|exceeded|overdue|late|passed|between|from|elapsed)\b/.test(text)
  )
    return undefined;
  const isDay = (each: NamedMember) => /^date/.test(String(each.schema.keywords['format']));
  const days: Kind = { ...kind, members: new Map([...kind.members].filter(([, each]) => isDay(each))) };
  const words = sentences.join(' ').split(/[^a-z0-9_-]+/);
  const named = words.flatMap(
    (word, at) => memberIn(days, [word, words[at + 1] ?? ''].join(' ')) ?? memberIn(days, word) ?? [],
  );
  const [from, until, another] = [...new Set(named)];
  const isToday = /\b(?:today|now|the current (?:day|date)|the present)\b/.test(sentences.join(' '));
  if (
    from === undefined ||
    another !== undefined ||
    (until === undefined ? !isToday && !/\b(?:past|since|after|beyond|overdue|late|exceeded)\b/.test(text) : !isToday)
  )
    return undefined;
  const end = until && dot(variable, until.name);
  const last = end === undefined ? 'date(now)' : `(${end} == null ? date(now) : ${end})`;
  return { expression: `max(0, days(timestamp(${last}) - timestamp(${dot(variable, from.name)})))` };
}

const isAge =
  /^(?:(?:the )?(?:age|(?:number of )?birthdays)|how old|(?:the )?(?:number of )?(?:full|whole|completed?|years)) (?:.*\b)?(?:years?|had|celebrated|since|life|age|old)\b/;
const births = /^(?:born|birth|dateofbirth|dob)/;

/** "Age in full years", "birthdays it has had, up to today or to the day it died". */
export function yearsSince(
  { kind, variable }: Scope,
  member: NamedMember,
  [text = '']: readonly string[],
): Read | undefined {
  if (!isAge.test(text) || !isNumber(member)) return undefined;
  const days = [...kind.members.values()].filter(({ schema }) => schema.keywords['format'] === 'date');
  const named = days.filter(({ name }) => text.includes(name.toLowerCase()));
  const [from, another] = named.length > 0 ? named : days.filter(({ name }) => births.test(normalizeName(name)));
  const [, verb = ''] = /\b(?:day|date) (?:(?:it|they|the [a-z]+) )?(?:has |was )?([a-z]+)$|\bdeath\b/.exec(text) ?? [];
  const ends = days.filter(
    ({ name, schema }) => schema.nullable && areSynonyms(splitWords(name).slice(0, -1).join(' '), verb),
  );
  if (from === undefined || another !== undefined) return undefined;
  const [end] = ends.map(({ name }) => dot(variable, name));
  const last = end === undefined ? 'date(now)' : `${end} == null ? date(now) : ${end}`;
  return { expression: `years(${dot(variable, from.name)}, ${last})`, isWhole: true };
}

/** "Mondays to Fridays from the first to the last date, both included. Half a day counts as 0.5." */
export function weekdaysOf(
  { kind, variable }: Scope,
  member: NamedMember,
  sentences: readonly string[],
): Read | undefined {
  const [start, end] = rangeOf(kind) ?? [];
  const isCount = sentences.some((each) =>
    /\b(?:mondays? (?:to|through) fridays?|weekdays|working days|business days|workdays)\b.*\b(?:from|between|of|in|counts?)\b/.test(
      each,
    ),
  );
  if (!isCount || !isNumber(member) || start === undefined || end === undefined) return undefined;
  const whole = `weekdays(${dot(variable, start)}, ${dot(variable, end)})`;
  const part = sentences.some((each) => /\bhalf (?:a )?days?\b.*\b(?:0\.5|as (?:a )?half)(?: a day)?$/.test(each));
  const half = [...kind.members.values()].find(({ name }) => /^(?:is_?)?half_?day/i.test(name));
  if (!part || half === undefined) return { expression: whole };
  const isHalf =
    half.schema.types[0] === 'boolean' ? `${dot(variable, half.name)} == true` : `${dot(variable, half.name)} != null`;
  return { expression: `${isHalf} ? 0.5 : ${whole}` };
}
