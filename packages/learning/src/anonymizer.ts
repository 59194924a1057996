import { decodeComponent } from '@understudy/model';
import { listMembers, type NamedValue } from './list-members.js';
import { mapEncoded } from './map-encoded.js';
import {
  fillDigits,
  fillForm,
  isCard,
  isIban,
  isIdentityNumber,
  nameAt,
  numberKey,
  type Original,
  otherCard,
  otherDate,
  otherDigits,
  otherIban,
  type RemainingData,
} from './personal-data.js';
import { fold, isPlaceholder, isRoleName, listUserNames, type PersonalKind, personalKindOf } from './personal-kinds.js';
import { card, date, email, iban, identityNumber, numbers, ofAddresses, phone, words } from './personal-patterns.js';

/** Maximum number of generated values to try for one original, and minimum length of the numbers to replace. */
const [mostTries, shortestNumber] = [1000, 4];

type Replacement = readonly [pattern: RegExp, replace: (found: string) => string | undefined];

/** Replaces personal data with generated data of the same form. Equal values get the same replacement everywhere. */
export class Anonymizer {
  /** Originals by their normalized form: words and addresses in lower case, numbers as digits. */
  readonly #originals = new Map<string, Original>();
  /** Normalized forms of the generated data. */
  readonly #generated = new Set<string>();
  /** Words that are replaced only in exactly this case, even if they are short. */
  readonly #exact = new Set<string>();
  /** Strings that no other pattern replaces, such as a date written in words. */
  readonly #phrases = new Map<string, string>();
  readonly #keep: ReadonlySet<string>;
  readonly #kept = new Set<string>();
  /** Names of members, which are not replaced if they appear in lower case. */
  readonly #names = new Set<string>();
  #count = 0;
  /** If set, originals found in a text are collected here, and no new ones are recognized. */
  #found: RemainingData[] | undefined;

  /** @param keep names of members that must not change */
  constructor(keep: readonly string[] = []) {
    this.#keep = new Set(keep);
  }

  /**
   * Finds personal data by the names of members. {@link text} recognizes other data by its form. Call it for all texts
   * before the first call of `text`, so that no generated value is an original of another text.
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

  /** Finds user names in the paths of URLs. */
  learnPaths(paths: readonly string[]): void {
    for (const value of listUserNames(paths)) this.#login(value, 'path');
  }

