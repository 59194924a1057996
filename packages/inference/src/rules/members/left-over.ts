import { splitWords, toSingular } from '@understudy/model';
import { isNumber } from '../../prose/amounts.js';
import type { Many, Scope } from '../../prose/scope.js';
import { dot, type NamedMember } from '../../prose/vocabulary.js';
import type { Read } from './read-value.js';

const left = new Set('left remaining available free vacant open unused unsold'.split(' '));
const used = new Set(
  'taken used booked sold reserved occupied spent consumed filled assigned rented claimed redeemed'.split(' '),
);
const whole = new Set('total max maximum capacity limit overall all'.split(' '));

/** `seatsLeft` beside `seats` and `seatsTaken`: what is left of a number. */
export function leftOver({ kind, variable }: Scope, member: NamedMember): Read | undefined {
  const stem = stemIn(member.name, left);
  if (stem === undefined || !isNumber(member)) return undefined;
  const numbers = [...kind.members.values()].filter((each) => each.name !== member.name && isNumber(each));
  const taken = numbers.filter(({ name }) => [stem, ''].includes(stemIn(name, used) ?? '-'));
  const all = numbers.filter(
    ({ name }) => (stem !== '' && plain(name) === stem) || [stem, ''].includes(stemIn(name, whole) ?? '-'),
  );
  const [one, another] = taken;
  const [total, other] = all;
  if (one === undefined || total === undefined || another !== undefined || other !== undefined) return undefined;
  return { expression: `${dot(variable, total.name)} - ${dot(variable, one.name)}` };
}

const amount =
  /^(?:what|how much|how many|everything|the (?:stock|amount|content|rest)|[a-z ]*(?:left|remaining|available)\b)/;

/** `bottles` of a shelf, "What lies on the shelf over all lots": the sum of `bottles_left` of its lots. */
export function leftInAll(
  reader: { many(text: string, scope: Scope): Many | undefined },
  scope: Scope,
  member: NamedMember,
  text: string,
): Read | undefined {
  const [, things = ''] =
    /\b(?:over|across|in|of|on) (?:all(?: of)? )((?:its |the )?[a-z ]+?)(?:, [a-z_ ]+ ones (?:too|included|as well))?$/.exec(
      text,
    ) ?? [];
  const isNow = amount.test(text) && !/\b(?:was|were|will|last|ever|before|planned|first)\b/.test(text);
  const all = things === '' || !isNow || !isNumber(member) ? undefined : reader.many(things, scope);
  const own = plain(member.name);
  const [found, another] = [...(all?.kind.members.values() ?? [])].filter(
    (each) => isNumber(each) && (plain(each.name) === own || stemIn(each.name, left) === own),
  );
  return all === undefined || found === undefined || another !== undefined
    ? undefined
    : { expression: `${all.expression}.map(each, ${dot('each', found.name)}).sum()` };
}

/** The words of a name without the one of a set, if it has just one. */
function stemIn(name: string, words: ReadonlySet<string>): string | undefined {
  const all = splitWords(name);
  const rest = all.filter((word) => !words.has(word));
  return rest.length === all.length - 1 ? rest.map(toSingular).join(' ') : undefined;
}

function plain(name: string): string {
  return splitWords(name).map(toSingular).join(' ');
}
