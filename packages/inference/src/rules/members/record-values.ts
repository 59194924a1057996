import { splitWords } from '@understudy/model';
import { isNumber, numberAt } from '../../prose/amounts.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import { liveOf } from '../../prose/refusal-forms.js';
import type { One, Scope } from '../../prose/scope.js';
import { mentionsIn } from '../../prose/things.js';
import { dot, type Kind, memberIn, type NamedMember } from '../../prose/vocabulary.js';
import { creationWords } from '../../words/happenings.js';
import { negations, ordinals } from '../../words/set-words.js';
import { areSynonyms } from '../../words/synonyms.js';
import { rootOf } from '../../words/verb-forms.js';
import type { Read } from './read-value.js';

/** "The station of the connector", "Branch that the copy belongs to": the key of another record. */
export function referenceOf(reader: ProseReader, scope: Scope, { name }: NamedMember, text: string): Read | undefined {
  const reference = scope.kind.references.find(({ member }) => member === name);
  if (reference === undefined) return undefined;
  const own: Scope = {
    ...scope,
    kind: { ...scope.kind, references: scope.kind.references.filter((each) => each !== reference) },
  };
  const target = scope.vocabulary.kinds.get(reference.target);
  const found = reader.one(text, own) ?? throughNamed(reader, own, { target: reference.target, text });
  if (found !== undefined && found.kind === target && found.expression !== scope.variable) {
    const [, key] = new RegExp(`^find\\("${reference.target}", (.+)\\)$`).exec(found.expression) ?? [];
    return key === undefined ? undefined : { expression: key };
  }
  const all = reader.many(text.replace(/,? or null .*$/, ''), own);
  const { key } = all?.kind.resource ?? {};
  return all !== undefined && key !== undefined && all.kind === target && all.expression.includes('.filter(')
    ? { expression: `${all.expression}.map(one, ${dot('one', key)}).first()` }
    : undefined;
}

/** "The site at which that station stands": what the one other thing in a text refers to. */
function throughNamed(
  reader: ProseReader,
  scope: Scope,
  { target, text }: { readonly target: string; readonly text: string },
): One | undefined {
  const owner = otherIn(reader, scope, { target, text });
  return owner && reader.step(owner, scope.vocabulary.kinds.get(target)?.nouns[0] ?? '', scope.vocabulary);
}

const now = new Set('current active ongoing open running present'.split(' '));

/** `current_trip_id`: the record that refers back and has not ended. */
export function liveReference({ kind, vocabulary }: Scope, { name, schema }: NamedMember): Read | undefined {
  const target = vocabulary.kinds.get(kind.references.find(({ member }) => member === name)?.target ?? '');
  const back = target?.references.filter((each) => each.target === kind.resource?.name) ?? [];
  const isLive = schema.nullable && now.has(splitWords(name)[0] ?? '') && back.length === 1;
  const live = isLive && target !== undefined ? liveOf(target, 'each') : undefined;
  return live === undefined || target?.resource?.key === undefined
    ? undefined
    : {
        expression: `of(${JSON.stringify(target.resource.name)}).filter(each, ${live}).map(each, ${dot('each', target.resource.key)}).last()`,
      };
}

