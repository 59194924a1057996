import { isObject } from '@understudy/contract';

const firstNames = 'Alex Bela Cleo Dana Eero Fay Gil Hana Ira Jude Kim Lou Mika Noor Otis Pat Quinn Ray Sam Toni'.split(
  ' ',
);
const lastNames =
  'Ash Birch Cedar Dogwood Elm Fir Gale Hazel Ivy Juniper Kelp Larch Maple Nettle Oak Pine Reed Sage Thorn Willow'.split(
    ' ',
  );

const email = /[A-Za-z0-9._+-]{1,64}(?:@|%40)(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}/g;
const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g;
/** Numbers of people, with letters at the end. */
const numbers = /(?<![\w+])\+?\d[\d ()/-]{2,30}[\dA-Z]{1,2}(?!\w)/g;
/** Words, also with encoded letters. */
const words = /(?:[\p{L}\p{N}\p{M}]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+)+/gu;
const phone = /(?<![\w+])\+\d[\d ()/-]{6,18}\d(?!\w)/g;

/** Members with personal data, by the plain name. */
const members: readonly (readonly [RegExp, 'first' | 'last' | 'person' | 'number' | 'street'])[] = [
  [/^(?:first|given|middle)name$|^forename$/, 'first'],
  [/^(?:last|family)name$|^surname$/, 'last'],
  [
    /^(?:full|display|contact|customer|owner|employee|person|holder|accountholder|recipient)name$|^contactperson$/,
    'person',
  ],
  [/phone|mobile|^tel$|^fax|^ssn$|personalid|nationalid|socialsecurity/, 'number'],
  [/^street|streetaddress|^addressline|^address[12]$/, 'street'],
];
const people =
  /^(?:users?|customers?|contacts?|employees?|persons?|people|owners?|authors?|members?|patients?|drivers?|recipients?)$/i;
const mostValues = 5000;

/** Replaces personal data with generated data of the same form. Equal values get the same replacement everywhere. */
export class Anonymizer {
  readonly #made = new Map<string, string>();
  readonly #keep: ReadonlySet<string>;
  readonly #kept = new Set<string>();

  /** @param keep names of members that stay as they are */
  constructor(keep: readonly string[] = []) {
    this.#keep = new Set(keep);
  }

  /** Finds personal data in a text by its form, and in JSON by the names of members. */
  learn(text: string): void {
    for (const [found] of text.matchAll(email)) this.#add(found, (index) => this.#email(found, index));
    for (const [found] of text.matchAll(iban)) if (isIban(found)) this.#add(found, (index) => otherIban(found, index));
    for (const [found] of text.matchAll(phone)) this.#add(found, (index) => otherDigits(found, index));
    if (!/^\s*[[{]/.test(text)) return;
    try {
      this.#walk(JSON.parse(text), '', 0);
    } catch {
      // Forms have no names of members that say more than the forms of values.
    }
  }

  /** Returns a text without the personal data that was found so far. */
  text(text: string): string {
    if (this.#made.size === 0) return text;
    const replaced = (found: string) => (this.#kept.has(found) ? found : (this.#made.get(found) ?? found));
    return [email, iban, numbers, words].reduce((result, pattern) => result.replace(pattern, replaced), text);
  }

  #walk(value: unknown, around: string, depth: number): void {
    if (depth > 30 || typeof value !== 'object' || value === null) return;
    const isPerson =
      people.test(around) ||
      (isObject(value) && ['email', 'phone', 'firstName', 'first_name'].some((name) => name in value));
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && this.#keep.has(name)) this.#keepAll(member);
      else if (typeof member === 'string') this.#member(name, member, isPerson);
      else this.#walk(member, Array.isArray(value) ? around : name, depth + 1);
    }
  }

  #keepAll(value: string): void {
    for (const pattern of [email, iban, numbers, words])
      for (const [found] of value.matchAll(pattern)) this.#kept.add(found);
  }

  #member(name: string, value: string, isPerson: boolean): void {
    const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
    const kind = plain === 'name' && isPerson ? 'person' : members.find(([names]) => names.test(plain))?.[1];
    if (kind === undefined || value.length < 2 || value.length > 200 || /^\[|^redacted-/.test(value)) return;
    if (kind === 'number') {
      if (/\d{3}/.test(value)) this.#add(value, (index) => otherDigits(value, index));
    } else if (/\p{L}{2}/u.test(value) && (kind === 'street' || !/[\d@:]/.test(value))) this.#name(value, kind);
  }

  /** Each word of a name has its replacement, so that a part of the name has the same one. */
  #name(value: string, kind: 'first' | 'last' | 'person' | 'street'): void {
    const parts = value.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
    parts.forEach((word, index) => {
      const isLast = kind === 'last' || (kind === 'person' && parts.length > 1 && index === parts.length - 1);
      this.#add(word, (count) => nameAt(isLast || kind === 'street' ? lastNames : firstNames, count));
    });
  }

  #email(found: string, index: number): string {
    const at = found.includes('@') ? '@' : '%40';
    const plain = this.#made.get(found.replace('%40', '@'));
    return plain?.replace('@', at) ?? `person${index + 1}${at}example.com`;
  }

  #add(original: string, make: (index: number) => string): void {
    if (this.#made.has(original) || this.#made.size >= mostValues) return;
    const made = make(this.#made.size);
    this.#made.set(original, made);
    if (encodeURIComponent(original) !== original)
      this.#made.set(encodeURIComponent(original), encodeURIComponent(made));
  }
}

function nameAt(names: readonly string[], index: number): string {
  const again = Math.floor(index / names.length);
  return `${names[index % names.length]}${again === 0 ? '' : String.fromCharCode(97 + (again % 26)).repeat(1 + Math.floor(again / 26))}`;
}

/** Returns the same form with other digits. A country code stays. */
function otherDigits(text: string, index: number): string {
  const [, start = '', rest = text] = /^(\+\d{1,3})(.*)$/s.exec(text) ?? [];
  const digits = String((index + 1) * 7_919_317).padStart(12, '5550123');
  const count = rest.replace(/\D/g, '').length;
  let place = 0;
  const made = `${start}${rest.replace(/\d/g, () => digits.at((place++ - count) % digits.length) ?? '5')}`;
  return made === text ? otherDigits(text, index + 1) : made;
}

function isIban(text: string): boolean {
  return checkOf(text.replaceAll(' ', '')) === 1;
}

/** The rest of an IBAN modulo 97: 1 if it is right. */
function checkOf(text: string): number {
  const turned = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...turned].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

/** Returns a right IBAN of the same country and form. */
function otherIban(text: string, index: number): string {
  const bare = text.replaceAll(' ', '');
  const body = otherDigits(bare.slice(4), index);
  const check = String(98 - checkOf(`${bare.slice(0, 2)}00${body}`)).padStart(2, '0');
  const made = `${bare.slice(0, 2)}${check}${body}`;
  return text.includes(' ') ? made.replace(/(.{4})(?=.)/g, '$1 ') : made;
}
