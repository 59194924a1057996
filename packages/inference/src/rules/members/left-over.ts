import { splitWords, toSingular } from '@understudy/model';
import { isNumber } from '../../prose/amounts.js';
import type { Scope } from '../../prose/scope.js';
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

/** The words of a name without the one of a set, if it has just one. */
function stemIn(name: string, words: ReadonlySet<string>): string | undefined {
  const all = splitWords(name);
  const rest = all.filter((word) => !words.has(word));
  return rest.length === all.length - 1 ? rest.map(toSingular).join(' ') : undefined;
}

function plain(name: string): string {
  return splitWords(name).map(toSingular).join(' ');
}
