import { splitWords, toSingular } from '@understudy/model';
import { isNumeric } from './amounts.js';
import { rangeOf } from './ranges.js';
import type { PartReader, Scope, Value } from './scope.js';
import { dot, type NamedMember } from './vocabulary.js';

const unit = '(?:whole |full |calendar |entire )?(days?|nights?|hours?|minutes?|weeks?)';
const between = new RegExp(
  `^(?:the )?(?:number of |how many |length in )?${unit}(?: (?:that )?(?:lie|lies|there are|pass|passed|are))? (?:from|between) (.+?) (?:to|and|until|till|up to) (?:the )?(.+?)(,? (?:both|inclusive|including both|inclusively)(?: days| dates)?(?: (?:are )?(?:included|inclusive|counted))?)?$`,
);
const ofStay = new RegExp(
  `^(?:the )?(?:number of |how many |length (?:of .+ )?in )${unit}(?: of (?:the|its) [a-z]+)?$`,
);
const seconds: Readonly<Record<string, string>> = {
  week: 'days',
  day: 'days',
  night: 'days',
  hour: 'hours',
  minute: 'minutes',
};

/** Reads the duration between two members: "Days from arrival to departure", "nights of the stay". */
export function spanBetween(reader: PartReader, text: string, scope: Scope): Value | undefined {
  const [, of = '', start = '', end = '', whole] = between.exec(text) ?? [];
  if (of === '') {
    const [, own = ''] = ofStay.exec(text) ?? [];
    const [from, until] = (toSingular(own) === 'night' ? rangeOf(scope.kind) : undefined) ?? [];
    if (from === undefined || until === undefined) return undefined;
    return { expression: lengthOf('days', dot(scope.variable, from), dot(scope.variable, until)) };
  }
  const [one, other] = [start, end].map((each) => reader.value(each, scope));
  const name = seconds[toSingular(of)] ?? 'days';
  if (one?.isDate !== true || other?.isDate !== true) return undefined;
  const length = lengthOf(name, one.expression, other.expression);
  const inWeeks = toSingular(of) === 'week' ? `${length} / 7` : length;
  return { expression: whole === undefined ? inWeeks : `${inWeeks} + 1` };
}

const ends = [
  /^(?:the )?(?:time |length |duration |difference )?(?:from|between) (.+?) (?:to|and|until|till) (.+)$/,
  /^(?:the )?(.+?) (?:to|until|till) (.+)$/,
];
const whole =
  /^(?:(?:the )?(?:length|duration)(?: of (?:the|its) [a-z]+)?|how long (?:it|(?:the|this) [a-z]+) (?:is|lasts|takes|runs|goes))$/;

/** Reads a duration in the unit of a member: "From start to end" for `duration_minutes`. */
export function spanInUnit(reader: PartReader, member: NamedMember, text: string, scope: Scope): Value | undefined {
  const [, says, own] = /^(.+?),? in (?:whole )?([a-z]+)$/.exec(text.replace(/^in (\w+), (.+)$/, '$2 in $1')) ?? [];
  const phrase = says !== undefined && unitOf(own) !== undefined ? says : text;
  const of = phrase === text ? unitOf(splitWords(member.name).at(-1)) : unitOf(own);
  if (of === undefined || !isNumeric(member.schema.types.filter((type) => type !== 'null'))) return undefined;
  const range = whole.test(phrase) ? rangeOf(scope.kind) : undefined;
  const found = ends.map((form) => form.exec(phrase)).find((each) => each !== null);
  const [, until, from] = /^(?:the )?(.+?) (?:minus|less) (?:the )?(.+)$/.exec(phrase) ?? [];
  const [start, end] = range ?? (until === undefined ? (found?.slice(1) ?? []) : [from, until]);
  return start === undefined ? undefined : spanBetween(reader, `${of} from ${start} to ${end}`, scope);
}

function unitOf(word = ''): string | undefined {
  return Object.hasOwn(seconds, toSingular(word)) ? word : undefined;
}

function lengthOf(unit: string, start: string, end: string): string {
  return `${unit}(timestamp(${end}) - timestamp(${start}))`;
}

/** Reads the difference between two numbers: "From `start_km` to `end_km`". */
export function differenceBetween(reader: PartReader, text: string, scope: Scope): Value | undefined {
  const [, from = '', to = ''] = /^(?:the )?(?:distance |difference |way )?from (.+?) to (.+)$/.exec(text) ?? [];
  const [one, other] = from === '' ? [] : [from, to].map((each) => reader.value(each, scope));
  const isPlain = (value: Value | undefined) =>
    value?.member !== undefined && isNumeric(value.member.schema.types.filter((type) => type !== 'null'));
  return one !== undefined && other !== undefined && isPlain(one) && isPlain(other)
    ? { expression: `${other.expression} - ${one.expression}` }
    : undefined;
}
