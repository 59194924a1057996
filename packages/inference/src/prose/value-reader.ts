import { omitUndefined } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { readNumberWord, spanOf } from '../words/number-words.js';
import { AggregateReader } from './aggregate-reader.js';
import { clean, introduced, splitsAt } from './phrases.js';
import { inScopes, type Scope, type Value } from './scope.js';
import { conditionalSum, shareOf } from './shares.js';
import { unitsIn } from './units.js';
import { escapeText, toValue } from './value-words.js';
import { dot, memberIn } from './vocabulary.js';

/** Operators of formulas in words, those that bind least first. */
const additive: readonly (readonly [RegExp, string])[] = [
  [/ (?:plus|\+|and then add) /g, '+'],
  [/ (?:minus|less|reduced by|lowered by|discounted by|[-−–]) /g, '-'],
];
const multiplicative: readonly (readonly [RegExp, string])[] = [
  [/ (?:times|multiplied by|[×*·x]) /g, '*'],
  [/ (?:divided by|[/÷]) /g, '/'],
];

/** A formula with spaces around its operators. */
function spaced(formula: string): string {
  return formula.replace(/(?<=[\w)]) ?([*/×·÷]) ?(?=[\w(])/g, ' $1 ');
}

/** Reads phrases that name values: members, counts, sums, formulas, times. */
export abstract class ValueReader extends AggregateReader {
  /** The values in brackets, as `bracket0` of a formula names them. */
  readonly #inner: Value[] = [];

  value(text: string, scope: Scope): Value | undefined {
    const phrase = clean(text.replace(/^(?:equals?|is|equal to|always|it is|this is|computed as|calculated as) /, ''));
    if (phrase === '' || phrase.length > 200) return undefined;
    const [, rest = phrase] = introduced.exec(phrase) ?? /^(.+?),? rounded (?!up|down)[a-z ]*$/.exec(phrase) ?? [];
    if (rest !== phrase) return this.value(rest, scope);
    const [whole, bracketed] = / ?\(([^()]+)\) ?/.exec(phrase) ?? [];
    if (whole !== undefined && bracketed !== undefined) {
      const inner = this.value(spaced(bracketed), scope);
      return (
        inner && this.value(spaced(phrase).replace(spaced(whole), ` bracket${this.#inner.push(inner) - 1} `), scope)
      );
    }
    return (
      conditionalSum(this, phrase, scope) ??
      this.#limited(phrase, scope) ??
      this.#literal(phrase) ??
      this.#operation(phrase, additive, scope) ??
      this.#percentage(phrase, scope) ??
      this.#operation(phrase, multiplicative, scope) ??
      this.#between(phrase, scope) ??
      this.#spanned(phrase, scope) ??
      this.#perThing(phrase, scope) ??
      unitsIn(this, phrase, scope) ??
      this.aggregate(phrase, scope) ??
      this.memberValue(phrase, scope)
    );
  }

