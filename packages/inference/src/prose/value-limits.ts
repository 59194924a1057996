import { normalizeName, splitWords } from '@understudy/model';
import { readNumberWord, spanOf } from '../words/number-words.js';
import { isNumber } from './amounts.js';
import { negate } from './need-phrases.js';
import type { ProseReader } from './prose-reader.js';
import { rangeOf } from './ranges.js';
import type { Scope } from './scope.js';
import { dot, memberIn, type NamedMember } from './vocabulary.js';

const number = /(\d{1,4}|[a-z]{3,10})/.source;
/** Words in a sentence with a limit. */
const binds =
  /\b(?:must|has to|have to|needs? to|cannot|can't|at most|longest|most|maximum|nobody|no one|refused|4\d\d|up to)\b|\bno [a-z]+ (?:under|younger)\b/;
/** Matches "Nobody under 16", "younger than 18 is refused". */
const young = new RegExp(
  `\\b(?:nobody|no one|no [a-z]+|anybody|anyone|refused for|[a-z]+) (?:who is |that is |aged )?(?:under|younger than|below the age of) (?:the age of )?${number}\\b`,
);
/** Matches "Must be at least 16 years old", "members have to be 18 or older". */
const old = new RegExp(
  `\\b(?:must|has to|have to|needs? to) (?:have )?be(?:en)? (?:at least )?${number}(?: years old| years of age| or older| or over| years or older)\\b`,
);
const unit = /(minutes?|hours?|days?)/.source;
/** Matches "Four hours is the longest a booking can be", "it can last at most two days", "longer than 30 minutes". */
const lengths: readonly RegExp[] = [
  new RegExp(`^${number} ${unit} (?:is|are) the (?:longest|most|maximum)\\b`),
  new RegExp(
    `\\b(?:can|may|must|cannot|has to|have to) (?:only )?(?:last|be|take|run|go on|span)(?: for)? (?:at most|no (?:longer|more) than|up to|longer than|more than|a maximum of) ${number} ${unit}\\b`,
  ),
  new RegExp(
    `^(?:an? |the )?[a-z]+ (?:longer|that is longer|that lasts longer|lasting more|of more) than ${number} ${unit}\\b`,
  ),
];
/** Matches "More guests than the hut has beds". */
const moreThanHas =
  /(?:^|[–—:-] )more ([a-z_ ]{2,30}?) than ((?:the|its) [a-z]{2,20}) (?:has|holds|offers|seats|allows|provides|can (?:take|hold|seat|carry))(?: ([a-z_ ]{2,20}?))?(?= (?:is|are) refused|$)/;
const capacities = /^(?:capacity|seats|places|spots|beds|max.*)$/;

/** Reads a limit on an age, a duration or a number of people as a condition. */
export function withinLimit(reader: ProseReader, text: string, scope: Scope): string | undefined {
  const exceeded = valueLimit(reader, text, scope);
  return exceeded === undefined ? undefined : negate(exceeded);
}

/** Returns the condition that a limit is exceeded. */
function valueLimit(reader: ProseReader, text: string, scope: Scope): string | undefined {
  const { kind, variable } = scope;
  const crowd = crowded(reader, text, scope);
  if (crowd !== undefined || !binds.test(text)) return crowd;
  const [born, another] = [...kind.members.values()].filter(
    ({ name, schema }) => schema.types.includes('string') && /^(?:birth|born|dob)/.test(normalizeName(name)),
  );
  const years = readNumberWord(young.exec(text)?.[1] ?? old.exec(text)?.[1] ?? '');
  if (years !== undefined)
    return born === undefined || another !== undefined
      ? undefined
      : `years(${dot(variable, born.name)}, date(now)) < ${years}`;
  const [, count = '', of = ''] = lengths.map((form) => form.exec(text)).find((found) => found !== null) ?? [];
  const [start, end] = rangeOf(kind) ?? [];
  const [length, span] = [readNumberWord(count), spanOf[of]];
  if (length !== undefined && span !== undefined && start !== undefined && end !== undefined)
    return `${dot(variable, end)} > ${dot(variable, start)} + ${span}(${length})`;
  return undefined;
}

function crowded(reader: ProseReader, text: string, scope: Scope): string | undefined {
  const { kind, variable } = scope;
  const [, people = '', owner = '', places = ''] = moreThanHas.exec(text) ?? [];
  const wanted = people === '' ? undefined : memberIn(kind, people);
  const place = wanted === undefined ? undefined : reader.one(owner, scope);
  const most = place && (memberIn(place.kind, places) ?? onlyCapacity([...place.kind.members.values()]));
  return place === undefined || most === undefined || wanted === undefined || !isNumber(most)
    ? undefined
    : `${dot(variable, wanted.name)} > ${dot(place.expression, most.name)}`;
}

function onlyCapacity(members: readonly NamedMember[]): NamedMember | undefined {
  const [only, another] = members.filter((each) => isNumber(each) && capacities.test(splitWords(each.name).join('')));
  return another === undefined ? only : undefined;
}