  /** Returns the text with all personal data replaced. */
  text(text: string): string {
    return mapEncoded(text, (plain) => this.#apply(this.#withoutPhrases(plain), this.#replacements));
  }

  /** Finds originals that are still in an anonymized text. */
  remaining(text: string): readonly RemainingData[] {
    const found: RemainingData[] = [];
    this.#found = found;
    try {
      this.text(text);
    } finally {
      this.#found = undefined;
    }
    return found;
  }

  #withoutPhrases(text: string): string {
    let result = text;
    for (const [phrase, made] of this.#phrases) result = result.replaceAll(phrase, made);
    return result;
  }

  /** Applies the patterns in order. A part that one pattern has replaced is not changed by the next. */
  #apply(text: string, [first, ...rest]: readonly Replacement[]): string {
    if (first === undefined) return text;
    const [pattern, replace] = first;
    let result = '';
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const replaced = this.#kept.has(found) ? found : replace(found);
      if (replaced === undefined) continue;
      result += this.#apply(text.slice(end, index), rest) + replaced;
      end = index + found.length;
    }
    return result + this.#apply(text.slice(end), rest);
  }

  readonly #replacements: readonly Replacement[] = [
    [email, (found) => this.#email(found)],
    [iban, (found) => this.#iban(found)],
    [identityNumber, (found) => (isIdentityNumber(found) ? this.#number(found, 'identity number') : undefined)],
    [date, (found) => this.#replace(`@${found}`, found)],
    [card, (found) => (isCard(found.replace(/\D/g, '')) ? this.#card(found, 'card number') : undefined)],
    [phone, (found) => this.#number(found, 'phone number')],
    [numbers, (found) => this.#number(found, undefined) ?? this.#parts(found)],
    [words, (found) => this.#word(found)],
  ];

  #email(found: string): string | undefined {
    const [at = '@'] = /@|%(?:25)?40/.exec(found) ?? [];
    const key = found.toLowerCase().replace(at, '@').replace('%2b', '+');
    this.#add(key, 'email', (index) => `person${index + 1}@example.com`);
    return this.#replace(key, found)?.replace('@', at);
  }

  #iban(found: string): string | undefined {
    const bare = found.toUpperCase().replace(/%20|[^A-Z0-9]/g, '');
    if (!isIban(bare)) return undefined;
    this.#add(bare, 'IBAN', (index) => otherIban(bare, index));
    const made = this.#replace(bare, found);
    return made && fillForm(found.toUpperCase() === found ? made : made.toLowerCase(), found);
  }

  #card(found: string, name: string): string | undefined {
    const digits = found.replace(/\D/g, '');
    this.#add(numberKey(digits), name, (index) => otherCard(digits, index).slice(-7));
    return this.#number(found, undefined);
  }

  /** @param name the kind of number that its form reveals, or undefined to replace only known numbers */
  #number(found: string, name: string | undefined): string | undefined {
    const digits = found.replace(/%2B|\D/gi, '');
    const key = numberKey(digits);
    if (name !== undefined) this.#add(key, name, (index) => otherDigits(digits, index).slice(-7));
    const made = this.#replace(key, found);
    if (made === undefined) return undefined;
    let place = 0;
    const kept = digits.length - made.length;
    const [, prefix = ''] = /^(%2B)/i.exec(found) ?? [];
    return prefix + found.slice(prefix.length).replace(/\d/g, (digit) => made[place++ - kept] ?? digit);
  }

  /** Replaces the known numbers inside a group of digits that is not a number itself. */
  #parts(found: string): string | undefined {
    if (!/\D\d|\d\D/.test(found) || found.search(date) !== -1) return undefined;
    let isChanged = false;
    const changed = found.replace(/\d{5,}/g, (part) => {
      const made = this.#number(part, undefined);
      if (made !== undefined) isChanged = true;
      return made ?? part;
    });
    return isChanged ? changed : undefined;
  }

  /** Matches short words only in their exact case, and a login also at the end of a longer word. */
  #word(found: string): string {
    if (this.#kept.has(found)) return found;
    const plain = found.includes('%') ? (decodeComponent(found) ?? found) : found;
    const isOther = !this.#exact.has(plain);
    if (isOther && (plain.length < 4 || plain.length > 60 || this.#names.has(plain))) return found;
    const key = fold(plain);
    // In an anonymized text, the same word can have another meaning.
    if (this.#found !== undefined && isOther && plain.length < 6) return found;
    for (let start = 0; start === 0 || start <= key.length - 5; start += 1) {
      const made = this.#replace(`~${key.slice(start)}`, plain.slice(start));
      if (made === undefined) continue;
      const rest = plain.slice(start);
      const isLower = rest === rest.toLowerCase() && rest !== rest.toUpperCase();
      const inCase = isLower ? made.toLowerCase() : rest === rest.toUpperCase() ? made.toUpperCase() : made;
      return start === 0 ? inCase : this.#word(plain.slice(0, start)) + inCase;
    }
    return found;
  }

  #keepAll(value: string): void {
    for (const pattern of [email, iban, date, phone, numbers, words])
      for (const [found] of value.matchAll(pattern)) this.#kept.add(found);
  }

  #member(member: NamedValue): void {
    const { name, value } = member;
    if (value.length < 2 || value.length > 200 || /^\[|redacted-\d/.test(value)) return;
    const kind = personalKindOf(member);
    if (kind === undefined || /^(?:true|false|null|none|unknown|n\/a)$/i.test(value)) return;
    this.#adders[kind](value, name);
  }

  readonly #adders: Readonly<Record<PersonalKind, (value: string, name: string) => void>> = {
    first: (value, name) => this.#name(value, name, 'first'),
    last: (value, name) => this.#name(value, name, 'last'),
    person: (value, name) => this.#name(value, name, 'person'),
    login: (value, name) => this.#login(value, name),
    card: (value, name) => (/\d{4}/.test(value) ? this.#card(value, name) : undefined),
    date: (value, name) => this.#date(value, name),
    code: (value, name) => this.#code(value, name),
    city: (value, name) => this.#place(value, name),
    street: (value, name) => {
      if (!/@|:\/\/|^\/|^[\da-f.:]+$/i.test(value)) this.#place(value, name);
    },
    number: (value, name) => {
      if (!/\d.*\d.*\d/.test(value)) return;
      const digits = value.replace(/\D/g, '');
      this.#add(numberKey(digits), name, (index) => otherDigits(digits, index).slice(-7));
      if (/[a-z]/i.test(value))
        this.#token(value, name, () => fillDigits(value, this.#resolve(numberKey(digits)) ?? ''));
    },
  };

  /** Replaces each word of a name separately, so a first name used elsewhere gets the same replacement. */
  #name(value: string, name: string, kind: 'first' | 'last' | 'person'): void {
    if (!/\p{L}{2}/u.test(value) || /[\d@:]/.test(value)) return;
    const parts = value.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
    parts.forEach((word, index) => {
      if (isPlaceholder(word)) return;
      const isLast = kind === 'last' || (kind === 'person' && parts.length > 1 && index === parts.length - 1);
      this.#token(word, name, (count) => nameAt(isLast ? 'last' : 'first', count));
    });
  }

  #login(value: string, name: string): void {
    if (isRoleName(value) || value.includes('@') || !/^\p{L}[\p{L}\p{N}\p{M}._ -]{1,60}$/u.test(value)) return;
    for (const [word] of value.matchAll(words))
      if (word.length >= 3 && !isRoleName(word)) this.#token(word, name, (count) => nameAt('first', count));
  }

  /** Replaces the words of an address or city, except generic ones such as "street". */
  #place(value: string, name: string): void {
    const parts = value.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
    const own = parts.filter((word) => word.length >= 4 && !ofAddresses.test(word));
    for (const word of own.length > 0 ? own : parts) this.#token(word, name, (count) => nameAt('last', count));
    for (const digits of value.match(/\d{5,}/g) ?? [])
      this.#add(numberKey(digits), name, (index) => otherDigits(digits, index).slice(-7));
  }

  #code(value: string, name: string): void {
    for (const [token] of value.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (!/\d/.test(token)) continue;
      if (!/\D/.test(token)) {
        // Four digits starting with 19 or 20 are often a year.
        if (token.length >= shortestNumber && !/^(?:19|20)\d\d$/.test(token))
          this.#add(numberKey(token), name, (index) => otherDigits(token, index).slice(-7));
      } else if (token.length >= 3) this.#token(token, name, (index) => otherDigits(token, index));
    }
  }

  #date(value: string, name: string): void {
    const [found] = value.match(date) ?? [];
    if (found !== undefined) this.#add(`@${found}`, name, (index) => otherDate(found, index));
    else if (/\d{4}/.test(value) && value.length >= 6) this.#phrases.set(value, otherDate('1990-01-01', this.#count++));
  }

  #token(word: string, name: string, make: Original['make']): void {
    this.#add(`~${fold(word)}`, name, make);
    this.#exact.add(word);
  }

  #add(key: string, name: string, make: Original['make']): void {
    if (this.#found === undefined && !this.#originals.has(key) && !this.#generated.has(key))
      this.#originals.set(key, { name, make });
  }

  /** Returns the replacement for an original, or undefined for other data. */
  #replace(key: string, found: string): string | undefined {
    const original = this.#originals.get(key);
    if (original === undefined) return undefined;
    this.#found?.push({ found, name: original.name });
    return this.#resolve(key);
  }

  #resolve(key: string): string | undefined {
    const original = this.#originals.get(key);
    if (original === undefined) return undefined;
    for (let tries = 1; original.made === undefined; tries += 1) {
      const made = original.make(this.#count++);
      const last = made.slice(-7);
      const keys = [
        made,
        made.toLowerCase(),
        `~${fold(made)}`,
        `@${made}`,
        ...(/^\d+$/.test(last) ? [last, `…${last}`] : []),
      ];
      // A generated value can equal an original. Short numbers have few possible replacements.
      if (tries < mostTries && keys.some((each) => this.#originals.has(each))) continue;
      original.made = made;
      for (const each of keys) this.#generated.add(each);
    }
    return original.made;
  }
}
