import { modulo, toDigits } from '@understudy/described';

const firstNames = 'Alex Bela Cleo Dana Eero Fay Gil Hana Ira Jude Kim Lou Mika Noor Otis Pat Quinn Ray Sam Toni'.split(
  ' ',
);
const lastNames =
  'Ash Birch Cedar Dogwood Elm Fir Gale Hazel Ivy Juniper Kelp Larch Maple Nettle Oak Pine Reed Sage Thorn Willow'.split(
    ' ',
  );

/** Returns a name. From the twenty-first on, names have a suffix of letters. */
export function nameAt(kind: 'first' | 'last', index: number): string {
  const names = kind === 'first' ? firstNames : lastNames;
  let suffix = '';
  for (let rest = Math.floor(index / names.length); rest > 0; rest = Math.floor((rest - 1) / 26))
    suffix = String.fromCharCode(97 + ((rest - 1) % 26)) + suffix;
  return `${names[index % names.length]}${suffix}`;
}

/** Replaces up to seven digits at the end, so the country code, length and format do not change. */
export function otherDigits(text: string, index: number): string {
  const count = text.replace(/\D/g, '').length;
  const changed = Math.min(7, Math.max(count - 1, 1));
  const made = String(5_550_123 + (((index + 1) * 7919) % 4_000_000)).slice(-changed);
  let place = 0;
  const other = text.replace(/\d/g, (digit) =>
    place++ < count - changed ? digit : (made[place - 1 - count + changed] ?? digit),
  );
  return other === text ? otherDigits(text, index + 1) : other;
}

/** Returns the remainder of an IBAN modulo 97, which is 1 if the IBAN is valid. */
function remainderOf(bare: string): number {
  return modulo(toDigits(`${bare.slice(4)}${bare.slice(0, 4)}`), 97);
}

export function isIban(bare: string): boolean {
  return remainderOf(bare) === 1;
}

export function otherIban(bare: string, index: number): string {
  const body = otherDigits(bare.slice(4), index);
  const check = String(98 - remainderOf(`${bare.slice(0, 2)}00${body}`)).padStart(2, '0');
  return `${bare.slice(0, 2)}${check}${body}`;
}

const checkLetters = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/** Returns whether a string is a valid Finnish or Swedish personal identity number. */
export function isIdentityNumber(text: string): boolean {
  const digits = text.slice(0, -1).replace(/\D/g, '');
  if (/^\d{6}\D\d{3}\w$/.test(text) && checkLetters[Number(digits) % 31] === text.at(-1)?.toUpperCase()) return true;
  const ten = [...text.replace(/\D/g, '').slice(-10)].map(Number);
  const doubled = ten.map((digit, place) => (place % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit));
  return /^\d{6}(?:\d{2})?[-+]\d{4}$/.test(text) && doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** Leading digits of the card networks. */
const networks = /^(?:4|5[0-5]|2[2-7]|3[0-9]|6[0-9])/;

/** Returns whether digits form a payment card number, by length, network and check digit (Luhn). */
export function isCard(digits: string): boolean {
  return digits.length >= 13 && digits.length <= 19 && networks.test(digits) && luhnSum(digits) % 10 === 0;
}

export function otherCard(digits: string, index: number): string {
  const body = otherDigits(digits.slice(0, -1), index);
  const sum = luhnSum(`${body}0`);
  const made = `${body}${(10 - (sum % 10)) % 10}`;
  return made === digits ? otherCard(digits, index + 1) : made;
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** Returns another date in the same format. Its day and month are valid in either order. */
export function otherDate(text: string, index: number): string {
  const year = String(1950 + ((index * 7) % 50));
  const day = String(1 + ((index * 5) % 12)).padStart(2, '0');
  const made = /^\d{8}$/.test(text)
    ? `${year}${day}${day}`
    : text.replace(/\d+/g, (part) =>
        part.length === 4 ? year : part.length === 1 ? String(Number(day) % 9 || 9) : day,
      );
  return made === text ? otherDate(text, index + 1) : made;
}

/** Returns the normalized form of a number, without its country prefix. */
export function numberKey(digits: string): string {
  return `${digits.length < 9 ? '' : '…'}${digits.slice(-7)}`;
}

/** Puts letters and digits into the groups of a format. */
export function fillForm(made: string, form: string): string {
  let place = 0;
  return form.replace(/%20|[A-Za-z0-9]/g, (each) => (each === '%20' ? each : (made[place++] ?? each)));
}

/** Replaces the last digits in a string. */
export function fillDigits(text: string, digits: string): string {
  let place = digits.length - text.replace(/\D/g, '').length;
  return text.replace(/\d/g, (digit) => digits[place++] ?? digit);
}

/** An original value that must not appear in the result. */
export interface Original {
  /** The name of the member that contained it. */
  readonly name: string;
  readonly make: (index: number) => string;
  made?: string;
}

/** An original value that is still in a text. */
export interface RemainingData {
  readonly found: string;
  /** The name of the member that contained it in the recording. */
  readonly name: string;
}