  /** "…, 1000 at most", "…, but never less than 0", "…, rounded down". */
  #limited(text: string, scope: Scope): Value | undefined {
    const most =
      /^(.+?),? (?:but |and )?(?:(\S+) at (most|least)|(?:at|never|not|no) (most|more than|less than|least|below|above) (\S+))$/.exec(
        text,
      );
    if (most !== null) {
      const [, rest = '', before, bound = most[4] ?? '', , after] = most;
      const inner = this.value(rest, scope);
      const limit = readNumberWord((before ?? after ?? '').replace(/,$/, ''));
      if (inner === undefined || limit === undefined) return undefined;
      return { expression: `${/least|less|below/.test(bound) ? 'max' : 'min'}(${inner.expression}, ${limit})` };
    }
    const [, rounded, way] = /^(.+?),? rounded (down|up)(?: to .*)?$/.exec(text) ?? [];
    if (rounded === undefined) return undefined;
    const inner = this.value(rounded, scope);
    return inner && { expression: `${way === 'up' ? 'ceil' : 'floor'}(${inner.expression})` };
  }

  #literal(text: string): Value | undefined {
    const bracket = this.#inner[Number(/^bracket(\d+)$/.exec(text)?.[1] ?? Number.NaN)];
    if (bracket !== undefined) return { ...bracket, expression: `(${bracket.expression})` };
    if (/^(?:today|the current (?:day|date)|the day of the (?:call|request))$/.test(text))
      return { expression: 'date(now)', isDate: true };
    if (/^(?:now|the (?:current|present) (?:time|moment)|the (?:time|moment) of the (?:call|request))$/.test(text))
      return { expression: 'now', isDate: true };
    const [, number = text, unit = ''] =
      /^(?:another |a further )?([\d.,]+|[a-z]+) (?:more |further |extra )?([a-z]+)(?: more)?$/.exec(text) ?? [];
    const value = readNumberWord(number);
    if (value === undefined) return undefined;
    if (/^weeks?$/.test(unit)) return { expression: String(value * 7), span: 'days' };
    const span = spanOf[unit];
    if (span !== undefined) return { expression: String(value), span };
    return unit === '' || /^(?:cents?|euros?|dollars?|times|percent|kwh|kw|km|units?|points?)$/.test(unit)
      ? { expression: String(value) }
      : undefined;
  }

  #operation(text: string, operators: readonly (readonly [RegExp, string])[], scope: Scope): Value | undefined {
    // The last operator binds least: operators of one kind are read from the left.
    const places = operators.flatMap(([pattern, sign]) =>
      [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ sign, index, length: found.length, found })),
    );
    for (const { sign, index, length, found } of places.sort((one, other) => other.index - one.index)) {
      const [left, right] = [
        this.value(text.slice(0, index), scope),
        this.#sumOfList(text.slice(index + length), scope),
      ];
      if (left === undefined || right === undefined) continue;
      if (left.isDate === true && right.span === undefined) continue;
      if (left.isDate === true && right.span !== undefined && (sign === '+' || sign === '-'))
        return { expression: `${left.expression} ${sign} ${right.span}(${right.expression})`, isDate: true };
      const rest = text.slice(index + length);
      const isShare = / by /.test(found) || /^(?:a )?[\d.]+ percent$/.test(rest);
      const share = isShare ? shareOf(this, rest, left.expression, scope) : undefined;
      if (share !== undefined) return { expression: `${left.expression} ${sign} ${share}` };
      const [one, other] = [left, right].map(({ expression }) =>
        / [-+] /.test(expression) && sign !== '+' ? `(${expression})` : expression,
      );
      return { expression: `${sign === '-' ? left.expression : one} ${sign} ${other}` };
    }
    return undefined;
  }

  /** "minus taken and pending days": the sum of both. */
  #sumOfList(text: string, scope: Scope): Value | undefined {
    const whole = this.value(text, scope);
    if (whole !== undefined) return whole;
    const [, one, other] = /^(.+?) and (.+)$/.exec(text) ?? [];
    if (one === undefined || other === undefined) return undefined;
    const last = /^(.*) (\w+)$/.exec(other);
    const [first, second] = [
      one,
      last?.[1] !== undefined && this.value(other, scope) === undefined ? last[1] : other,
    ].map((each) => this.value(each, scope));
    const span = first?.span === second?.span ? first?.span : undefined;
    return (
      first &&
      second && { expression: `${first.expression} + ${second.expression}`, ...(span === undefined ? {} : { span }) }
    );
  }

  #percentage(text: string, scope: Scope): Value | undefined {
    const found =
      /^(.+?) ?(?:%|percent) of (.+)$/.exec(text) ??
      /^(.+?)(?: percent| %)?,? (?:applied to|taken off|of) (.+)$/.exec(text);
    if (found === null) return undefined;
    const [rate, base] = [this.value(found[1] ?? '', scope), this.value(found[2] ?? '', scope)];
    const isPercent = /%|percent/.test(text) || /percent|pct/i.test(rate?.member?.name ?? '');
    return rate && base && isPercent ? { expression: `${base.expression} * ${rate.expression} / 100` } : undefined;
  }

  /** "Minutes between start and end", "the distance from `from` to `to`", in days. */
  #between(text: string, scope: Scope): Value | undefined {
    const [, unit = 'days', first = '', last = ''] =
      /^(?:the )?(?:number of )?(?:full |whole )?(?:(seconds|minutes|hours|days)|(?:distance|time|span|period))(?: of time)? (?:from|between) (.+?) (?:to|and|until) (.+)$/.exec(
        text,
      ) ?? [];
    const [from, to] = [first, last].map((each) => (each === '' ? undefined : this.value(each, scope)));
    if (from?.isDate !== true || to?.isDate !== true) return undefined;
    return { expression: `${unit}(timestamp(${to.expression}) - timestamp(${from.expression}))` };
  }

  /** "21 days after the start date", "the hold seconds after createdAt". */
  #spanned(text: string, scope: Scope): Value | undefined {
    for (const [span, rest] of splitsAt(text, '(?:after|before|from|past|later than)')) {
      const length = this.value(span, scope);
      const base = this.value(rest, scope);
      if (base?.isDate !== true || length?.span === undefined) continue;
      const sign = new RegExp(`^${escapeText(span)} before `).test(text) ? '-' : '+';
      return { expression: `${base.expression} ${sign} ${length.span}(${length.expression})`, isDate: true };
    }
    return undefined;
  }

  /** "25 cents for each day overdue", "100 per ticket". */
  #perThing(text: string, scope: Scope): Value | undefined {
    for (const [price, thing] of splitsAt(text, '(?:for each|for every|per|a|each)')) {
      const [amount, count] = [this.value(price, scope), this.countOf(thing, scope)];
      if (amount !== undefined && count !== undefined)
        return omitUndefined({ expression: `${amount.expression} * ${count}`, span: amount.span });
    }
    return undefined;
  }

  /** "its session fee", if the thing has none: that of the one thing it refers to that has one. */
  #ofReferred(text: string, { kind, variable, vocabulary }: Scope): Value | undefined {
    const [, phrase] = /^its (.+)$/.exec(text) ?? [];
    if (phrase === undefined) return undefined;
    const found = kind.references.flatMap(({ member, target }) => {
      const other = vocabulary.kinds.get(target);
      const own = other && memberIn(other, phrase);
      return own === undefined || own.name === other?.resource?.key
        ? []
        : [toValue(own, `find(${JSON.stringify(target)}, ${dot(variable, member)})`)];
    });
    return found.length === 1 ? found[0] : undefined;
  }

  /** A member of the thing, of another one that it refers to, or of the request that creates it. */
  memberValue(text: string, scope: Scope): Value | undefined {
    const own = inScopes(scope, ({ kind, variable }) => {
      const found = memberIn(kind, text);
      return found && toValue(found, variable);
    });
    if (own !== undefined) return own;
    const [, owner, owned] = /^(.+?)(?:'s|(?<=s)') (.+)$/.exec(text) ?? [];
    const pairs = [
      ...(owner === undefined || owned === undefined ? [] : [[owned, owner] as const]),
      ...splitsAt(text, '(?:of|in|on|for|at)'),
    ];
    for (const [member, thing] of pairs) {
      const record = this.one(thing, scope);
      const found = record && memberIn(record.kind, member);
      if (record !== undefined && found !== undefined) return toValue(found, record.expression);
    }
    const referred = this.#ofReferred(text, scope);
    if (referred !== undefined) return referred;
    const sent = scope.kind.resource?.writable ?? new Map<string, unknown>();
    const requested = [...sent].find(
      ([name]) =>
        !scope.kind.members.has(name) &&
        [text.replace(/ of the request$/, ''), text.replace(/^(?:the )?(\w+) of the (\w+)$/, '$2 $1')].some(
          (each) => normalizeName(name) === normalizeName(each.replace(/^the /, '')),
        ),
    );
    if (requested === undefined) return undefined;
    const [name, schema] = requested;
    const flat = scope.vocabulary.schemas.chosen(schema);
    const usual = flat.keywords['default'];
    const expression =
      usual === undefined
        ? dot('body', name)
        : `(has(${dot('body', name)}) ? ${dot('body', name)} : ${JSON.stringify(usual)})`;
    return toValue({ name, schema: flat, description: '' }, '', expression);
  }
}
