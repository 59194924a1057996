import { isNumber } from '../../prose/amounts.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import { rangeOf } from '../../prose/ranges.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type NamedMember } from '../../prose/vocabulary.js';
import type { Read } from './read-value.js';

/** "Whole days past the due date, counted to today or, after the return, to the day of the return". */
export function daysSince(
  reader: ProseReader,
  scope: Scope,
  [sentence = '', ...more]: readonly string[],
): Read | undefined {
  // "Counting ends with the day of the return or, before it, with today."
  const [counted] = more.flatMap(
    (each) => /^counting (?:ends|stops|goes) (?:with|at|to|until|on) (.+?),? or,? .*today$/.exec(each)?.[1] ?? [],
  );
  const text = counted === undefined ? sentence : `${sentence}, counted to today or, after it, to ${counted}`;
  const [, since = '', end] =
    /^(?:the )?(?:number of )?(?:whole |full )?days (?:past|after|since|beyond|by which) (.+?)(?: (?:has been|is|was) (?:exceeded|passed|missed|overrun))?(?:, counted (?:to|until) today or, (?:after|once) .+?, (?:to|until) (.+))?$/.exec(
      text,
    ) ?? [];
  const [, first = '', last] =
    /^(?:the )?(?:number of )?(?:whole |full )?days (?:between|from) (.+?) (?:and|to|until) today(?:,? or (.+?) (?:if|when|once|after) .+)?$/.exec(
      text,
    ) ?? [];
  if (first !== '')
    return daysSince(reader, scope, [
      `days past ${first}, counted to today or, once it is over, to ${last ?? 'today'}`,
    ]);
  const from = since === '' ? undefined : reader.value(since, scope);
  const to = end === undefined ? undefined : reader.value(end, scope);
  if (from?.isDate !== true || (end !== undefined && to?.isDate !== true)) return undefined;
  const until = to === undefined ? 'date(now)' : `(${to.expression} == null ? date(now) : ${to.expression})`;
  return { expression: `max(0, days(timestamp(${until}) - timestamp(${from.expression})))` };
}

/** "Mondays to Fridays from the first to the last date, both included. Half a day counts as 0.5." */
export function weekdaysOf(
  { kind, variable }: Scope,
  member: NamedMember,
  [text = '', ...more]: readonly string[],
): Read | undefined {
  const [start, end] = rangeOf(kind) ?? [];
  const whole = [text, ...more].join('; ');
  const isCount =
    /\b(?:mondays? to fridays?|weekdays|working days|business days|workdays)\b.*\b(?:from|between|of|in)\b/.test(whole);
  if (!isCount || !isNumber(member) || start === undefined || end === undefined) return undefined;
  const counted = `weekdays(${dot(variable, start)}, ${dot(variable, end)})`;
  const [, part] =
    more.flatMap((each) => [
      ...each.matchAll(
        /^(?:for )?half (?:a )?days?,? (?:counts? as|(?:the value|this|it) is|is|are) (0\.5|half a day|half)$/g,
      ),
    ])[0] ?? [];
  const half = [...kind.members.values()].find(({ name }) => /^(?:is_?)?half_?day/i.test(name));
  if (part === undefined || half === undefined) return { expression: counted };
  const isHalf =
    half.schema.types[0] === 'boolean' ? `${dot(variable, half.name)} == true` : `${dot(variable, half.name)} != null`;
  return { expression: `${isHalf} ? 0.5 : ${counted}` };
}
