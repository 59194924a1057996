import { isNumber } from '../../prose/amounts.js';
import { boundIn } from '../../prose/bounds.js';
import { caseCondition, caseWord } from '../../prose/case-conditions.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type NamedMember } from '../../prose/vocabulary.js';
import type { Read } from './read-value.js';

/** A value and its condition. Without a condition, it is the default. */
interface Case {
  readonly condition?: string | undefined;
  readonly text: string;
  readonly value: string;
}

const otherwise =
  /^(?:otherwise|else|in all other cases|in any other case|in (?:every|any|all) other (?:status|state|phase)(?:es|s)?)[,:]? (.+)$|^(.+?),? (?:otherwise|else|in between|in all other cases|in (?:every|any|all) other (?:case|status|state|phase)(?:es|s)?|(?:for|in) (?:everybody|everyone|everything|all) else|(?:when|if) (?:it is )?not|if none (?:is|are|does|do)|(?:below|above|under|over|beyond|before|after) (?:that|this))$/;
const worth = /^((?:an?|every|each) .+?) (?:is worth|counts as|counts for|costs|adds|has|gets) (\S+(?: \S+){0,4})$/;
/** "Business is free of charge". */
const free = /^(.+?) (?:is|are) (?:free(?: of charge)?|not charged|without charge|gratis)(?: \(0\))?$/;
/** A first sentence about the purpose of the value. */
const introduces =
  /^(?:what|how much|the (?:amount|price|fee|sum|money)|amount|price|fee) (?:that )?(?:the |an? |it |they |you )/;
/** "Stays of seven nights or more get 10 percent off", "urgent jobs cost 20 percent more". */
const changed =
  /^(.+?) (?:gets?|earns?|receives?|has|have|costs?|(?:is|are) (?:given|charged))(?: an?)?(?: (?:discount|reduction|surcharge|rebate) of)? ([\d.]+) percent(?: (off|less|discount|cheaper|reduction|rebate|more|extra|surcharge|on top))?(?: (?:on|of) .+)?$/;
const length = /^(\w+ (?:seconds|minutes|hours|days|weeks)) (after|before) (.+)$/;
const borders =
  /; (?=[^;]+ (?:gets?|earns?|receives?|costs?) )|[,;]? (?:and |but |or )?(?=(?:otherwise|else) )|[,;] (?:and |but |or )?(?=(?:for|with|without|null|zero|\d+) )| and (?=\d+ (?:\w+ )?(?:after|before|for) )|(?:[,;] (?:and |but |or )?| (?:and|but|or) )(?=\S+ (?:if|when|while|once|before|until|in between))/;

/**
 * Reads values that differ by case: "14 days after the issue; for companies 30 days", "total less credit while it is
 * open, otherwise 0", "an ended contract is worth 0".
 */
export class CaseReader {
  readonly #reader: ProseReader;
  readonly #scope: Scope;
  readonly #member: NamedMember;

  constructor(reader: ProseReader, scope: Scope, member: NamedMember) {
    this.#reader = reader;
    this.#scope = scope;
    this.#member = member;
  }

