import { decimalsOf, normalizeName, splitWords, toSingular } from '@understudy/model';
import { amountsOfLines, paidAmounts, saysPaid } from '../words/line-words.js';
import { sizesOfUnits } from '../words/member-words.js';
import { amountMembers } from '../words/number-words.js';
import { wordsOfMember } from './name-words.js';
import { type Kind, memberIn, type NamedMember } from './vocabulary.js';

export function isNumeric(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer');
}

/** True for a number, an object with an amount and a currency, and a string that contains an amount. */
export function isNumber(member: NamedMember): boolean {
  return isNumeric(member.schema.types) || inMoney(member) !== '' || decimalsOf(member.schema) !== undefined;
}

/** Returns the number of a member at a location: `self.total`, `self.total.amount`, `double(self.total)`. */
export function numberAt(member: NamedMember, place: string): string {
  return decimalsOf(member.schema) === undefined ? `${place}${inMoney(member)}` : `double(${place})`;
}

/** Returns the access to the number in an object with a currency: `.amount`. */
export function inMoney({ schema: { properties } }: NamedMember): string {
  const names = [...properties.keys()];
  const amount = names.find((name) => amountMembers.includes(normalizeName(name)));
  return amount !== undefined && names.some((name) => /currency/i.test(name)) ? `.${amount}` : '';
}

export function onlyAmount(kind: Kind): NamedMember | undefined {
  const amounts = [...kind.members.values()].filter(
    (member) => isNumber(member) && /^(?:amount|total|price|value|sum|cost|balance|net|gross)/i.test(member.name),
  );
  return amounts.length === 1 ? amounts[0] : amountOfLine(kind);
}

/** Returns the total amount of a line item: `lineTotal`, or `lineCents`. */
function amountOfLine({ members, nouns, resource }: Kind): NamedMember | undefined {
  if (resource !== undefined) return undefined;
  const plain = nouns.map(normalizeName);
  const [found, another] = [...members.values()].filter((member) => {
    const name = wordsOfMember(member).stem;
    return isNumber(member) && (amountsOfLines.has(normalizeName(member.name)) || plain.includes(name));
  });
  return another === undefined ? found : undefined;
}

/** Finds the number that a phrase describes by its last word: "The price of the part" is `unitPrice`. */
export function numberEndingIn(kind: Kind, phrase: string): NamedMember | undefined {
  const word = normalizeName(phrase.replace(/^(?:the|its) /, ''));
  const [found, another] = [...kind.members.values()].filter(
    (member) => isNumber(member) && splitWords(member.name).length === 2 && splitWords(member.name)[1] === word,
  );
  return another === undefined ? found : undefined;
}

/** Finds the only number whose name starts with a phrase: "Net" is `net_premium`. */
export function numberStartingWith({ members }: Kind, phrase: string): NamedMember | undefined {
  const word = phrase.replace(/^(?:the|its) /, '');
  const [found, another] = [...members.values()].filter((member) => {
    const words = splitWords(member.name);
    return isNumber(member) && words.length === 2 && words[0] === word;
  });
  return another === undefined ? found : undefined;
}

/** Finds a member by a phrase that also contains the resource name: "line total" is the member `total` of a line. */
export function withNoun(kind: Kind, phrase: string): NamedMember | undefined {
  const noun = kind.nouns.find((each) => phrase.startsWith(`${each} `));
  return noun === undefined ? undefined : memberIn(kind, phrase.slice(noun.length + 1));
}

/** Words for numbers that are positions on a scale instead of quantities. */
const onScale =
  /^(?:start|end|first|last|from|to|begin|min|minimum|max|maximum|next|previous|odometer|reading|planned|limit|per)$/;

/** Finds the only quantity in a unit: "Kilometres" of a trip. */
export function measureIn(kind: Pick<Kind, 'members'>, phrase: string): NamedMember | undefined {
  const unit = Object.keys(sizesOfUnits).find((each) => sizesOfUnits[each]?.includes(toSingular(phrase)));
  const sizes = [...kind.members.values()].filter((member) => {
    const words = splitWords(member.name);
    const types = member.schema.types.filter((type) => type !== 'null');
    return isNumeric(types) && words.at(-1) === unit && !words.some((word) => onScale.test(word));
  });
  return unit !== undefined && sizes.length === 1 ? sizes[0] : undefined;
}

/** Finds the only member with a paid amount: "What has been paid so far". */
export function paidMember({ members }: Kind, text: string): NamedMember | undefined {
  const [found, another] = saysPaid.test(text)
    ? [...members.values()].filter(
        (each) => isNumber(each) && paidAmounts.test(normalizeName(each.name).replace(/cents?$/, '')),
      )
    : [];
  return another === undefined ? found : undefined;
}
