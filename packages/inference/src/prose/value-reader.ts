import { omitUndefined } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { perThing, type Sign } from '../words/arithmetic.js';
import { fractions, readNumberWord, spanOf } from '../words/number-words.js';
import { AggregateReader } from './aggregate-reader.js';
import { isNumber, isNumeric, numberEndingIn, numberStartingWith, onlyAmount, paidMember } from './amounts.js';
import { nominal, operationsIn } from './arithmetic.js';
import { limitedValue, roundedTail } from './limits.js';
import { escapeWord } from './phrase.js';
import { clean, introduced, splitsAt } from './phrases.js';
import { productSum } from './product-sums.js';
import { inScopes, type Scope, type Value } from './scope.js';
import { cappedShare, conditionalSum, percentOf, shareOf, weighted } from './shares.js';
import { differenceBetween, spanBetween } from './spans.js';
import { textPart } from './text-parts.js';
import { begunUnits, unitsIn } from './units.js';
import { describedAs, nestedValue, ofRequest, spaced, toValue } from './value-words.js';
import { dot, memberIn } from './vocabulary.js';

/** Matches "…, as a percentage with one decimal", "…, in percent rounded to two decimals". */
const percentage =
  /^(.+?),? (?:(?:given|expressed|shown|written) )?(?:as a percentage|in per ?cent|in percent)(?:,? (?:rounded )?(?:to|with) (\w+) (?:decimals?|digits?|places?)(?: places?)?)?$/;
const priced = new RegExp(`^(?:each|every|per) (.+?) ${perThing} (.+)$`);

/** Reads phrases for values: members, counts, sums, formulas and times. */
export abstract class ValueReader extends AggregateReader {
  /** The values in parentheses, which formulas refer to as `bracket0` and so on. */
  readonly #inner: Value[] = [];

  value(text: string, scope: Scope): Value | undefined {
    return this.once('value', text, scope, () => this.#value(text, scope));
  }

  #value(text: string, scope: Scope): Value | undefined {
    const phrase = clean(
      text
        .replace(roundedTail, '')
        .replace(/,? in (?:whole )?(?:cents|euros|dollars|pence)$/, '')
        .replace(/^(?:equals?|is|equal to|always|it is|this is|computed as|calculated as) /, ''),
    );
    if (phrase === '' || phrase.length > 200) return undefined;
    const [, shared, digits] = percentage.exec(phrase) ?? [];
    const share = shared === undefined ? undefined : this.value(shared, scope);
    if (share !== undefined) {
      const places = digits === undefined ? 0 : (readNumberWord(digits) ?? 0);
      return { expression: `round((${share.expression}) * 100, ${places})` };
    }
    const [, rest = phrase] = introduced.exec(phrase) ?? /^(.+?),? rounded (?!up|down)[a-z ]*$/.exec(phrase) ?? [];
    if (rest !== phrase) return this.value(rest, scope);
    const [whole, bracketed] = / ?\(([^()]+)\) ?/.exec(phrase) ?? [];
    if (whole !== undefined && bracketed !== undefined) {
      const inner = this.value(spaced(bracketed), scope);
      // In "Value of the stock (price × stock)", the parentheses contain the formula.
      if (
        inner !== undefined &&
        phrase.endsWith(whole.trimEnd()) &&
        / [-+*/×·÷] | plus | minus | times /.test(spaced(bracketed))
      ) {
        const before = phrase.slice(0, -whole.length);
        if (!/ (?:plus|minus|times|less|divided by|[-+*/×·÷])$/.test(before)) return inner;
      }
      return (
        inner && this.value(spaced(phrase).replace(spaced(whole), ` bracket${this.#inner.push(inner) - 1} `), scope)
      );
    }
    const left = this.leftToPay(phrase, scope);
    if (left !== undefined) return left;
    for (const each of nominal(spaced(phrase))) {
      const found = this.#whole(each, scope);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #whole(phrase: string, scope: Scope): Value | undefined {
    return (
      textPart(this, phrase, scope) ??
      weighted(this, phrase, scope) ??
      cappedShare(this, phrase, scope) ??
      productSum(this, phrase, scope) ??
      conditionalSum(this, phrase, scope) ??
      limitedValue(this, phrase, scope) ??
      this.#literal(phrase, scope) ??
      spanBetween(this, phrase, scope) ??
      differenceBetween(this, phrase, scope) ??
      this.#operation(phrase, ['+', '-'], scope) ??
      this.#percentage(phrase, scope) ??
      percentOf(this, phrase, scope) ??
      this.#operation(phrase, ['*', '/'], scope) ??
      this.#spanned(phrase, scope) ??
      begunUnits(this, phrase, scope) ??
      this.#perThing(phrase, scope) ??
      unitsIn(this, phrase, scope) ??
      this.aggregate(phrase, scope) ??
      this.memberValue(phrase, scope)
    );
  }

  #literal(text: string, scope: Scope): Value | undefined {
    const bracket = this.#inner[Number(/^bracket(\d+)$/.exec(text)?.[1] ?? Number.NaN)];
    if (bracket !== undefined) return { ...bracket, expression: `(${bracket.expression})` };
    if (/^(?:today|the current (?:day|date)|the day of the (?:call|request))$/.test(text))
      return { expression: 'date(now)', isDate: true };
    if (/^(?:now|the (?:current|present) (?:time|moment)|the (?:time|moment) of the (?:call|request))$/.test(text))
      return { expression: 'now', isDate: true };
    const [, fee] =
      /^(?:a |the )?(?:(?:flat |fixed |basic )?(?:fee|charge|price) of )?([\d.,]+) for (?:the )?[a-z]+ing(?: (?:it|the [a-z]+))?$/.exec(
        text,
      ) ?? [];
    if (fee !== undefined) return this.#literal(fee, scope);
    const [, number = text, unit = ''] =
      /^(?:another |a further )?([\d.,]+|[a-z]+) (?:more |further |extra )?([a-z]+)(?: more)?$/.exec(text) ?? [];
    const value = readNumberWord(number);
    if (value === undefined) return this.#length(text, scope);
    if (/^weeks?$/.test(unit)) return { expression: String(value * 7), span: 'days' };
    const span = spanOf[unit];
    if (span !== undefined) return { expression: String(value), span };
    return unit === '' || /^(?:cents?|euros?|dollars?|times|percent|kwh|kw|km|units?|points?)$/.test(unit)
      ? { expression: String(value) }
      : undefined;
  }

