import { omitUndefined } from '@understudy/contract';
import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { extremes, readNumberWord, spanOf } from '../words/number-words.js';
import { inMoney, isNumber, isNumeric, onlyAmount, withNoun } from './amounts.js';
import { NounReader } from './noun-reader.js';
import { clean, introduced, splitsAt } from './phrases.js';
import { innerVariable, inScopes, type Many, type Scope, type Value } from './scope.js';
import { conditionalSum, shareOf } from './shares.js';
import { escapeText, toValue, withoutVerb } from './value-words.js';
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

/** Reads phrases that name values: members, counts, sums, formulas, times. */
export abstract class ValueReader extends NounReader {
  value(text: string, scope: Scope): Value | undefined {
    const phrase = clean(text.replace(/^(?:equals?|is|equal to|always|it is|this is|computed as|calculated as) /, ''));
    if (phrase === '' || phrase.length > 200) return undefined;
    const [, rest = phrase] = introduced.exec(phrase) ?? /^(.+?),? rounded (?!up|down)[a-z ]*$/.exec(phrase) ?? [];
    if (rest !== phrase) return this.value(rest, scope);
    return (
      conditionalSum(this, phrase, scope) ??
      this.#limited(phrase, scope) ??
      this.#literal(phrase) ??
      this.#operation(phrase, additive, scope) ??
      this.#percentage(phrase, scope) ??
      this.#operation(phrase, multiplicative, scope) ??
      this.#spanned(phrase, scope) ??
      this.#perThing(phrase, scope) ??
      this.#aggregate(phrase, scope) ??
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
      const [amount, count] = [this.value(price, scope), this.#countOf(thing, scope)];
      if (amount !== undefined && count !== undefined)
        return omitUndefined({ expression: `${amount.expression} * ${count}`, span: amount.span });
    }
    return undefined;
  }

  /** The number of things: of records, or in a member whose words are these, such as `days_overdue`. */
  #countOf(text: string, scope: Scope): string | undefined {
    const words = splitWords(text).map(toSingular).sort().join();
    const counters = [...scope.kind.members.values()].filter(({ name, schema }) => {
      return isNumeric(schema.types) && splitWords(name).map(toSingular).sort().join() === words;
    });
    const [counter] = counters;
    if (counter !== undefined && counters.length === 1) return dot(scope.variable, counter.name);
    const all = this.many(text, scope);
    return all && `${all.expression}.size()`;
  }

  #aggregate(text: string, scope: Scope): Value | undefined {
    if (/^(?:the )?(?:length|size) of (?:the |its )(?:queue|waiting list|line)\b/.test(text)) {
      const queues = [...scope.vocabulary.kinds.values()].filter(({ members }) => members.has('position'));
      const waiting = queues.length === 1 ? this.many(`waiting ${queues[0]?.nouns[0] ?? ''}s`, scope) : undefined;
      if (waiting !== undefined) return { expression: `${waiting.expression}.size()` };
    }
    const [, counted] =
      /^(?:the )?(?:total )?(?:number|count|quantity) of (.+)$/.exec(text) ??
      /^how (?:many|often) (.+)$/.exec(text) ??
      /^length of (.+)$/.exec(text) ??
      [];
    if (counted !== undefined) {
      const things = counted.replace(/^of /, '');
      const all = this.many(withoutVerb(things), scope) ?? this.many(things, scope);
      return all === undefined ? this.memberValue(things, scope) : { expression: `${all.expression}.size()` };
    }
    const [, kind = '', summed] =
      /^(?:the )?(sum|total|mean|average|minimum|maximum) (?:of|over) (.+)$/.exec(text) ?? [];
    if (summed !== undefined)
      return this.#folded(
        summed,
        { sum: 'sum', total: 'sum', mean: 'avg', average: 'avg', minimum: 'min', maximum: 'max' }[kind] ?? 'sum',
        scope,
      );
    // "the price of the cheapest ticket type", "the earliest start of its sessions"
    const [, member = '', extreme = '', things = ''] =
      /^(?:the )?(.+?) of (?:the |its )?(\w+est|last|first) (.+)$/.exec(text) ?? [];
    const fold = extremes[extreme];
    if (fold !== undefined && member !== '') {
      const all = this.many(/s$/.test(things) ? things : `${things}`, scope);
      const found = all && this.#mapped(all, member, scope);
      if (found !== undefined) return { expression: `${found}.${fold}()` };
    }
    const [, which = '', measured = '', among = ''] =
      /^(?:the )?(\w+est|last|first) (.+?) (?:of|among|over|in) (.+)$/.exec(text) ?? [];
    const folded = extremes[which];
    if (folded === undefined) return undefined;
    const all = this.many(among, scope);
    const found = all && this.#mapped(all, measured, scope);
    return found === undefined ? undefined : { expression: `${found}.${folded}()` };
  }

  /** "the amounts of all lines", "the line totals", "its unpaid fines". */
  #folded(text: string, fold: string, scope: Scope): Value | undefined {
    for (const [member, rest] of splitsAt(text, '(?:of|over|across|on|in|from)')) {
      const all = this.many(rest, scope);
      const found = all && this.#mapped(all, member, scope);
      if (found !== undefined) return { expression: `${found}.${fold}()` };
    }
    const [, owner, member] = /^(.+?)(?:'s|(?<=s)') (.+)$/.exec(text) ?? [];
    if (owner !== undefined && member !== undefined) {
      const all = this.many(owner, scope);
      const found = all && this.#mapped(all, member, scope);
      if (found !== undefined) return { expression: `${found}.${fold}()` };
    }
    // "the line totals": a member of the items of one list.
    const inLists = [...scope.kind.lists].flatMap(([name, kind]) => {
      const found = this.#mapped({ expression: dot(scope.variable, name), kind }, text, scope);
      return found === undefined ? [] : [found];
    });
    if (inLists.length === 1) return { expression: `${inLists[0]}.${fold}()` };
    const all = this.many(text, scope);
    const amount = all && onlyAmount(all.kind);
    return all && amount
      ? { expression: `${all.expression}.map(each, ${dot('each', amount.name)}${inMoney(amount)}).${fold}()` }
      : undefined;
  }

  #mapped({ expression, kind }: Many, member: string, scope: Scope): string | undefined {
    const phrase = member.replace(/^(?:the|its|their|all|all the) /, '');
    const singular = phrase
      .split(' ')
      .map((word, index, all) => (index === all.length - 1 ? toSingular(word) : word))
      .join(' ');
    const found = memberIn(kind, phrase) ?? memberIn(kind, singular) ?? withNoun(kind, singular);
    if (found === undefined || !isNumber(found)) {
      if (found === undefined || !/^date/.test(String(found.schema.keywords['format']))) return undefined;
    }
    const variable = innerVariable(scope);
    return `${expression}.map(${variable}, ${dot(variable, found.name)}${inMoney(found)})`;
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