  read(sentences: readonly string[]): Read | undefined {
    const found: Case[] = [];
    const clauses = sentences.flatMap((each) =>
      each.split(borders).map((clause, at) => ({ clause, isFurther: at > 0 })),
    );
    // "How many there may be: 3 for children, 8 for others"
    if (clauses[0] !== undefined)
      clauses[0].clause = clauses[0].clause.replace(/^(?!for |in |if |when )[a-z ]+: (?=\d|null )/, '');
    for (const { clause, isFurther } of clauses) {
      const base = found.find(({ condition }) => condition === undefined) ?? found.at(-1);
      const read = this.#caseIn(clause, base);
      if (read === undefined && found.length === 0 && clause === sentences[0] && introduces.test(clause)) continue;
      if (read === undefined && (found.length === 0 || isFurther)) return undefined;
      // Ignore a second default.
      if (read !== undefined && !(read.condition === undefined && base !== undefined && base.condition === undefined))
        found.push(read);
    }
    const bound = found.filter(({ condition }) => condition !== undefined);
    // "An ended contract is worth 0" comes before the other cases.
    const [fixed = [], cases = []] = [true, false].map((isFixed) =>
      bound
        .filter(({ value }) => /^(?:null|[\d.]+)$/.test(value) === isFixed)
        .sort((one, other) => Number(other.value === 'null') - Number(one.value === 'null')),
    );
    const rest =
      found.find(({ condition }) => condition === undefined) ??
      (bound.length > 1 ? (cases.pop() ?? fixed.pop()) : undefined);
    // "Total with shipping" has no other case.
    if (rest === undefined && bound.length === 1 && / with(?:out)? [a-z]+$/.test(sentences[0] ?? '')) return undefined;
    // A lifecycle sets a state that depends on itself.
    const isOwnState =
      this.#member.name === this.#scope.kind.stateMember &&
      bound.some(
        ({ condition }) =>
          condition?.includes(this.#stored) === true || / (?:find|of|all)\(/.test(` ${condition ?? ''}`),
      );
    if (isOwnState || bound.length === 0 || (rest === undefined && (bound.length > 1 || !isNumber(this.#member))))
      return undefined;
    // The default is the stored value.
    const other = rest?.value ?? this.#stored;
    return {
      expression: [...fixed, ...cases].reduceRight(
        (after, { condition, value }) => `${condition} ? ${value} : ${after}`,
        other,
      ),
    };
  }

  get #stored(): string {
    return dot(this.#scope.variable, this.#member.name);
  }

  #caseIn(given: string, base: Case | undefined): Case | undefined {
    const clause = base === undefined ? given : given.replace(/^(?:without one|if not|if there is none),? /, '');
    const [, rest, other = rest] = otherwise.exec(clause) ?? [];
    if (other !== undefined) return base === undefined ? undefined : this.#valued(other, base);
    const plain = this.#valued(clause, base);
    if (plain !== undefined) return plain;
    const share = base && this.#changedBy(clause, base);
    if (share !== undefined) return share;
    const [, freed = ''] = free.exec(clause) ?? [];
    const [, kind = freed, amount = '0'] = worth.exec(clause) ?? [];
    const pairs: (readonly [word: string, cause: string, value: string])[] = kind === '' ? [] : [['for', kind, amount]];
    for (const { 1: word = '', index, 0: mark } of clause.matchAll(new RegExp(`(?:^|,? )(${caseWord}) `, 'g'))) {
      const rest = clause.slice(index + mark.length);
      if (index > 0) {
        pairs.push([word, rest, clause.slice(0, index)]);
        continue;
      }
      const words = rest.split(' ');
      for (let at = 1; at < Math.min(words.length, 12); at += 1)
        pairs.push([word, words.slice(0, at).join(' ').replace(/[,:]$/, ''), words.slice(at).join(' ')]);
    }
    for (const [word, cause, text] of pairs) {
      const condition = caseCondition(this.#reader, this.#scope, { word, cause });
      const value = condition === undefined ? undefined : this.#valued(text, base);
      if (value !== undefined) return { ...value, condition };
    }
    return undefined;
  }

  /** A case of the base value that is some percent less or more. */
  #changedBy(text: string, base: Case): Case | undefined {
    const bare = text.replace(/,? rounded (?!up|down)[a-z ]*$/, '');
    const [whole = '', subject = '', percent, way = ''] = changed.exec(bare) ?? [];
    if (whole === '' || (way === '' && !/ (?:discount|reduction|surcharge|rebate) of /.test(whole))) return undefined;
    const value = / [-+] /.test(base.value) ? `(${base.value})` : base.value;
    const condition =
      boundIn(subject, this.#scope, value) ?? caseCondition(this.#reader, this.#scope, { word: 'for', cause: subject });
    const sign = /more|extra|surcharge|on top/.test(whole.slice(subject.length)) ? '+' : '-';
    return condition === undefined
      ? undefined
      : { condition, text, value: `${base.value} ${sign} ${value} * ${percent} / 100` };
  }

  #valued(given: string, base: Case | undefined): Case | undefined {
    const { schema } = this.#member;
    const text = given.replace(/^(?:it is|this is|is|then|it) /, '');
    const listed: readonly unknown[] = Array.isArray(schema.keywords['enum']) ? schema.keywords['enum'] : [];
    const literal = listed.find((each) => typeof each === 'string' && each.toLowerCase() === text);
    if (literal !== undefined) return { text, value: JSON.stringify(literal) };
    if (/^as (?:sent|given|requested|entered|stored)$/.test(text)) return { text, value: this.#stored };
    if (text === 'null') return schema.nullable ? { text, value: 'null' } : undefined;
    if (schema.types[0] === 'boolean') return /^(?:true|false)$/.test(text) ? { text, value: text } : undefined;
    if (listed.length > 0) return undefined;
    const [, , side = 'after', from = ''] = length.exec(base?.text ?? '') ?? [];
    const whole =
      from !== '' && /^\w+ (?:days|weeks|hours|minutes)$/.test(text)
        ? `${text} ${side} ${from}`
        : text
            .replace(/\b(after|before) (?:it|that|this)\b/, from === '' ? '$&' : `$1 ${from}`)
            .replace(/\bof (?:that|this|it)\b/, base === undefined ? '$&' : `of ${base.text}`);
    const value = this.#reader.value(whole, this.#scope);
    const isDate = /^date/.test(String(schema.keywords['format']));
    return value !== undefined && isDate === (value.isDate === true)
      ? { text: whole, value: value.expression }
      : undefined;
  }
}
