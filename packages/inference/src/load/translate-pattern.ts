/** Escapes of other dialects. */
const otherEscapes: Readonly<Record<string, string>> = { A: '^', z: '$', Z: '$', h: '[0-9a-fA-F]', H: '[^0-9a-fA-F]' };

/** POSIX character classes, which occur inside brackets. */
const posixClasses: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
};

/** Escapes that JavaScript regular expressions support with the flag `u`. */
const knownEscape =
  /\\(?:[dDwWsSbBtnvfr^$\\.*+?()[\]{}|/]|0(?!\d)|c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^{}]*\}|k<\w+>|[1-9]\d*)/y;
const escapeInClass =
  /\\(?:[dDwWsSbtnvfr^$\\.*+?()[\]{}|/-]|0(?!\d)|c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^{}]*\})/y;
const quantifier = /\{\d+(?:,\d*)?\}/y;
const flagGroup = /\(\?([a-z]*)(?:-([a-z]*))?([:)])/y;
const posix = /\[:(\w+):\]/y;
const classOfMany = /^\\[dDwWsSpP]/;

interface Flags {
  readonly ignoresCase: boolean;
  readonly dotAll: boolean;
}

/**
 * Translates a pattern that is valid without the flag `u`, or in another dialect, to one that is valid with it, as
 * JSON Schema requires. JavaScript does not support flags within a pattern, so case-insensitive letters become
 * character classes.
 *
 * @param flags flags of the whole pattern, such as `i`
 */
export function translatePattern(pattern: string, flags = ''): string {
  return new Translation(pattern, { ignoresCase: flags.includes('i'), dotAll: flags.includes('s') }).run();
}

class Translation {
  #at = 0;
  #flags: Flags;
  readonly #outer: Flags[] = [];

  constructor(
    private readonly pattern: string,
    flags: Flags,
  ) {
    this.#flags = flags;
  }

  run(): string {
    let written = '';
    while (this.#at < this.pattern.length) written += this.#next(written);
    return written;
  }

  #next(written: string): string {
    const character = this.#character();
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#class();
    if (character === '(') return this.#group();
    if (character === '{') return this.#take(quantifier) ?? this.#literal('\\{');
    // Possessive quantifiers never backtrack. In JavaScript, they become normal quantifiers.
    if (character === '+' && /[*+?}]$/.test(written) && !/\\.$/.test(written)) return this.#literal('');
    if (character === ')') this.#flags = this.#outer.pop() ?? this.#flags;
    if (character === '}' || character === ']') return this.#literal(`\\${character}`);
    if (character === '.' && this.#flags.dotAll) return this.#literal('[\\s\\S]');
    this.#at += character.length;
    const cases = this.#casesOf(character);
    return cases.length > 1 ? `[${cases.join('')}]` : character;
  }

  #group(): string {
    const before = this.#flags;
    const found = this.#match(flagGroup);
    const [whole = '', on = '', off = '', end] = found ?? [];
    if (found !== undefined && whole !== '(?:') {
      this.#at += whole.length;
      if (end === ':') this.#outer.push(before);
      const flag = (name: string, was: boolean) => (was || on.includes(name)) && !off.includes(name);
      this.#flags = { ignoresCase: flag('i', before.ignoresCase), dotAll: flag('s', before.dotAll) };
      return end === ':' ? '(?:' : '';
    }
    const comment = this.#take(/\(\?#[^)]*\)/y);
    if (comment !== undefined) return '';
    const reference = this.#match(/\(\?P=(\w+)\)/y);
    if (reference !== undefined) {
      this.#at += reference[0].length;
      return `\\k<${reference[1]}>`;
    }
    this.#outer.push(before);
    const opening = this.#take(/\(\?(?:P?<(?![=!])\w+>|<[=!]|[=!:>])/y) ?? this.#literal('(');
    return opening.replace('?P<', '?<').replace('?>', '?:');
  }

  #escape(): string {
    const known = this.#take(knownEscape);
    if (known !== undefined) return known;
    const name = this.pattern.charAt(this.#at + 1);
    this.#at += 2;
    return otherEscapes[name] ?? (name === '' ? '\\\\' : name);
  }

  /** Translates a class such as `[\w-.]`, in which the hyphen is literal. */
  #class(): string {
    let written = this.#take(/\[\^?/y) ?? '';
    // In other dialects, a closing bracket at the start is literal. In JavaScript, it closes an empty class.
    let previous = '';
    while (this.#at < this.pattern.length && this.#character() !== ']') {
      const atom = this.#classAtom();
      const next = this.pattern.slice(this.#at);
      const isBetween = atom === '-' && previous !== '' && !next.startsWith(']');
      if (isBetween && (classOfMany.test(previous) || classOfMany.test(next))) written += '\\-';
      else if (isBetween && /^[a-zA-Z]$/.test(previous) && /^[a-zA-Z]/.test(next)) {
        const last = this.#classAtom();
        written += `-${last}`;
        if (this.#flags.ignoresCase && isUpper(previous) === isUpper(last))
          written += `${swapped(previous)}-${swapped(last)}`;
        previous = '';
        continue;
      } else written += atom;
      const isStart = /^-[a-zA-Z]/.test(next) && !/^-\]/.test(next);
      if (!isStart) written += this.#casesOf(atom).slice(1).join('');
      previous = atom;
    }
    this.#at += 1;
    return `${written}]`;
  }

  #classAtom(): string {
    const named = this.#match(posix);
    const range = posixClasses[named?.[1] ?? ''];
    if (named !== undefined && range !== undefined) {
      this.#at += named[0].length;
      return range;
    }
    const known = this.#take(escapeInClass);
    if (known !== undefined) return known;
    const character = this.#character();
    if (character !== '\\') return this.#literal(character === '[' ? '\\[' : character);
    const name = this.pattern.charAt(this.#at + 1);
    this.#at += 2;
    return name === '' ? '\\\\' : name === 'h' ? '0-9a-fA-F' : name;
  }

  #casesOf(character: string): string[] {
    if (!this.#flags.ignoresCase || !/^\p{L}$/u.test(character)) return [character];
    return [...new Set([character, character.toLowerCase(), character.toUpperCase()])].filter(
      (each) => [...each].length === 1,
    );
  }

  #character(): string {
    return String.fromCodePoint(this.pattern.codePointAt(this.#at) ?? 0);
  }

  #literal(written: string): string {
    this.#at += this.#character().length;
    return written;
  }

  #match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    return form.exec(this.pattern) ?? undefined;
  }

  #take(form: RegExp): string | undefined {
    const found = this.#match(form)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

function isUpper(letter: string): boolean {
  return letter === letter.toUpperCase();
}

function swapped(letter: string): string {
  return isUpper(letter) ? letter.toLowerCase() : letter.toUpperCase();
}