/** The one thing that a record refers to and that a text names besides another one. */
function otherIn(
  reader: ProseReader,
  scope: Scope,
  { target, text }: { readonly target: string; readonly text: string },
): One | undefined {
  const words = text.split(/[^a-z'-]+/);
  const named = mentionsIn(words, scope).filter(({ kind }) => kind.resource?.name !== target);
  const [mention, another] = named;
  const isPlain =
    !words.some((word) => negations.has(word) || ordinals.has(word) || word === 'or') && !/\w\/\w/.test(text);
  if (mention === undefined || another !== undefined || mention.isPlural || !isPlain) return undefined;
  const found = reader.one(`the ${words.slice(mention.at, mention.at + mention.length).join(' ')}`, scope);
  return found?.expression === scope.variable ? undefined : found;
}

/** "Branch that the copy belongs to": the member of the same name of what the record refers to. */
export function carriedOf(reader: ProseReader, scope: Scope, { name }: NamedMember, text: string): Read | undefined {
  if (!/(?:_id|Id|_code|Code|_no)$/.test(name)) return undefined;
  const target = scope.kind.references.find(({ member }) => member === name)?.target ?? '';
  const found = otherIn(reader, scope, { target, text });
  return found?.kind.members.has(name) === true ? { expression: dot(found.expression, name) } : undefined;
}

/** "Name of its first boat", "total of the latest bill": from the first or last record. */
function memberOfLast(reader: ProseReader, scope: Scope, { schema }: NamedMember, text: string): Read | undefined {
  const [, name = '', owner = '', which = '', things = ''] =
    /^(?:the )?(.+?) of (?:the |its |their )?(?:([a-z]+)'s )?(last|latest|most recent|newest|first|earliest) ([a-z -]+)(?:[,;] .*)?$/.exec(
      text,
    ) ?? [];
  const all =
    which === ''
      ? undefined
      : reader.many(`${things}s${owner === '' ? '' : ` of the ${owner}`}`.replace(/ss(?= |$)/, 's'), scope);
  const found = all && memberIn(all.kind, name);
  if (all === undefined || found?.schema.types.join() !== schema.types.filter((type) => type !== 'null').join())
    return undefined;
  return {
    expression: `${all.expression}.map(one, ${dot('one', found.name)}).${isFirst(which) ? 'first' : 'last'}()`,
    isWhole: true,
  };
}

/** "The last recorded weight, null if there is none": the one number of the last of the records. */
export function lastOf(reader: ProseReader, scope: Scope, member: NamedMember, text: string): Read | undefined {
  const ofLast = memberOfLast(reader, scope, member, text);
  if (ofLast !== undefined) return ofLast;
  const isTime = member.schema.keywords['format'] === 'date-time';
  const [, which = '', things = '', rest = ''] =
    /^(?:(?:the )?(?:value|figure|number|time|moment|date) of )?(?:the |its )?(last|latest|most recent|newest|first|earliest) (?:recorded |posted |known |received |reported |measured |stored )?(.+?)((?:,|;| or) .*)?$/.exec(
      text,
    ) ?? [];
  if (isTime) return lastTimeOf(reader, scope, text, which === '' ? undefined : { which, things });
  if (which === '' || !isNumber(member)) return undefined;
  const all = reader.many(`${things}s`.replace(/ss$/, 's'), scope);
  const numbers = [...(all?.kind.members.values() ?? [])].filter(
    (each) => isNumber(each) && each.name !== all?.kind.resource?.key,
  );
  const [number] = numbers;
  if (all === undefined || number === undefined || numbers.length > 1) return undefined;
  const found = `${all.expression}.map(one, ${numberAt(number, dot('one', number.name))})`;
  const [, other] = /\b(?:or |then )?(\d+|zero) (?:if|when|as long as|until|before)\b/.exec(rest) ?? [];
  const expression = isFirst(which) ? `${found}.first()` : `${found}.last()`;
  const usual = other === undefined ? undefined : other === 'zero' ? '0' : other;
  return { expression: usual === undefined ? expression : `(${found}.size() == 0 ? ${usual} : ${expression})` };
}

function isFirst(which: string): boolean {
  return which === 'first' || which === 'earliest';
}

const happened =
  /^(?:(?:the )?(?:time|moment|day|date|point in time) )?when (?:an? |the |its |this |any )?(.+?) (?:(?:has|have|was|were|is) )?(?:(last|first) )?([a-z]+ed|made|paid|sent|begun|taken)(?: in| out)?(?: (?:it|them|this|an? [a-z ]+?|the [a-z ]+?|by it|for it))?(?: (last|first|for the (?:first|last) time|most recently))?(?:[,;] .*)?$/;

/** "Time of the latest job", "when the member checked in last": the first or last time of the records about this one. */
function lastTimeOf(
  reader: ProseReader,
  scope: Scope,
  text: string,
  named: { readonly which: string; readonly things: string } | undefined,
): Read | undefined {
  const [, who = '', before, verb = '', after] = happened.exec(text) ?? [];
  const which = named?.which ?? before ?? after;
  if (which === undefined) return undefined;
  const found = [...scope.vocabulary.kinds.values()].flatMap((kind) => {
    const [noun = ''] = kind.nouns;
    const isMade = kind.makers.has(rootOf(verb)) || areSynonyms(verb, noun);
    const isNamed = kind.nouns.some((each) => ` ${who} ${text} `.includes(` ${each} `));
    const things = named?.things ?? noun;
    const all =
      named !== undefined || isMade || isNamed ? reader.many(`${things}s`.replace(/ss$/, 's'), scope) : undefined;
    if (all === undefined || all.kind !== kind || kind === scope.kind) return [];
    const times = [...kind.members.values()].filter(({ schema }) => schema.keywords['format'] === 'date-time');
    const ofVerb = times.filter(({ name }) => rootOf(splitWords(name)[0] ?? '') === rootOf(verb));
    const created = times.filter(({ name, schema }) => isCreationTime(name, kind) && !schema.nullable);
    const [time, another] = ofVerb.length > 0 ? ofVerb : times.length === 1 ? times : created;
    return time === undefined || another !== undefined
      ? []
      : [
          `${all.expression}.map(one, ${dot('one', time.name)}).${isFirst(which.replace(/^for the | time$/g, '')) ? 'min' : 'max'}()`,
        ];
  });
  const [expression, another] = new Set(found);
  return expression === undefined || another !== undefined ? undefined : { expression, isWhole: true };
}

/** `created_at`, and `checked_in_at` of check-ins. */
function isCreationTime(name: string, { nouns, makers }: Kind): boolean {
  const [first = '', ...more] = splitWords(name);
  return (
    more.length > 0 &&
    (creationWords.has(first) ||
      makers.has(rootOf(first)) ||
      nouns.some((noun) => rootOf(noun.split(/[ -]/)[0] ?? '') === rootOf(first)))
  );
}

/** "Position at the station, counted from 1": the number after the highest one there is. */
export function sequenceOf(
  reader: ProseReader,
  scope: Scope,
  { name, schema }: NamedMember,
  [text = '', ...more]: readonly string[],
): Read | undefined {
  const fromOne =
    /\b(?:counted|counting|starts?|starting|begins?|beginning|numbered|first)\b.{0,80}\b(?:from|at|with|is|has|gets)\b.{0,80} (?:1|one)\b|^1 (?:is|being|for|means)\b/;
  const isPlace =
    /\b(?:position|place|number|index|rank|sequence|which (?:try|attempt|time|turn|round|one))\b/.test(text) &&
    [text, ...more].some((each) => fromOne.test(each));
  const [, place] =
    / (?:at|in|on|of|within|per) (?:the |its |each |that |this )?([\w ]{1,100}?)(?=$|,| is\b| it is\b| are\b)/.exec(
      text,
    ) ?? [];
  const owner =
    place === undefined || !isPlace || !schema.types.includes('integer')
      ? undefined
      : reader.one(`the ${place}`, scope);
  // "Which try at this assignment": of the records with the same owner and the same value.
  const within =
    owner === undefined && place !== undefined && isPlace
      ? memberIn(scope.kind, place.replace(/ it is$/, ''))
      : undefined;
  const [only, another] = within === undefined ? [] : scope.kind.references;
  const [, member = another === undefined ? only?.member : undefined] =
    /^find\("[^"]+", self\.(\w+)\)$/.exec(owner?.expression ?? '') ?? [];
  const resource = scope.kind.resource?.name;
  if (member === undefined || resource === undefined) return undefined;
  const same = [member, ...(within === undefined ? [] : [within.name])].map((each) => `other.${each} == self.${each}`);
  const others = `others(${JSON.stringify(resource)}).filter(other, ${same.join(' && ')})`;
  return { expression: `${others}.size() == 0 ? 1 : ${others}.map(other, other.${name}).max() + 1`, on: 'create' };
}

/** "Place in the queue, 1 being next in line. Null unless the reservation is waiting." */
export function placeOf(scope: Scope, { schema }: NamedMember, sentences: readonly string[]): Read | undefined {
  const { kind } = scope;
  const isPlace =
    /^(?:(?:the |which |what )?(?:place|position|rank|number|turn)|where|how far)\b.* (?:in|on) (?:the |its |a )?(?:queue|line|waiting list|waitlist)\b/;
  if (!schema.types.includes('integer') || !isPlace.test(sentences[0] ?? '') || kind.resource?.key === undefined)
    return undefined;
  const ofNull = sentences.filter((each) => /\bnull\b/.test(each)).join(' ');
  const [said, more] = kind.states.filter(
    ({ words }) => ` ${ofNull} `.includes(` ${words} `) || ofNull.includes(` ${words},`),
  );
  const waiting =
    more === undefined ? (said ?? kind.states.find(({ words }) => areSynonyms(words, 'waiting'))) : undefined;
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
