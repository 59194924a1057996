import { decimalsOf, normalizeName, type Resource, type SchemaReader, splitWords, toSingular } from '@understudy/model';
import { inMoney, isNumber } from '../../prose/amounts.js';
import { fixedValueIn } from '../../prose/fixed-values.js';
import { escapeWord } from '../../prose/phrase.js';
import { clean } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope, Value } from '../../prose/scope.js';
import { spanInUnit } from '../../prose/spans.js';
import { dot, type Kind, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { hedges } from '../../words/hedges.js';
import { rootOf, verbOfNoun } from '../../words/verb-forms.js';
import { isSameRecord } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { CaseReader } from './cases.js';
import { currencyFor } from './currencies.js';
import { daysSince, weekdaysOf, yearsSince } from './day-values.js';
import { type Definition, definitionsOf, keptIn } from './definitions-of.js';
import { joinedParts } from './joined-parts.js';
import { leftInAll, leftOver } from './left-over.js';
import { sentencesAbout } from './null-cases.js';
import { type Part, partsOf, placeOfMember, rounded } from './numbers.js';
import type { Read } from './read-value.js';
import { carriedOf, lastOf, liveReference, placeOf, referenceOf, sequenceOf } from './record-values.js';

/** Infers computed members from what their descriptions say: formulas, counts, sums, copies, times. */
export const describedValue: InferenceRule = {
  id: 'described-value',
  says: 'A member that only the server sets has the value that its description says: a formula, a count, a sum, a copy, a time',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const vocabulary = vocabularyOf(known);
    const { schemas, resources } = known.plan;
    for (const resource of resources.values()) {
      const kind = vocabulary.kinds.get(resource.name);
      if (kind === undefined) continue;
      const self: Scope = { vocabulary, variable: 'self', kind };
      for (const part of partsOf(schemas, resource)) {
        const inner = part.list === undefined ? undefined : kind.lists.get(part.list);
        const scope =
          part.list === undefined ? self : inner && { vocabulary, variable: 'item', kind: inner, outer: self };
        const definitions = part.list === undefined ? definitionsOf(known, resource, kind) : [];
        if (scope !== undefined)
          yield* valuesOf({ schemas, resource, part, definitions, keeps: keptIn(known, kind) }, scope);
      }
    }
  },
};

interface Place {
  readonly keeps: ReturnType<typeof keptIn>;
  readonly definitions: readonly Definition[];
  readonly schemas: SchemaReader;
  readonly resource: Resource;
  readonly part: Part;
}

