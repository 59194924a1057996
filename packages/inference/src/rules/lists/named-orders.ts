import { normalizeName, splitWords } from '@understudy/model';
import { plainText } from '../../prose/reasons.js';
import { factsOf } from '../../prose/sentences.js';
import { sizesOfUnits } from '../../words/member-words.js';
import { highestWords, isDescending } from '../../words/order-words.js';
import type { KnownMember } from '../member-list.js';
import { type KnownList, stemOf } from './list-parameters.js';

const ways: Readonly<Record<string, '' | '-'>> = {
  ...{ up: '', asc: '', ascending: '', lowest: '', cheapest: '', oldest: '', earliest: '', first: '' },
  ...{ down: '-', desc: '-', descending: '-', highest: '-', dearest: '-', newest: '-', latest: '-', last: '-' },
};

/** The orders by the values of a sort parameter: `priceDown`, "`odometer` puts the car that has gone furthest first". */
export function namedOrders({ parameters, members, plan: { list } }: KnownList): Readonly<Record<string, string>> {
  const parameter = parameters.find(({ name }) => name === list?.sort);
  const { schema, description = '' } = parameter ?? {};
  const values: readonly unknown[] =
    typeof schema === 'object' && Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  const orders = values.flatMap((value): (readonly [string, string])[] => {
    // A sign, or a word after a mark, is read in any value.
    if (typeof value !== 'string' || /^[-+]|[ :,.]/.test(value)) return [];
    const words = splitWords(value);
    const way = ways[words.at(-1) ?? ''];
    const member = memberOf(members, way === undefined ? words : words.slice(0, -1));
    if (member === undefined || (way === undefined && list?.direction !== undefined)) return [];
    const clauses = factsOf(description).flatMap((says) => says.split(/(?=,? (?:and )?`)|; /));
    const said = clauses.find((says) => says.includes(`\`${value}\``)) ?? '';
    const isDown = isDescending.test(said) || highestWords.test(plainText(said));
    const sign = way ?? (isDown ? '-' : '');
    return normalizeName(member.name) === normalizeName(value) && sign === '' ? [] : [[value, `${sign}${member.name}`]];
  });
  return Object.fromEntries(orders);
}

/** A name without its unit: `odometer` for `odometer_km`. */
function sizeless(name: string): string {
  const words = splitWords(name);
  return words.length > 1 && Object.hasOwn(sizesOfUnits, words.at(-1) ?? '')
    ? words.slice(0, -1).join('')
    : stemOf(name);
}

/** The one member with a name, without its unit, or with this last word: `odometer_km`, `listPrice`. */
function memberOf(members: readonly KnownMember[], words: readonly string[]): KnownMember | undefined {
  const plain = words.join('');
  const fitting = [
    members.filter(({ name }) => normalizeName(name) === plain),
    members.filter(({ name }) => sizeless(name) === plain || `${plain}at` === normalizeName(name)),
    members.filter(({ name }) => splitWords(name).at(-1) === plain),
  ].find((found) => found.length > 0);
  return plain !== '' && fitting?.length === 1 ? fitting[0] : undefined;
}
