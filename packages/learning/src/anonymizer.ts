import { listMembers, type NamedValue, replaceEncoded } from './list-members.js';
import { isIban, isIdentityNumber, nameAt, otherDigits, otherIban } from './personal-data.js';

/** Spaces and other characters in groups of digits, as in a character class. */
const gap = ' \\u00A0\\u202F.-';
const email =
  /(?<!%[0-9A-F]?)[\p{L}\p{N}._+'-]{1,64}(?:%2B[\p{L}\p{N}._-]{1,64})?(?:@|%(?:25)?40)(?:[\p{L}\p{N}-]{1,63}\.){0,5}\p{L}{2,24}/giu;
const iban = new RegExp(
  `(?<![A-Z0-9])[A-Z]{2}\\d{2}(?:(?:[+${gap}]|%20)?[A-Z0-9]{4}){2,7}(?:(?:[+${gap}]|%20)?[A-Z0-9]{1,4})?(?![A-Z0-9])`,
  'gi',
);
const identityNumber = /(?<![\w-])(?:\d{2})?\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\w-])/gi;
/** Phone numbers with an international or national prefix, or in the form of North America; no dates. */
const phone = new RegExp(
  `(?<![\\w+.])(?!\\d{1,2}[./-]\\d{1,2}[./-]\\d{4})(?:(?:\\+|%2B|00|0)[1-9](?:[()/${gap}]{0,2}\\d){6,12}|\\(?[2-9]\\d\\d\\)?[${gap}]{1,2}\\d{3}[${gap}]\\d{4})(?!\\w|[.-]\\d)`,
  'gi',
);
/** Numbers of people, which names of members reveal. */
const numbers = new RegExp(`(?<![\\w+])\\+?\\d(?:[()/${gap}]{0,2}[\\dA-Z]){2,24}(?!\\w)`, 'g');
/** Words, also with encoded letters. */
const words = /(?:[\p{L}\p{N}\p{M}]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+)+/giu;
const name = /^\p{Lu}[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'.-]*){1,3}$/u;

type Replacement = readonly [pattern: RegExp, replace: (found: string) => string | undefined];

type Kind = 'first' | 'last' | 'person' | 'number' | 'street';

/** Members with personal data, by the plain name. */
const members: readonly (readonly [RegExp, Kind])[] = [
  [/(?:first|given|middle|fore|vor)names?$|^namefirst$|^namegiven$|etunimi$|fornamn$/, 'first'],
  [/(?:last|family|sur|nach)names?$|^namelast$|^namefamily$|sukunimi$|efternamn$/, 'last'],
  [
    /(?:^full|display|contact|customer|owner|employee|person|holder|recipient|author|driver|patient)names?$|contactperson$/,
    'person',
  ],
  [/phone|mobile|^tel$|telephone|^fax|ssn$|personalid|nationalid|socialsecurity|hetu$|iban$|personnummer/, 'number'],
  [/^street|streetaddress|^addressline|^address[12]$|streetname$/, 'street'],
];
const people =
  /(?:user|customer|contact|employee|person|people|owner|author|member|patient|driver|recipient|assignee|manager)s?$|By$/i;

/** Replaces personal data with generated data of the same form. Equal values get the same replacement everywhere. */
export class Anonymizer {
  /** Replacements by normal form: lower-case words and addresses, digits of numbers. */
  readonly #made = new Map<string, string>();
  readonly #keep: ReadonlySet<string>;
  readonly #kept = new Set<string>();
  /** Names of members, which stay as they are in lower case. */
  readonly #names = new Set<string>();
  #count = 0;

  /** @param keep names of members that stay as they are */
  constructor(keep: readonly string[] = []) {
    this.#keep = new Set(keep);
  }

  /**
   * Finds personal data by the names of members. {@link text} recognizes other data by its form.
   *
   * @param text a body, URL or header
   * @param around what the text describes, such as the collection in its path
   */
  learn(text: string, around = ''): void {
    for (const member of listMembers(text, around)) {
      for (const [word] of member.name.matchAll(words)) this.#names.add(word);
      if (this.#keep.has(member.name)) this.#keepAll(member.value);
      else this.#member(member);
    }
  }

  /** Returns a text without personal data. */
  text(text: string): string {
    return replaceEncoded(this.#apply(text, this.#replacements), (decoded) => this.text(decoded));
  }

  /** A part that one pattern replaces is not changed by the next one. */
  #apply(text: string, [first, ...rest]: readonly Replacement[]): string {
    if (first === undefined) return text;
    const [pattern, replace] = first;
    let result = '';
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      result += this.#apply(text.slice(end, index), rest);
      result += this.#kept.has(found) ? found : (replace(found) ?? this.#apply(found, rest));
      end = index + found.length;
    }
    return result + this.#apply(text.slice(end), rest);
  }

  readonly #replacements: readonly Replacement[] = [
    [email, (found) => this.#email(found)],
    [iban, (found) => this.#iban(found)],
    [identityNumber, (found) => (isIdentityNumber(found) ? this.#number(found, true) : undefined)],
    [phone, (found) => this.#number(found, true)],
    [numbers, (found) => this.#number(found, false)],
    [words, (found) => this.#word(found)],
  ];

  #email(found: string): string {
    const [at = '@'] = /@|%(?:25)?40/.exec(found) ?? [];
    const key = found.toLowerCase().replace(at, '@').replace('%2b', '+');
    return this.#replace(key, (index) => `person${index + 1}@example.com`).replace('@', at);
  }

  #iban(found: string): string | undefined {
    const bare = found.toUpperCase().replace(/%20|[^A-Z0-9]/g, '');
    if (!isIban(bare)) return undefined;
    const made = this.#replace(bare, (index) => otherIban(bare, index));
    return fillForm(found.toUpperCase() === found ? made : made.toLowerCase(), found);
  }

  /** @param isCertain whether the form alone shows that the number belongs to a person */
  #number(found: string, isCertain: boolean): string | undefined {
    const digits = found.replace(/%2B|\D/gi, '');
    const key = `${digits.length < 9 ? '' : '…'}${digits.slice(-7)}`;
    if (!isCertain && !this.#made.has(key)) return undefined;
    const made = this.#replace(key, (index) => otherDigits(digits, index).slice(-7));
    let place = 0;
    const kept = digits.length - made.length;
    const [, prefix = ''] = /^(%2B)/i.exec(found) ?? [];
    return prefix + found.slice(prefix.length).replace(/\d/g, (digit) => made[place++ - kept] ?? digit);
  }

  /** Short words can mean something else in another case. A login can be the end of a longer word. */
  #word(found: string): string {
    if (this.#kept.has(found)) return found;
    const plain = found.includes('%') ? decodeURIComponent(found) : found;
    const isOther = !this.#made.has(`=${plain}`);
    if (isOther && (plain.length < 4 || plain.length > 60 || this.#names.has(plain))) return found;
    const key = fold(plain);
    for (let start = 0; start === 0 || start <= key.length - 5; start += 1) {
      const made = this.#made.get(`~${key.slice(start)}`);
      if (made === undefined) continue;
      const rest = plain.slice(start);
      const isLower = rest === rest.toLowerCase() && rest !== rest.toUpperCase();
      const inCase = isLower ? made.toLowerCase() : rest === rest.toUpperCase() ? made.toUpperCase() : made;
      return start === 0 ? inCase : this.#word(plain.slice(0, start)) + inCase;
    }
    return found;
  }

  #keepAll(value: string): void {
    for (const pattern of [email, iban, phone, numbers, words])
      for (const [found] of value.matchAll(pattern)) this.#kept.add(found);
  }

  #member({ name: given, value, around, isOfPerson }: NamedValue): void {
    const plain = fold(given).replace(/[^a-z0-9]/g, '');
    const isPerson = isOfPerson || people.test(around);
    const isName = (plain === 'name' && isPerson) || (people.test(given) && name.test(value));
    const isLogin = /^(?:user|login|user_?name|screen_?name)$/i.test(given) && /^\p{L}{2,}[._]\p{L}{2,}$/u.test(value);
    const full = /^(?:first|last|given|family|number|value)$/.test(plain)
      ? `${around.toLowerCase()}${plain.replace(/number|value/, '')}`
      : plain;
    const found = members.find(([pattern]) => pattern.test(plain) || pattern.test(full))?.[1];
    const kind = isName || isLogin ? 'person' : found;
    if (kind === undefined || value.length < 2 || value.length > 200 || /^\[|^redacted-/.test(value)) return;
    if (kind === 'number') {
      if (!/\d.*\d.*\d/.test(value)) return;
      const made = this.#number(value, true);
      if (/[a-z]/i.test(value)) this.#made.set(`~${fold(value)}`, made ?? value).set(`=${value}`, '');
    } else if (/\p{L}{2}/u.test(value) && (kind === 'street' || !/[\d@:]/.test(value))) this.#name(value, kind);
  }

  /** Each word of a name has its replacement, so that a part of the name has the same one. */
  #name(value: string, kind: 'first' | 'last' | 'person' | 'street'): void {
    const parts = value.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
    parts.forEach((word, index) => {
      const isLast = kind === 'last' || (kind === 'person' && parts.length > 1 && index === parts.length - 1);
      this.#replace(`~${fold(word)}`, (count) => nameAt(isLast || kind === 'street' ? 'last' : 'first', count));
      this.#made.set(`=${word}`, '');
    });
  }

  #replace(key: string, make: (index: number) => string): string {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make(this.#count++);
    // A generated value can be the original.
    if (made === key || `~${fold(made)}` === key) return this.#replace(key, make);
    this.#made.set(key, made);
    return made;
  }
}

/** Puts letters and digits into the groups of a form. */
function fillForm(made: string, form: string): string {
  let place = 0;
  return form.replace(/%20|[A-Za-z0-9]/g, (each) => (each === '%20' ? each : (made[place++] ?? each)));
}

/** Returns lower-case letters without accents. */
function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