function* valuesOf({ schemas, resource, part, definitions, keeps }: Place, scope: Scope): Iterable<InferredStatement> {
  for (const member of scope.kind.members.values()) {
    const { name, schema } = member;
    // Without a description, its name can say that it counts.
    const own =
      member.description === '' && isNumber(member)
        ? (sumIn(scope.kind, name) ?? (schema.types.includes('integer') ? countIn(name) : ''))
        : member.description;
    if (name === resource.key || (schema.keywords['readOnly'] !== true && part.isGiven(name))) continue;
    // A text that several members have, such as that of their type, says nothing about one of them.
    const isShared = [...scope.kind.members.values()].some((each) => each !== member && each.description === own);
    const texts = [
      { says: isShared ? '' : own, from: placeOfMember(schemas, part, name) },
      ...definitions.filter((each) => each.name === name),
    ];
    const [found] = texts.flatMap(({ says, from }) => {
      const read = says === '' ? undefined : valueIn(scope, member, says);
      return read === undefined ? [] : [{ value: read, from, description: says }];
    });
    // "The creation date" of an item, and its number of seasons, are its own.
    const isOwn = part.list !== undefined && found?.value.expression.includes(dot('self', name)) === true;
    if (found === undefined || isOwn) continue;
    const { value, from, description } = found;
    const path = part.list === undefined ? name : `${part.list}[].${name}`;
    const isByName = description === own && member.description === '';
    const reason = { from, says: isByName ? name : description };
    const money = inMoney(member);
    const property = schemas.chosen(part.schema).properties.get(name);
    const place = `${path}${value.isWhole ? '' : money}`;
    const isRounded =
      isNumber(member) &&
      !value.isWhole &&
      !/\.(?:size|min|max)\(\)$|^(?:floor|ceil)\(/.test(value.expression) &&
      /[*/+-]|\.(?:sum|avg)\(\)/.test(value.expression);
    const currency = money === '' || value.isWhole ? undefined : currencyFor(scope, member, value.expression);
    // The lowest price of nothing is no price.
    if (
      currency !== undefined &&
      /\bnull\b/i.test(description) &&
      /\.(?:min|max|first|last)\(\)$/.test(value.expression)
    ) {
      const amount = `${JSON.stringify(money.slice(1))}: ${value.expression}`;
      const whole = `{${amount}, ${JSON.stringify(currency.name)}: ${currency.expression}}`;
      yield {
        at: memberAt(resource.name, path, 'value'),
        value: `${value.expression} == null ? null : ${whole}`,
        reason,
      };
      continue;
    }
    const inside = money === '' ? property : schemas.member(property, money.slice(1));
    yield {
      at: memberAt(resource.name, place, 'value'),
      value: isRounded ? rounded(schemas, inside, value.expression, description) : value.expression,
      reason,
    };
    const on = value.on === 'create' || /\bbody\./.test(value.expression) ? 'create' : keeps(value.expression);
    if (on !== undefined) yield { at: memberAt(resource.name, place, 'on'), value: on, reason };
    if (currency !== undefined)
      yield { at: memberAt(resource.name, `${path}.${currency.name}`, 'value'), value: currency.expression, reason };
  }
}

/** Reads the value of a member in a text. */
function valueIn(scope: Scope, member: NamedMember, description: string): Read | undefined {
  const [first = '', ...more] = sentencesAbout(scope.kind, member.name, description)
    .flatMap((each) => each.split(/(?<=\.) (?=\d+ )/))
    .map(plainText);
  // "Which try it is" tries nothing.
  const bound = first.replace(
    /\b(?:otherwise|unless|except|(?:which|this|each|every|same|of) (?:try|attempts?))\b/g,
    '',
  );
  if (hedges.test(bound)) return undefined;
  const members = new Map([...scope.kind.members].filter(([each]) => each !== member.name));
  return readValue({ ...scope, kind: { ...scope.kind, members } }, member, [first, ...more]);
}

/** `orderCount`, `orders_count`, `number_of_orders`, `openOrders`: the number of orders. */
function countIn(name: string): string {
  const words = splitWords(name).join(' ');
  const [, before, after] = /^(?:(.+) count|(?:number|num)(?: of)? (.+))$/.exec(words) ?? [];
  const things = before ?? after ?? (words.endsWith('s') ? words : undefined);
  return things === undefined ? '' : `Number of ${things.replace(/(?<!s)$/, 's')}`;
}

/** `paid_cents` beside `payments`: their sum. */
function sumIn({ lists }: Kind, name: string): string | undefined {
  const [deed = '', ...unit] = splitWords(name);
  const isAmount = unit.every((word) => /^(?:cents|amount|total|sum|minor|units?)$/.test(word));
  const [list, another] = [...lists.keys()].filter(
    (each) => verbOfNoun(toSingular(splitWords(each).at(-1) ?? '')) === rootOf(deed),
  );
  return isAmount && list !== undefined && another === undefined
    ? `Sum of all ${splitWords(list).join(' ')}`
    : undefined;
}

/** Reads the value of a member in sentences about it. */
export function readValue(
  scope: Scope,
  member: NamedMember,
  [sentence = '', ...more]: readonly string[],
): Read | undefined {
  const fixed = fixedValueIn(sentence, scope.kind);
  if (fixed !== undefined) {
    const copied = readValue(scope, member, [fixed]);
    return copied?.expression.includes('find(') === true ? { ...copied, on: 'create' } : undefined;
  }
  // "For a vehicle new to the fleet this is …": the first value.
  const [, first] =
    /^(?:for|in) an? (?:new(?:ly [a-z]+)? [a-z]+|[a-z]+ (?:that is )?new(?: to [a-z ]+?)?),? (?:this|it) (?:is|starts (?:at|with)) (.+)$/.exec(
      sentence,
    ) ?? [];
  if (first !== undefined) {
    const found = readValue(scope, member, [first]);
    return found && { ...found, on: 'create' };
  }
  const reader = new ProseReader();
  const text = clean(sentence).replace(
    /(?:;|,) (?:null|0|zero|empty) (?:if|for|when|until|unless|while|as long as|without|before|with no) .*$/,
    '',
  );
  const byCase = new CaseReader(reader, scope, member).read([clean(sentence), ...more]);
  if (byCase !== undefined) return byCase;
  // "Each renewal adds another 14 days."
  const added = more.flatMap((each) => {
    const [, thing, what] = /^(?:each|every) (.+?) adds (.+)$/.exec(each) ?? [];
    return thing === undefined ? [] : [` plus ${what} for each ${thing}`];
  });
  const limits = more.filter((each) => saysMore.test(each)).map((each) => `, ${each.replace(subject, '')}`);
  const whole = [text, ...limits, ...added].join('');
  const further = /^.*(?:: | [-–—] |, (?:that is|which is|i\.e\.),? )(.+)$/.exec(whole)?.[1];
  const texts = [whole, ...(further === undefined ? [] : [further])];
  for (const each of texts) {
    const found =
      referenceOf(reader, scope, member, each) ??
      carriedOf(reader, scope, member, each) ??
      flagOf(reader, scope, member, each) ??
      lastOf(reader, scope, member, sentence) ??
      sequenceOf(reader, scope, member, [each, ...more]) ??
      placeOf(scope, member, [each, ...more]) ??
      daysSince(scope, member, [each, ...more]) ??
      yearsSince(scope, member, [each, ...more]) ??
      weekdaysOf(scope, member, [each, ...more]) ??
      joinedParts(reader, scope, [each, ...more], member.description) ??
      computedBy(reader, scope, member, each) ??
      leftInAll(reader, scope, member, each);
    const isOwn = new RegExp(`\\b${scope.variable}\\.${escapeWord(member.name)}\\b`).test(found?.expression ?? '');
    if (found === undefined || isOwn || isOfOwnKind(scope, found.expression) || / per page\b/.test(each)) continue;
    return found;
  }
  // "How many are still to come; the quantity less the number of parts": the name in other words, then the value.
  const inWords = more.length > 0 && /^(?:how (?:many|much)|what)\b/.test(text);
  const later = inWords ? readValue(scope, member, more) : undefined;
  return later ?? leftOver(scope, member) ?? liveReference(scope, member);
}

/** Sentences after a formula that limit it, round it, or leave out some of what it counts. */
const saysMore =
  /\b(?:do|does|are|is) (?:not|never) (?:count|counted|included)\b|\b(?:left out|excluded|ignored|omitted|disregarded)$|^(?:it|this|that|the [a-z]+) (?:is (?:always )?|are )?(?:rounded (?:up|down)|at most|at least|capped|limited|never (?:more|less|above|below))\b/;
const subject = /^(?:it|this|that|the [a-z]+) (?:is (?:always )?|are )?(?=rounded|at |capped|limited|never )/;

/** "The product" of `productByCode` is that itself. */
function isOfOwnKind({ kind, vocabulary }: Scope, expression: string): boolean {
  const last = (name: string) => normalizeName(toSingular(name.split('.').at(-1) ?? ''));
  const own = last(kind.resource?.name ?? '');
  return [...expression.matchAll(/\bfind\("([^"]+)"/g)].some(
    ([, name = '']) =>
      (last(name) !== own && own.startsWith(last(name))) ||
      isSameRecord(vocabulary.schemas, kind.resource, vocabulary.kinds.get(name)?.resource),
  );
}

/** "True if the stock is below the reorder level", "Whether it has open orders". */
function flagOf(reader: ProseReader, scope: Scope, { schema }: NamedMember, text: string): Read | undefined {
  const [, no, word = '', whether, cause = ''] =
    /^(?:only )?(?:(?:true|yes|set|(false|no)) (?:(?:only|exactly|precisely|just) )?(if(?: and only if)?|when|while|as long as|once|as soon as|until|unless)|(whether|if)) (.+)$/.exec(
      text,
    ) ?? [];
  // "There is a balance, and the due day lies before today" says when it is true, too.
  if (cause === '' && schema.types[0] === 'boolean' && /,? and /.test(text)) {
    const whole = reader.condition(text, scope);
    return whole === undefined ? undefined : { expression: whole };
  }
  if (cause === '' || schema.types[0] !== 'boolean') return undefined;
  const expression = reader.condition(cause.replace(/,? (?:and )?(?:false|true|or not|otherwise).*$/, ''), scope);
  const isNegative = whether === undefined && /^(?:until|unless)$/.test(word) !== (no !== undefined);
  return expression === undefined ? undefined : { expression: isNegative ? `!(${expression})` : expression };
}

function computedBy(reader: ProseReader, scope: Scope, member: NamedMember, text: string): Read | undefined {
  const found: Value | undefined =
    reader.value(text, scope) ?? spanInUnit(reader, member, text, scope) ?? countOf(reader, scope, member, text);
  if (found === undefined || /^[\d.-]+$/.test(found.expression)) return undefined;
  if (/\.split\(/.test(found.expression)) return member.schema.types.includes('string') ? found : undefined;
  const isDate = /^date/.test(String(member.schema.keywords['format']));
  if (isDate)
    return found.isDate === true && found.expression !== 'now' && found.expression !== 'date(now)'
      ? asDay(member, found)
      : undefined;
  if (found.isDate === true) return undefined;
  const money = inMoney(member);
  const copied = found.member === undefined ? '' : inMoney(found.member);
  if (found.member !== undefined && money !== '' && copied === money)
    return { expression: found.expression.slice(0, -money.length), isWhole: true };
  const [, copiedText] = /^double\(((?:find\("[^"]*", )?[\w.]+\)?[\w.]*)\)$/.exec(found.expression) ?? [];
  if (copiedText !== undefined && decimalsOf(member.schema) !== undefined) return { ...found, expression: copiedText };
  if (isNumber(member) && isPage(scope, member, found.expression)) return undefined;
  if (isNumber(member))
    return found.member === undefined || (isNumber(found.member) && /find\(|body\./.test(found.expression))
      ? found
      : undefined;
  // "The title of the program" of an episode may be its own.
  if (/^(?:name|title|description|label)$/i.test(member.name) && member.name === found.member?.name) return undefined;
  const isSame =
    found.member?.schema.types.join() === member.schema.types.join() &&
    !/object|array/.test(member.schema.types.join());
  return isSame && found.expression.includes('find(') ? found : undefined;
}

/** A time as a day, if the member is one. */
function asDay({ schema }: NamedMember, { expression, member }: Value): Read {
  const isTime = schema.keywords['format'] === 'date' && member?.schema.keywords['format'] === 'date-time';
  return { expression: isTime ? `date(${expression})` : expression };
}

/** True if a total beside a list counts what is on all pages. */
function isPage({ kind }: Scope, { name }: NamedMember, expression: string): boolean {
  const [, list = ''] = /^self\.(\w+)\.size\(\)$/.exec(expression) ?? [];
  const isWrapped = /^(?:elements|items|data|results|records|entries)$/i.test(list);
  const isTotal = isWrapped && /^total|^count$|^num|results?_?(?:count|number)$/i.test(name);
  return kind.lists.size === 1 && list !== '' && (isTotal || /found$/i.test(name));
}

/** "Copies that are not lost" as the description of a whole number: how many there are. */
function countOf(reader: ProseReader, scope: Scope, { schema }: NamedMember, text: string): Read | undefined {
  if (!schema.types.includes('integer')) return undefined;
  const all = /^(?:all |the )?[a-z]+/.test(text) ? reader.many(text, scope) : undefined;
  return all === undefined || all.expression.startsWith(`${scope.variable}.`)
    ? undefined
    : { expression: `${all.expression}.size()` };
}
