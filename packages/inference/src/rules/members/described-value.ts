import { type Resource, type SchemaReader, splitWords } from '@understudy/model';
import { inMoney, isNumber } from '../../prose/amounts.js';
import { readFormula } from '../../prose/formulas.js';
import { clean } from '../../prose/phrases.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { rangeOf } from '../../prose/ranges.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope, Value } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, type Kind, type NamedMember, stateIn, vocabularyOf } from '../../prose/vocabulary.js';
import { hedges } from '../../words/hedges.js';
import { areSynonyms } from '../../words/synonyms.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { type Part, partsOf, placeOfMember, rounded } from './numbers.js';

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
        if (scope !== undefined) yield* valuesOf({ schemas, resource, part }, scope);
      }
    }
  },
};

interface Place {
  readonly schemas: SchemaReader;
  readonly resource: Resource;
  readonly part: Part;
}

function* valuesOf({ schemas, resource, part }: Place, scope: Scope): Iterable<InferredStatement> {
  for (const member of scope.kind.members.values()) {
    const { name, description, schema } = member;
    if (description === '' || name === resource.key || (schema.keywords['readOnly'] !== true && part.isGiven(name)))
      continue;
    const sentences = sentencesOf(description)
      .flatMap((each) => each.split(/(?<=\.) (?=\d+ )/))
      .map(plainText);
    const [first = '', ...more] = sentences;
    if (hedges.test(first)) continue;
    const others: Kind = { ...scope.kind, members: new Map([...scope.kind.members].filter(([each]) => each !== name)) };
    const value = read({ ...scope, kind: others }, member, [first, ...more]);
    if (value === undefined) continue;
    const path = part.list === undefined ? name : `${part.list}[].${name}`;
    const reason = { from: placeOfMember(schemas, part, name), says: description };
    const money = inMoney(member);
    const property = schemas.chosen(part.schema).properties.get(name);
    const place = `${path}${value.isWhole ? '' : money}`;
    const isRounded =
      isNumber(member) &&
      !value.isWhole &&
      !/\.(?:size|min|max)\(\)$|^(?:floor|ceil)\(/.test(value.expression) &&
      /[*/+-]|\.sum\(\)/.test(value.expression);
    const inside = money === '' ? property : schemas.member(property, money.slice(1));
    yield {
      at: memberAt(resource.name, place, 'value'),
      value: isRounded ? rounded(schemas, inside, value.expression) : value.expression,
      reason,
    };
    if (value.on === 'create' || /\bbody\./.test(value.expression))
      yield { at: memberAt(resource.name, place, 'on'), value: 'create', reason };
    const currency = money === '' || value.isWhole ? undefined : currencyFor(scope, member, value.expression);
    if (currency !== undefined)
      yield { at: memberAt(resource.name, `${path}.${currency.name}`, 'value'), value: currency.expression, reason };
  }
}

interface Read {
  readonly expression: string;
  /** True if it is a whole object, such as an amount with its currency. */
  readonly isWhole?: boolean;
  readonly on?: 'create';
  readonly readsItself?: boolean;
}

function read(scope: Scope, member: NamedMember, [sentence = '', ...more]: readonly string[]): Read | undefined {
  const reader = new ProseReader();
  const text = clean(sentence).replace(/(?:;|,) (?:null|0|zero|empty) (?:if|for|when|until|unless|as long as) .*$/, '');
  const texts = [text, ...(text.includes(': ') ? [text.slice(text.lastIndexOf(': ') + 2)] : [])];
  for (const each of texts) {
    const found =
      referenceOf(reader, scope, member, each) ??
      carriedOf(reader, scope, member, each) ??
      flagOf(reader, scope, member, each) ??
      lastOf(reader, scope, member, sentence) ??
      choiceOf(reader, scope, each) ??
      sequenceOf(reader, scope, member, each) ??
      placeOf(scope, member, [each, ...more]) ??
      joinedOf(reader, scope, each) ??
      daysSince(reader, scope, each) ??
      weekdaysOf(scope, member, [each, ...more]) ??
      otherwiseSent(reader, scope, member, [each, ...more]) ??
      computedBy(reader, scope, member, each);
    const isOwn =
      found?.readsItself !== true &&
      new RegExp(`\\b${scope.variable}\\.${member.name}\\b`).test(found?.expression ?? '');
    if (found === undefined || isOwn) continue;
    return withAdditions(reader, scope, found, more);
  }
  return undefined;
}

/** "The station of the connector", "Branch that the copy belongs to": the key of another record. */
function referenceOf(reader: ProseReader, scope: Scope, { name }: NamedMember, text: string): Read | undefined {
  const reference = scope.kind.references.find(({ member }) => member === name);
  if (reference === undefined) return undefined;
  const own: Scope = {
    ...scope,
    kind: { ...scope.kind, references: scope.kind.references.filter((each) => each !== reference) },
  };
  const [, thing, owner] =
    /^(?:the )?(\w+(?: \w+)?) (?:that|which|where) (.+?) (?:belongs to|is in|is at|was made for|comes from|is part of|stands in)$/.exec(
      text,
    ) ?? [];
  const target = scope.vocabulary.kinds.get(reference.target);
  const found = reader.one(thing === undefined ? text : `the ${thing} of ${owner}`, own);
  if (found !== undefined && found.kind === target && found.expression !== scope.variable) {
    const [, key] = new RegExp(`^find\\("${reference.target}", (.+)\\)$`).exec(found.expression) ?? [];
    return key === undefined ? undefined : { expression: key };
  }
  const [, which = '', does = ''] = /^(?:the )?(\w+(?: \w+)?) (?:that|which) (.+)$/.exec(text) ?? [];
  const all =
    which === '' ? undefined : reader.many(`${which}s that ${does.replace(/ (?:here|on it|in it|at it)$/, '')}`, own);
  const { key } = all?.kind.resource ?? {};
  return all !== undefined && key !== undefined && all.kind === target && all.expression.includes('.filter(')
    ? { expression: `${all.expression}.map(one, ${dot('one', key)}).first()` }
    : undefined;
}

/** "Branch that the copy belongs to": the member of the same name of what the record refers to. */
function carriedOf(reader: ProseReader, scope: Scope, { name }: NamedMember, text: string): Read | undefined {
  const [, thing = ''] =
    /^(?:the )?\w+(?: \w+)? (?:of|that|which|where|to which|in which) the (\w+(?: \w+)?)/.exec(text) ?? [];
  if (!/(?:_id|Id|_code|Code|_no)$/.test(name)) return undefined;
  for (const phrase of [thing, thing.split(' ')[0] ?? '']) {
    const found = phrase === '' ? undefined : reader.one(`the ${phrase}`, scope);
    if (found !== undefined && found.expression !== scope.variable && found.kind.members.has(name))
      return { expression: dot(found.expression, name) };
  }
  return undefined;
}

/** "True if the stock is below the reorder level", "Whether it has open orders". */
function flagOf(reader: ProseReader, scope: Scope, { schema }: NamedMember, text: string): Read | undefined {
  const [, cause = ''] =
    /^(?:(?:true|yes|set) (?:only )?(?:if|when|while|as long as|once)|whether|if) (.+)$/.exec(text) ?? [];
  if (cause === '' || schema.types[0] !== 'boolean') return undefined;
  const expression = reader.condition(cause.replace(/,? (?:and )?(?:false|or not|otherwise).*$/, ''), scope);
  return expression === undefined ? undefined : { expression };
}

/** "The last recorded weight, null if there is none": the one number of the last of the records. */
function lastOf(reader: ProseReader, scope: Scope, member: NamedMember, text: string): Read | undefined {
  const [, which = '', things = '', rest = ''] =
    /^(?:the )?(last|latest|most recent|newest|first|earliest) (?:recorded |posted |known |received |reported |measured |stored )?(.+?)((?:,|;| or) .*)?$/.exec(
      text,
    ) ?? [];
  if (which === '' || !isNumber(member)) return undefined;
  const all = reader.many(`${things}s`.replace(/ss$/, 's'), scope);
  const numbers = [...(all?.kind.members.values() ?? [])].filter(
    (each) => isNumber(each) && each.name !== all?.kind.resource?.key,
  );
  const [number] = numbers;
  if (all === undefined || number === undefined || numbers.length > 1) return undefined;
  const found = `${all.expression}.map(one, ${dot('one', number.name)}${inMoney(number)})`;
  const isFirst = which === 'first' || which === 'earliest';
  const [, other] = /\b(?:or |then )?(\d+|zero) (?:if|when|as long as|until|before)\b/.exec(rest) ?? [];
  const expression = isFirst ? `${found}.first()` : `${found}.last()`;
  const usual = other === undefined ? undefined : other === 'zero' ? '0' : other;
  return { expression: usual === undefined ? expression : `(${found}.size() == 0 ? ${usual} : ${expression})` };
}

/** "3 for the tier child, 8 for standard and 12 for student". */
function choiceOf(reader: ProseReader, scope: Scope, text: string): Read | undefined {
  const parts = text.split(/,? (?:and|or) |, ?/);
  if (parts.length < 2) return undefined;
  const choices = parts.flatMap((part) => {
    const [, value = '', , name = ''] = /^(.+?) (?:for|if|when|with) (?:the |it is )?(\w+ )?([\w-]+)$/.exec(part) ?? [];
    const state = stateIn(scope.kind, splitWords(name).join(' '), areSynonyms);
    const found = reader.value(value, scope);
    return state === undefined || found === undefined ? [] : [{ state, value: found.expression }];
  });
  const [first] = choices;
  if (first === undefined || choices.length !== parts.length) return undefined;
  if (choices.some(({ state }) => state.member !== first.state.member)) return undefined;
  const last = choices.at(-1)?.value ?? 'null';
  return {
    expression: choices
      .slice(0, -1)
      .reduceRight(
        (rest, { state, value }) =>
          `${dot(scope.variable, state.member)} == ${JSON.stringify(state.value)} ? ${value} : ${rest}`,
        last,
      ),
  };
}

/** "Position at the station, counted from 1": the number after the highest one there is. */
function sequenceOf(reader: ProseReader, scope: Scope, { name, schema }: NamedMember, text: string): Read | undefined {
  const [, place] =
    /^(?:the )?(?:running |serial |consecutive )?(?:position|place|number|index|rank|sequence)(?: \w+)? (?:at|in|on|of|within|per) (?:the |its |each )?([\w ]+?),? (?:counted|counting|starting|beginning|numbered) (?:up )?(?:from|at|with) 1$/.exec(
      text,
    ) ?? [];
  const owner =
    place === undefined || !schema.types.includes('integer') ? undefined : reader.one(`the ${place}`, scope);
  const [, member] = /^find\("[^"]+", self\.(\w+)\)$/.exec(owner?.expression ?? '') ?? [];
  const resource = scope.kind.resource?.name;
  if (member === undefined || resource === undefined) return undefined;
  const others = `others(${JSON.stringify(resource)}).filter(other, other.${member} == self.${member})`;
  return { expression: `${others}.size() == 0 ? 1 : ${others}.map(other, other.${name}).max() + 1`, on: 'create' };
}

/** "Place in the queue, 1 being next in line. Null unless the reservation is waiting." */
function placeOf(scope: Scope, { schema }: NamedMember, sentences: readonly string[]): Read | undefined {
  const { kind } = scope;
  const isPlace =
    /^(?:the )?(?:place|position|rank|number|turn) (?:of .+ )?(?:in|on) (?:the |its |a )?(?:queue|line|waiting list|waitlist)\b/;
  if (!schema.types.includes('integer') || !isPlace.test(sentences[0] ?? '') || kind.resource?.key === undefined)
    return undefined;
  const [, phrase = ''] =
    sentences.flatMap((each) => [...each.matchAll(/null (?:unless|if) .+? (?:is|are) (?:not )?([a-z ]+)$/g)])[0] ?? [];
  const waiting =
    phrase === '' ? kind.states.find(({ words }) => areSynonyms(words, 'waiting')) : stateIn(kind, phrase, areSynonyms);
  const created = [...kind.members.keys()].find((name) =>
    /^(?:created|requested|joined|added)_?(?:at|on)$/i.test(name),
  );
  // The queue is that of the first thing that the record names.
  const [queue] = kind.references;
  if (waiting === undefined || created === undefined || queue === undefined) return undefined;
  const others = `others(${JSON.stringify(kind.resource.name)})`;
  const same = `${dot('other', queue.member)} == ${dot('self', queue.member)} && ${dot('other', waiting.member)} == ${JSON.stringify(waiting.value)}`;
  const { key } = kind.resource;
  const before = `(${dot('other', created)} < ${dot('self', created)} || ${dot('other', created)} == ${dot('self', created)} && ${dot('other', key)} < ${dot('self', key)})`;
  const place = `${others}.filter(other, ${same} && ${before}).size() + 1`;
  return {
    expression: `${dot('self', waiting.member)} == ${JSON.stringify(waiting.value)} ? ${place} : null`,
    isWhole: true,
  };
}

/** "Whole days past the due date, counted to today or, after the return, to the day of the return". */
function daysSince(reader: ProseReader, scope: Scope, text: string): Read | undefined {
  const [, since = '', end] =
    /^(?:the )?(?:number of )?(?:whole |full )?days (?:past|after|since|beyond) (.+?)(?:, counted (?:to|until) today or, (?:after|once) .+?, (?:to|until) (.+))?$/.exec(
      text,
    ) ?? [];
  const from = since === '' ? undefined : reader.value(since, scope);
  const to = end === undefined ? undefined : reader.value(end, scope);
  if (from?.isDate !== true || (end !== undefined && to?.isDate !== true)) return undefined;
  const until = to === undefined ? 'date(now)' : `(${to.expression} == null ? date(now) : ${to.expression})`;
  return { expression: `max(0, days(timestamp(${until}) - timestamp(${from.expression})))` };
}

/** "Mondays to Fridays from the first to the last date, both included. Half a day counts as 0.5." */
function weekdaysOf(
  { kind, variable }: Scope,
  member: NamedMember,
  [text = '', ...more]: readonly string[],
): Read | undefined {
  const [start, end] = rangeOf(kind) ?? [];
  const isCount =
    /\b(?:mondays? to fridays?|weekdays|working days|business days|workdays)\b.*\b(?:from|between|of|in)\b/.test(text);
  if (!isCount || !isNumber(member) || start === undefined || end === undefined) return undefined;
  const whole = `weekdays(${dot(variable, start)}, ${dot(variable, end)})`;
  const [, part] =
    more.flatMap((each) => [...each.matchAll(/^half (?:a )?days? counts? as (0\.5|half a day|half)$/g)])[0] ?? [];
  const half = [...kind.members.values()].find(({ name }) => /^(?:is_?)?half_?day/i.test(name));
  if (part === undefined || half === undefined) return { expression: whole };
  const isHalf =
    half.schema.types[0] === 'boolean' ? `${dot(variable, half.name)} == true` : `${dot(variable, half.name)} != null`;
  return { expression: `${isHalf} ? 0.5 : ${whole}` };
}

/** "For mileage: kilometres times 0.40. Otherwise as sent." */
function otherwiseSent(
  reader: ProseReader,
  scope: Scope,
  member: NamedMember,
  [text = '', ...more]: readonly string[],
): Read | undefined {
  const [, name = '', formula = ''] = /^(?:for|with|if it is|in case of) ([a-z ]+)[:,] (.+)$/.exec(text) ?? [];
  const isSent = more.some((each) =>
    /^otherwise,? (?:as|what was|the one|the value) (?:it was )?(?:sent|given|that is sent|in the request)$/.test(each),
  );
  const state = name === '' || !isSent ? undefined : stateIn(scope.kind, name, areSynonyms);
  const value = state && reader.value(formula, scope);
  if (state === undefined || value === undefined) return undefined;
  const own = dot(scope.variable, member.name);
  return {
    expression: `${dot(scope.variable, state.member)} == ${JSON.stringify(state.value)} ? ${value.expression} : ${own}`,
    readsItself: true,
  };
}

/** "first name and last name with a space between them". */
function joinedOf(reader: ProseReader, scope: Scope, text: string): Read | undefined {
  const [, one, other] =
    /^(?:the )?([\w ]+?) and (?:the )?([\w ]+?),? (?:with|separated by|joined by|joined with|and) a (?:single )?(?:space|blank)(?: (?:between|in between).*)?$/.exec(
      text,
    ) ?? [];
  // "First and last name" are the first name and the last name.
  const noun = other?.split(' ').at(-1) ?? '';
  const [first, second] = [one, other].map((each) =>
    each === undefined ? undefined : (reader.memberValue(each, scope) ?? reader.memberValue(`${each} ${noun}`, scope)),
  );
  return first && second && { expression: `${first.expression} + " " + ${second.expression}` };
}

function computedBy(reader: ProseReader, scope: Scope, member: NamedMember, text: string): Read | undefined {
  const found: Value | undefined =
    reader.value(text, scope) ?? countOf(reader, scope, member, text) ?? arithmeticOf(reader, scope, text);
  if (found === undefined || /^[\d.-]+$/.test(found.expression)) return undefined;
  const isDate = /^date/.test(String(member.schema.keywords['format']));
  if (isDate)
    return found.isDate === true && found.expression !== 'now' && found.expression !== 'date(now)' ? found : undefined;
  if (found.isDate === true) return undefined;
  const money = inMoney(member);
  const copied = found.member === undefined ? '' : inMoney(found.member);
  if (found.member !== undefined && money !== '' && copied === money)
    return { expression: found.expression.slice(0, -money.length), isWhole: true };
  if (isNumber(member) && isPage(scope, member, found.expression)) return undefined;
  if (isNumber(member))
    return found.member === undefined || (isNumber(found.member) && /find\(|body\./.test(found.expression))
      ? found
      : undefined;
  const isSame =
    found.member?.schema.types.join() === member.schema.types.join() &&
    !/object|array/.test(member.schema.types.join());
  return isSame && found.expression.includes('find(') ? found : undefined;
}

/** True if a total beside a list counts what is on all pages. */
function isPage({ kind }: Scope, { name }: NamedMember, expression: string): boolean {
  return (
    /^total|^count$/i.test(name) &&
    kind.lists.size === 1 &&
    /^self\.(?:elements|items|data|results|records|entries)\.size\(\)$/.test(expression)
  );
}

/** A formula with brackets: "quantity × unitPrice × (1 − discountPercent / 100)". */
function arithmeticOf(reader: ProseReader, scope: Scope, text: string): Value | undefined {
  const expression = readFormula(text, (phrase) => reader.value(phrase.toLowerCase(), scope)?.expression);
  return expression === undefined ? undefined : { expression };
}

/** "Copies that are not lost" as the description of a whole number: how many there are. */
function countOf(reader: ProseReader, scope: Scope, { schema }: NamedMember, text: string): Read | undefined {
  if (!schema.types.includes('integer')) return undefined;
  const all = /^(?:all |the )?[a-z]+/.test(text) ? reader.many(text, scope) : undefined;
  return all === undefined || all.expression.startsWith(`${scope.variable}.`)
    ? undefined
    : { expression: `${all.expression}.size()` };
}

/** "Each renewal adds another 14 days." */
function withAdditions(reader: ProseReader, scope: Scope, found: Read, more: readonly string[]): Read {
  const added = more.flatMap((sentence) => {
    const [, thing, what] = /^(?:each|every) (.+?) adds (?:another |a further )?(.+)$/.exec(sentence) ?? [];
    if (thing === undefined || what === undefined) return [];
    const [count, step] = [
      reader.value(`number of ${thing}s`, scope) ?? reader.memberValue(`${thing}s`, scope),
      reader.value(what, scope),
    ];
    if (count === undefined || step === undefined) return [];
    const added = `${step.expression} * ${count.expression}`;
    return [step.span === undefined ? added : `${step.span}(${added})`];
  });
  return { ...found, expression: [found.expression, ...added].join(' + ') };
}

/** The currency of an amount: that of the first amount that its formula reads. */
function currencyFor({ kind, variable }: Scope, { schema }: NamedMember, expression: string) {
  const name = [...schema.properties.keys()].find((each) => /currency/i.test(each));
  const [, used] = new RegExp(`\\b${variable}\\.(\\w+)\\.\\w+`).exec(expression) ?? [];
  const [, list, inner] = new RegExp(`\\b${variable}\\.(\\w+)\\.map\\(\\w+, \\w+\\.(\\w+)\\.`).exec(expression) ?? [];
  if (name === undefined) return undefined;
  if (list !== undefined && inner !== undefined)
    return { name, expression: `${dot(variable, list)}.map(one, one.${inner}.${name}).first()` };
  if (used !== undefined && used !== list) return { name, expression: `${variable}.${used}.${name}` };
  const lists = [...kind.lists].flatMap(([each, item]) =>
    [...item.members.values()]
      .filter((one) => inMoney(one) !== '')
      .map((one) => `${dot(variable, each)}.map(one, one.${one.name}.${name}).first()`),
  );
  return lists[0] === undefined ? undefined : { name, expression: lists[0] };
}
