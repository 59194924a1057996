import type { RandomSource } from '@understudy/kernel';
import { remember } from '@understudy/model';
import { type Group, type Root, type Set as SetToken, type Token, types } from 'ret';
import { allows, matches, matchesFully, parsePattern } from './match-pattern.js';

interface Wanted {
  readonly random: RandomSource;
  /** Complete strings and words to use in parts that allow them, best first. */
  readonly words?: readonly string[];
  /** Words for a part, depending on the preceding text. They come before the other words. */
  readonly wordsAfter?: (text: string) => readonly string[];
  readonly minLength?: unknown;
  readonly maxLength?: unknown;
}

/** A UUID-shaped string. */
const uuidLike = /(?<![a-z0-9])[a-z0-9]{8}-(?:[a-z0-9]{4}-){3}[a-z0-9]{12}(?![a-z0-9])/g;

const [mostText, mostAttempts] = [10_000, 8];

/**
 * Generates a string that matches a pattern: a word that matches completely, or else the literal parts with words or
 * random characters between them. Undefined if no attempt matches with an allowed length.
 */
export function generatePatternText(pattern: string, wanted: Wanted): string | undefined {
  const root = parsePattern(pattern);
  const [least, most] = [Number(wanted.minLength ?? 1), Number(wanted.maxLength ?? mostText)];
  const fits = (text: string) => text.length >= least && text.length <= most && matches(pattern, text);
  const word = wanted.words?.find(fits);
  for (let attempt = 0; word === undefined && root !== undefined && attempt < mostAttempts; attempt += 1) {
    const made = new Writer(wanted, attempt).write(root);
    const hex = made.replace(uuidLike, (all) => all.replace(/[g-z]/g, (each) => `${each.charCodeAt(0) % 10}`));
    const text = fits(hex) ? hex : made;
    // A long string is not checked again.
    if (fits(text) || (text.length >= Math.max(least, 1000) && text.length <= most)) return text;
  }
  return word;
}

const alphanumeric = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const symbols = ' -_./:,@+#=()!?&%$*';

class Writer {
  readonly #wanted: Wanted;
  readonly #attempt: number;
  readonly #groups: string[] = [];
  #text = '';

  constructor(wanted: Wanted, attempt: number) {
    this.#wanted = wanted;
    this.#attempt = attempt;
  }

  write(root: Root): string {
    this.#group(root);
    return this.#text;
  }

  #group({ options, stack = [] }: Pick<Group | Root, 'options' | 'stack'>): void {
    const chosen = options?.[this.#attempt < 2 ? 0 : this.#below(options.length)] ?? stack;
    for (let at = 0; at < chosen.length && this.#text.length < mostText; ) {
      const end = chosen.findIndex((token, index) => index > at && isSeparator(token));
      const run = isSeparator(chosen[at]) ? chosen.slice(at, at + 1) : chosen.slice(at, end < 0 ? undefined : end);
      if (!this.#word(run)) for (const token of run) this.#token(token);
      at += run.length;
    }
  }

  /** Appends a word that consecutive tokens allow. Returns false if there is none. */
  #word(run: readonly Token[]): boolean {
    const isFixed = run.every(({ type }) => type === types.CHAR || type === types.POSITION);
    const isOptional = run.every((token) => token.type === types.REPETITION && token.min === 0);
    if (isOptional && this.#attempt === 0 && /[^-_:/.]$/.test(this.#text)) return true;
    const { words = [], wordsAfter } = this.#wanted;
    const missing = this.#attempt === 0 ? 0 : this.#missing;
    const word =
      isFixed || this.#attempt > mostAttempts / 2
        ? undefined
        : [...(wordsAfter?.(this.#text) ?? []), ...words].find(
            (each) => each !== '' && each.length >= missing && each.length <= this.#left && matchesFully(run, each),
          );
    this.#text += word ?? '';
    return word !== undefined;
  }

  #token(token: Token): void {
    if (token.type === types.CHAR) this.#text += String.fromCharCode(token.value);
    if (token.type === types.REFERENCE) this.#text += this.#groups[token.value - 1] ?? '';
    if (token.type === types.SET) this.#draw(token, 1, 1);
    if (token.type === types.REPETITION) this.#repeat(token);
    if (token.type !== types.GROUP || token.followedBy || token.notFollowedBy || token.lookBehind) return;
    const [start, place] = [this.#text.length, this.#groups.length];
    if (token.remember) this.#groups.push('');
    this.#group(token);
    if (token.remember) this.#groups[place] = this.#text.slice(start);
  }

  #repeat({ min, max, value }: Extract<Token, { type: types.REPETITION }>): void {
    const [only, ...others] = value.type === types.GROUP && value.options === undefined ? (value.stack ?? []) : [value];
    if (only?.type === types.SET && others.length === 0) {
      this.#draw(only, min, max);
      return;
    }
    const extra = this.#attempt === 0 ? 0 : this.#below(Math.min(max - min, 2 + this.#missing) + 1);
    for (let count = min + extra; count > 0 && this.#text.length < mostText; count -= 1) this.#token(value);
  }

  /** Appends random characters from a class. */
  #draw(set: SetToken, min: number, max: number): void {
    const pool = poolOf(set);
    if (min === 0 && this.#attempt === 0 && /[a-z0-9]{3}$/i.test(this.#text)) return;
    const usual = Math.min(this.#left, Math.max(/^\d+$/.test(pool) ? 6 : 10, this.#attempt > 0 ? this.#missing : 0));
    for (let count = Math.min(Math.max(min, Math.min(max, usual)), mostText); count > 0; count -= 1)
      this.#text += pool.charAt(this.#below(pool.length));
  }

  get #missing(): number {
    return Math.max(0, Number(this.#wanted.minLength ?? 0) - this.#text.length);
  }

  get #left(): number {
    return Number(this.#wanted.maxLength ?? mostText) - this.#text.length;
  }

  #below(limit: number): number {
    return Math.floor(this.#wanted.random() * limit);
  }
}

/** Returns whether a token separates parts of an address or a resource name. */
function isSeparator(token: Token | undefined): boolean {
  return token?.type === types.CHAR && ':/@'.includes(String.fromCharCode(token.value));
}

const pools = new WeakMap<SetToken, string>();

/**
 * Returns the characters of a class to draw from: prefers lower case over upper case, and letters and digits over other
 * characters.
 */
function poolOf(set: SetToken): string {
  const allowed = (all: string) => [...all].filter((each) => allows(set, each.charCodeAt(0))).join('');
  const all = remember(pools, set, () => allowed(alphanumeric) || allowed(symbols) || 'x');
  return /[a-z]/.test(all) ? all.replace(/[A-Z]/g, '') : all;
}