  /** Reads a number with a unit: "`hold_seconds` seconds". */
  #length(text: string, scope: Scope): Value | undefined {
    const [, number = '', unit = ''] = /^(?:the )?([\w]+) (seconds|minutes|hours|days)$/.exec(text) ?? [];
    const found = number === '' ? undefined : this.memberValue(number, scope);
    return found?.member !== undefined && isNumeric(found.member.schema.types) ? { ...found, span: unit } : undefined;
  }

  #operation(text: string, signs: readonly Sign[], scope: Scope): Value | undefined {
    for (const { sign, left: one, right: rest, isChange } of operationsIn(text, signs)) {
      const [left, right] = [
        this.#numeric(this.value(one, scope)) ?? this.#operand(one, scope),
        this.#numeric(this.#sumOfList(rest.replace(/^both /, ''), scope)) ?? this.#operand(rest, scope),
      ];
      if (left === undefined || right === undefined) continue;
      // A sum of products must not be read as a product of sums.
      if (sign === '*' && [left, right].every(({ expression }) => expression.endsWith('.sum()'))) continue;
      if (left.isDate === true && right.span === undefined) continue;
      if (left.isDate === true && right.span !== undefined && (sign === '+' || sign === '-'))
        return { expression: `${left.expression} ${sign} ${right.span}(${right.expression})`, isDate: true };
      const isRate =
        /percent|pct/i.test(right.member?.name ?? '') && !/percent|pct/i.test(left.member?.name ?? 'percent');
      const isShare = isChange || isRate || /^(?:a )?[\d.]+ percent$/.test(rest);
      const share = isShare && /[-+]/.test(sign) ? shareOf(this, rest, left.expression, scope) : undefined;
      if (share !== undefined) return { expression: `${left.expression} ${sign} ${share}` };
      const [first, second] = [left, right].map(({ expression }) =>
        / [-+] /.test(expression) && sign !== '+' ? `(${expression})` : expression,
      );
      return { expression: `${sign === '-' ? left.expression : first} ${sign} ${second}` };
    }
    return undefined;
  }

  /** Excludes lists and flags from calculations. */
  #numeric(value: Value | undefined): Value | undefined {
    const types = value?.isDate === true ? [] : (value?.member?.schema.types ?? []);
    return types.some((type) => /^(?:array|boolean)$/.test(type)) ? undefined : value;
  }

  /** Reads an operand, which can be a number of records or a member of a referenced record. */
  #operand(text: string, scope: Scope): Value | undefined {
    const referred = this.#ofReferred(`its ${text}`, scope);
    if (referred?.member !== undefined && isNumber(referred.member)) return referred;
    const all = /^(?:some|any|one|several|most|few)\b/.test(text) ? undefined : this.many(text, scope);
    if (all !== undefined && onlyAmount(all.kind) !== undefined) return this.aggregate(`sum of ${text}`, scope);
    return all?.expression.startsWith('of(') === true ? { expression: `${all.expression}.size()` } : undefined;
  }

  /** Reads a list as a sum: "minus taken and pending days". */
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
    const [, some, all = ''] = /^(?:the )?(?:share|proportion|part|fraction) of (.+?) (?:in|of) (.+)$/.exec(text) ?? [];
    const [own, total] =
      some === undefined
        ? []
        : [this.value(some, scope) ?? this.#operand(some, scope), this.value(all, scope) ?? this.#operand(all, scope)];
    if (own !== undefined && total !== undefined) return { expression: `${own.expression} / (${total.expression})` };
    const [, share = '', parted = ''] = /^(?:(?:an?|one|the) )?([a-z]+) of (.+)$/.exec(text) ?? [];
    const whole = fractions[share] === undefined ? undefined : this.value(parted, scope);
    if (whole !== undefined) return { expression: `(${whole.expression}) / ${fractions[share]}` };
    const found =
      /^(.+?) ?(?:%|percent)(?: [a-z]+(?: tax| fee)?)? (?:of|on) (.+)$/.exec(text) ??
      /^(?:(?:taking|applying|charging) )?(.+?)(?: percent| %)?,? (?:applied to|taken off|of|to) (.+)$/.exec(text);
    if (found === null) return undefined;
    const [rate, base] = [this.value(found[1] ?? '', scope), this.value(found[2] ?? '', scope)];
    const isPercent = /%|percent/.test(text) || /percent|pct/i.test(rate?.member?.name ?? '');
    return rate && base && isPercent ? { expression: `${base.expression} * ${rate.expression} / 100` } : undefined;
  }

  /** Reads "21 days after the start date", "the hold seconds after createdAt". */
  #spanned(text: string, scope: Scope): Value | undefined {
    for (const [span, rest] of splitsAt(text, '(?:after|before|from|past|later than)')) {
      const length = this.value(span, scope);
      const base = this.value(rest, scope);
      if (base?.isDate !== true || length?.span === undefined) continue;
      const sign = new RegExp(`^${escapeWord(span)} before `).test(text) ? '-' : '+';
      return { expression: `${base.expression} ${sign} ${length.span}(${length.expression})`, isDate: true };
    }
    return undefined;
  }

  /** Reads "25 cents for each day overdue", "each ticket costs 100". */
  #perThing(text: string, scope: Scope): Value | undefined {
    const [, each = '', costs = ''] = priced.exec(text) ?? [];
    for (const [price, thing] of [
      ...(each === '' ? [] : [[costs, each] as const]),
      ...splitsAt(text, '(?:for each|for every|per|a|each|every)'),
    ]) {
      const [amount, count] = [this.value(price, scope), this.countOf(thing, scope)];
      // "Price per kWh" is `price_per_kwh`.
      const isName = normalizeName(amount?.member?.name ?? '').endsWith(normalizeName(`per ${thing}`));
      if (amount !== undefined && count !== undefined && !isName)
        return omitUndefined({ expression: `${amount.expression} * ${count}`, span: amount.span });
    }
    return undefined;
  }

  /** Reads a member that only one referenced record has: "its session fee", "labour total". */
  #ofReferred(text: string, { kind, variable, vocabulary }: Scope): Value | undefined {
    const [, its, phrase = ''] = /^(its |the )?(.+)$/.exec(text) ?? [];
    const isFull = its === 'its ' || phrase.includes(' ');
    if (!isFull) return undefined;
    const found = kind.references.flatMap(({ member, target }) => {
      const other = vocabulary.kinds.get(target);
      const own = other && memberIn(other, phrase);
      const isNamed = its === 'its ' || (own !== undefined && normalizeName(own.name) === normalizeName(phrase));
      return own === undefined || !isNamed || own.name === other?.resource?.key
        ? []
        : [toValue(own, `find(${JSON.stringify(target)}, ${dot(variable, member)})`)];
    });
    return found.length === 1 ? found[0] : undefined;
  }

  /** Reads a member of the record, of a record it refers to, or of the request that creates it. */
  memberValue(text: string, scope: Scope): Value | undefined {
    return this.once('member', text, scope, () => this.#memberValue(text, scope));
  }

  #memberValue(text: string, scope: Scope): Value | undefined {
    const own = inScopes(scope, ({ kind, variable }) => {
      const found = memberIn(kind, text) ?? paidMember(kind, text) ?? numberStartingWith(kind, text);
      return found && toValue(found, variable);
    });
    const nested = own ?? nestedValue(text, scope);
    if (nested !== undefined) return nested;
    const [, owner, owned] = /^(.+?)(?:'s|(?<=s)') (.+)$/.exec(text) ?? [];
    const pairs = [
      ...(owner === undefined || owned === undefined ? [] : [[owned, owner] as const]),
      ...splitsAt(text, '(?:of|in|on|for|at)'),
      // Reads phrases such as "plan amount".
      ...(text.split(' ').length < 5
        ? text.split(' ').map((_, at, all) => [all.slice(at).join(' '), all.slice(0, at).join(' ')] as const)
        : []),
    ];
    for (const [member, thing] of pairs) {
      const record = this.one(thing, scope);
      const found = record && (memberIn(record.kind, member) ?? numberEndingIn(record.kind, member));
      if (record !== undefined && found !== undefined) return toValue(found, record.expression);
    }
    const referred = this.#ofReferred(text, scope) ?? inScopes(scope, (each) => describedAs(text, each));
    if (referred !== undefined) return referred;
    const sent = scope.kind.resource?.writable ?? new Map<string, unknown>();
    const requested = [...sent].find(
      ([name]) =>
        !scope.kind.members.has(name) &&
        [text.replace(ofRequest, ''), text.replace(/^(?:the )?(\w+) of the (\w+)$/, '$2 $1')].some(
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
