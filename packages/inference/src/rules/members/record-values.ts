import { inMoney, isNumber } from '../../prose/amounts.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { dot, type NamedMember, stateIn } from '../../prose/vocabulary.js';
import { areSynonyms } from '../../words/synonyms.js';
import type { Read } from './read-value.js';

/** "The station of the connector", "Branch that the copy belongs to": the key of another record. */
export function referenceOf(reader: ProseReader, scope: Scope, { name }: NamedMember, text: string): Read | undefined {
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
  const plain = text.replace(/,? or null .*$/, '');
  const all =
    (which === ''
      ? undefined
      : reader.many(`${which}s that ${does.replace(/ (?:here|on it|in it|at it)$/, '')}`, own)) ??
    reader.many(plain, own);
  const { key } = all?.kind.resource ?? {};
  return all !== undefined && key !== undefined && all.kind === target && all.expression.includes('.filter(')
    ? { expression: `${all.expression}.map(one, ${dot('one', key)}).first()` }
    : undefined;
}

/** "Branch that the copy belongs to": the member of the same name of what the record refers to. */
export function carriedOf(reader: ProseReader, scope: Scope, { name }: NamedMember, text: string): Read | undefined {
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

/** "The last recorded weight, null if there is none": the one number of the last of the records. */
export function lastOf(reader: ProseReader, scope: Scope, member: NamedMember, text: string): Read | undefined {
  const [, which = '', things = '', rest = ''] =
    /^(?:(?:the )?(?:value|figure|number) of )?(?:the )?(last|latest|most recent|newest|first|earliest) (?:recorded |posted |known |received |reported |measured |stored )?(.+?)((?:,|;| or) .*)?$/.exec(
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

/** "Position at the station, counted from 1": the number after the highest one there is. */
export function sequenceOf(
  reader: ProseReader,
  scope: Scope,
  { name, schema }: NamedMember,
  [given = '', ...more]: readonly string[],
): Read | undefined {
  const isFromOne = more.some((each) =>
    /^(?:the first(?: one)? is|(?:it )?(?:is )?count(?:ed|s|ing)(?: up)? from|(?:it )?starts (?:at|with)|begins (?:at|with)) 1\b/.test(
      each,
    ),
  );
  const text = isFromOne ? `${given}, counted from 1` : given;
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
export function placeOf(scope: Scope, { schema }: NamedMember, sentences: readonly string[]): Read | undefined {
  const { kind } = scope;
  const isPlace =
    /^(?:the )?(?:place|position|rank|number|turn|where .+ (?:stands|is)) (?:of .+ )?(?:in|on) (?:the |its |a )?(?:queue|line|waiting list|waitlist)\b/;
  if (!schema.types.includes('integer') || !isPlace.test(sentences[0] ?? '') || kind.resource?.key === undefined)
    return undefined;
  const [, phrase = ''] =
    sentences.flatMap((each) => [
      ...each.matchAll(/null (?:unless|if) (?:it|.+?) (?:is|are) (?:not )?([a-z ]+)$/g),
    ])[0] ?? [];
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

const marks: Readonly<Record<string, string>> = {
  ...{ space: ' ', blank: ' ', comma: ', ', hyphen: '-', dash: '-', slash: '/', colon: ': ', underscore: '_' },
};

/** "First name and last name with a space between them", "surname, a comma, given name". */
export function joinedOf(reader: ProseReader, scope: Scope, text: string): Read | undefined {
  const [, bare = text, mark] =
    /^(.+?),? (?:with|separated by|joined by|joined with|and) an? (?:single )?([a-z]+)(?: (?:between|in between).*)?$/.exec(
      text,
    ) ?? [];
  const parts = bare
    .replace(/^(?:it )?(?:consists of|is made of|made up of|composed of) /, '')
    .split(/,? (?:and then|followed by|then|and) |, /)
    .map((part) => part.replace(/^(?:both )?(?:the|its) /, ''));
  const noun = parts.at(-1)?.split(' ').at(-1) ?? '';
  const read = parts.map((part) => {
    const [, said = ''] = /^an? (?:single )?([a-z]+)$/.exec(part) ?? [];
    const literal = marks[said];
    // "First and last name" are the first name and the last name.
    const member = reader.memberValue(part, scope) ?? reader.memberValue(`${part} ${noun}`, scope);
    return literal === undefined ? member?.expression : JSON.stringify(literal);
  });
  const between = mark === undefined ? undefined : marks[mark];
  const isMarked = read.some((each) => each?.startsWith('"'));
  if (read.length < 2 || read.includes(undefined) || isMarked === (between !== undefined)) return undefined;
  return { expression: read.join(between === undefined ? ' + ' : ` + ${JSON.stringify(between)} + `) };
}
