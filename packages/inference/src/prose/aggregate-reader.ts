import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { foldIn } from '../words/folds.js';
import { openAmounts, paidAmounts, spent, unpaid, wholeAmounts } from '../words/line-words.js';
import { extremes } from '../words/number-words.js';
import { isNumber, isNumeric, measureIn, numberAt, onlyAmount, withNoun } from './amounts.js';
import { NounReader } from './noun-reader.js';
import { splitsAt } from './phrases.js';
import { innerVariable, inScopes, type Many, type Scope, type Value } from './scope.js';
import { dot, memberIn } from './vocabulary.js';

/** Reads counts, sums, minimums and maximums. */
export abstract class AggregateReader extends NounReader {
  abstract memberValue(text: string, scope: Scope): Value | undefined;

  /** Reads a number of records, or a member with these words in its name, such as `days_overdue`. */
  countOf(text: string, scope: Scope): string | undefined {
    const words = splitWords(text).map(toSingular).sort().join();
    const counter = inScopes(scope, ({ kind, variable }) => {
      const [found, another] = [...kind.members.values()].filter(
        ({ name, schema }) => isNumeric(schema.types) && splitWords(name).map(toSingular).sort().join() === words,
      );
      return found === undefined || another !== undefined ? undefined : dot(variable, found.name);
    });
    if (counter !== undefined) return counter;
    const size = measureIn(scope.kind, text);
    if (size !== undefined) return dot(scope.variable, size.name);
    const all = this.many(text, scope);
    return all && `${all.expression}.size()`;
  }

  aggregate(text: string, scope: Scope): Value | undefined {
    if (/^(?:the )?(?:length|size) of (?:the |its )(?:queue|waiting list|waitlist|line)\b/.test(text)) {
      const queues = [...scope.vocabulary.kinds.values()].flatMap(
        ({ nouns: [noun = ''] }) => this.many(`waiting ${noun}s`, scope) ?? [],
      );
      const [waiting, another] = queues;
      if (waiting !== undefined && another === undefined) return { expression: `${waiting.expression}.size()` };
    }
    const folded = foldIn(text);
    // "Total orders" is the number of orders.
    const bare = folded?.isBare === true && folded.fold === 'sum' ? this.many(folded.things, scope) : undefined;
    if (bare !== undefined) return onlyAmount(bare.kind) ? undefined : { expression: `${bare.expression}.size()` };
    const total =
      folded &&
      (this.#folded(folded.things, folded.fold, scope) ??
        this.#both(folded, scope) ??
        (folded.fold === 'sum' ? this.leftToPay(folded.things, scope) : undefined));
    if (total !== undefined) return total;
    const [, counted] =
      /^(?:the )?(?:total )?(?:number|count|quantity) of (.+)$/.exec(text) ??
      /^how (?:many|often) (.+)$/.exec(text) ??
      /^length of (.+)$/.exec(text) ??
      [];
    if (counted !== undefined) {
      const things = counted.replace(/^of /, '');
      const all = this.many(things, scope);
      return all === undefined ? this.memberValue(things, scope) : { expression: `${all.expression}.size()` };
    }
    // "The totals of its completed jobs", "kilometres of all trips"
    const isOfMany = /^(?:the )?[a-z_ ]+? of (?:all(?: of)?|its|their|(?:all )?the [a-z]+'s?) .*(?<!s)s$/.test(text);
    const summed = isOfMany ? this.#folded(text, 'sum', scope) : undefined;
    if (summed !== undefined) return summed;
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
    const extremum = extremes[which];
    if (extremum === undefined) return undefined;
    const all = this.many(among, scope);
    const found = all && this.#mapped(all, measured, scope);
    return found === undefined ? undefined : { expression: `${found}.${extremum}()` };
  }

  /** Reads "net and tax together". */
  #both({ things, fold }: { readonly things: string; readonly fold: string }, scope: Scope): Value | undefined {
    if (fold !== 'sum') return undefined;
    for (const [one, other] of splitsAt(things, 'and')) {
      const [first, second] = [this.value(one, scope), this.value(other, scope)];
      if (first !== undefined && second !== undefined && first.isDate !== true)
        return { expression: `${first.expression} + ${second.expression}` };
    }
    return undefined;
  }

  /** Reads "What is left to pay" as a member such as `outstanding`, or as the total minus the paid amount. */
  leftToPay(text: string, scope: Scope): Value | undefined {
    const isSpent = spent.exec(text);
    const found = isSpent ?? unpaid.map((each) => each.exec(text)).find((each) => each !== null);
    if (found === undefined) return undefined;
    const among = found.groups?.['among'] ?? (isSpent === null ? '' : payable(scope));
    const all = among === '' ? undefined : this.many(among, scope);
    const { kind, variable } = among === '' ? scope : { kind: all?.kind, variable: innerVariable(scope) };
    const members = [...(kind?.members.values() ?? [])].filter(isNumber);
    const find = (names: RegExp) => {
      const [found, another] = members.filter(({ name }) => names.test(normalizeName(name)));
      return found === undefined || another !== undefined ? undefined : numberAt(found, dot(variable, found.name));
    };
    const [whole, paid] = [find(wholeAmounts), find(paidAmounts)];
    if (isSpent !== null)
      return paid === undefined || all === undefined
        ? undefined
        : { expression: `${all.expression}.map(${variable}, ${paid}).sum()` };
    const left = find(openAmounts) ?? (whole === undefined || paid === undefined ? undefined : `${whole} - ${paid}`);
    if (left === undefined) return undefined;
    if (among === '') return { expression: left };
    return all && { expression: `${all.expression}.map(${variable}, ${left}).sum()` };
  }

  /** Reads "the amounts of all lines", "the line totals", "its unpaid fines". */
  #folded(text: string, fold: string, scope: Scope): Value | undefined {
    const isSum = fold === 'sum' || fold === 'avg';
    for (const [member, rest] of splitsAt(text, '(?:of|over|across|on|in|from)')) {
      const all = this.many(rest, scope);
      const found = all && this.#mapped(all, member, scope, isSum);
      if (found !== undefined) return { expression: `${found}.${fold}()` };
    }
    const [, owner, member] = /^(.+?)(?:'s|(?<=s)') (.+)$/.exec(text) ?? [];
    if (owner !== undefined && member !== undefined) {
      const all = this.many(owner, scope);
      const found = all && this.#mapped(all, member, scope, isSum);
      if (found !== undefined) return { expression: `${found}.${fold}()` };
    }
    // "the line totals" refers to a member of the items in one list.
    const inLists = [...scope.kind.lists].flatMap(([name, kind]) => {
      const found = this.#mapped({ expression: dot(scope.variable, name), kind }, text, scope, isSum);
      return found === undefined ? [] : [found];
    });
    if (inLists.length === 1) return { expression: `${inLists[0]}.${fold}()` };
    const all = this.many(text, scope);
    const amount = all && onlyAmount(all.kind);
    return all && amount
      ? { expression: `${all.expression}.map(each, ${numberAt(amount, dot('each', amount.name))}).${fold}()` }
      : undefined;
  }

  #mapped({ expression, kind }: Many, member: string, scope: Scope, isSum = false): string | undefined {
    const phrase = member.replace(/^(?:the|its|their|all|all the) /, '');
    const singular = phrase
      .split(' ')
      .map((word, index, all) => (index === all.length - 1 ? toSingular(word) : word))
      .join(' ');
    const found =
      memberIn(kind, phrase) ?? memberIn(kind, singular) ?? withNoun(kind, singular) ?? measureIn(kind, singular);
    if (found === undefined || !isNumber(found)) {
      if (found === undefined || isSum || !/^date/.test(String(found.schema.keywords['format']))) return undefined;
    }
    const variable = innerVariable(scope);
    return `${expression}.map(${variable}, ${numberAt(found, dot(variable, found.name))})`;
  }
}

/** Returns the only resource with a paid amount that refers to a record: bills of a customer. */
function payable({ kind, vocabulary }: Scope): string {
  const found = [...vocabulary.kinds.values()].filter(
    ({ references, members }) =>
      references.some(({ target }) => target === kind.resource?.name) &&
      [...members.values()].some((each) => isNumber(each) && paidAmounts.test(normalizeName(each.name))),
  );
  return found.length === 1 ? `its ${found[0]?.nouns[0] ?? ''}s` : '';
}
