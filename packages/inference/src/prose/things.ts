import { remember } from '@understudy/model';
import { relatingVerbs } from '../words/relating-verbs.js';
import { joiningWords, lastingWords, negations, saysExcluded, wholeWords } from '../words/set-words.js';
import { rootOf } from '../words/verb-forms.js';
import { recordsOf } from './records-of.js';
import { innerVariable, inScopes, isUnrelated, type Many, type One, type Scope } from './scope.js';
import { formsOf } from './states.js';
import { dot, type Kind, memberIn, type Vocabulary } from './vocabulary.js';

interface Reader {
  condition(text: string, scope: Scope): string | undefined;
  one(text: string, scope: Scope): One | undefined;
  states(text: string, scope: Pick<Scope, 'kind' | 'variable'>): string | undefined;
}

/** A mention of a resource in a phrase. */
interface Mention {
  readonly at: number;
  readonly length: number;
  readonly kind: Kind;
  /** The list in a record, if its items are mentioned. */
  readonly list: string | undefined;
  readonly isPlural: boolean;
}

const queue =
  / ?\b(?:(?:is|are|wait|stand)(?:ing)? )?(?:in|on) (?:the |a |its |their )?(?:queue|waiting list|waitlist|line)\b/g;
const leavingOut =
  / (?=(?:excluding|except|not counting|not including|without|apart from|other than|but not|leaving out|ignoring|disregarding)\b)/;
/** Matches phrases that exclude nothing: "Closed ones included". */
const alsoThese =
  /^(?:including|and also|whether) |\b(?:ones?|those|these)\b.* (?:are )?(?:included|among (?:them|those|these)|counted(?: too| as well)?|too|as well)$|^(?:even|also) (?:the |those )?/;
const everything = /^(?:counting|counted|over|across|summed) (?:over |across )?(?:all|every|each|any)\b/;

/**
 * Reads a phrase for several records word by word: "copies owned by the library, lost ones do not count". Each word
 * must be a resource, a state or a function word. A condition on each record can follow.
 */
export function readThings(reader: Reader, text: string, scope: Scope, of?: One): Many | undefined {
  const [said, shared] = sharedIn(text, scope);
  const [main = '', ...more] = clausesOf(
    hasState(scope, 'in force')
      ? said
      : said.replace(queue, ' waiting').replace(/\bin (?:force|effect)\b/g, 'effective'),
  );
  const words = main.replace(/(?:'s|(?<=s)')(?= )/g, " 's").split(' ');
  const mentions = mentionsIn(words, scope);
  const owned = mentions.find(({ at }) => words.slice(0, at).includes("'s"));
  const [first, second] = mentions;
  const isCompound = second?.isPlural === true && first !== undefined && second.at === first.at + first.length;
  const head = owned ?? (isCompound ? second : first);
  if (head === undefined || saysExcluded.test(main)) return undefined;
  const variable = innerVariable(scope);
  const inner: Scope = { vocabulary: scope.vocabulary, variable, kind: head.kind, outer: scope };
  const before = words.slice(0, head.at);
  const after = words.slice(head.at + head.length);
  // In "a fault on the connector", "fault" is not a known resource.
  const place = before.findLastIndex((word) => /^(?:of|in|at|on|for|with|to|from)$/.test(word));
  if (
    place > 0 &&
    before.slice(0, place).some((word) => !joiningWords.has(word) && !/^(?:some|none|many|most|those)$/.test(word))
  )
    return undefined;
  const parts =
    partsOf(reader, { words, mentions, head, inner }, scope) ?? clauseAfter(reader, { before, after, inner });
  const excluded = more.map((clause) => {
    const nouns = mentionsIn(clause.split(' '), scope).filter(({ kind }) => kind === head.kind);
    const all = clause.split(' ').filter((_, at) => !nouns.some((each) => at >= each.at && at < each.at + each.length));
    const condition = statesIn(reader, all.join(' ').replace(saysExcluded, '').split(' '), inner);
    return condition === undefined || condition === '' ? undefined : `!(${condition})`;
  });
  const owners = [...(of === undefined ? [] : [of]), ...(parts?.owners ?? [])];
  const [owner, ...further] = owners.filter(
    (each, at) => owners.findIndex(({ expression }) => expression === each.expression) === at,
  );
  const base = parts && baseOf(head, owner, scope);
  const record = inScopes(scope, (each) => (each.variable === 'self' ? each : undefined));
  const same = [
    ...further.map((each) => refersTo(inner, each)),
    ...(shared === undefined ? [] : [alike(inner, shared, record)]),
  ];
  const key = same.length > 0 && head.kind === record?.kind ? head.kind.resource?.key : undefined;
  const another = key === undefined ? [] : [`${dot(variable, key)} != ${dot('self', key)}`];
  const excluding = [...excluded, ...same];
  if (parts === undefined || base === undefined || excluding.includes(undefined)) return undefined;
  const filters = [...parts.filters, ...excluding, ...another];
  const condition = filters.length > 1 ? filters.map((each) => `(${each})`).join(' && ') : filters[0];
  return { kind: head.kind, expression: condition === undefined ? base : `${base}.filter(${variable}, ${condition})` };
}

/** Finds the member that a phrase says is equal to that of the scope's record: "a prescription for the same drug". */
function sharedIn(text: string, scope: Scope): readonly [rest: string, shared?: string] {
  const [, rest = text, phrase = ''] =
    /^(.+?) (?:for|of|with|to|in|on|at|under|about) (?:the |this |that |exactly the )?same ([a-z_ ]+)$/.exec(text) ??
    [];
  const find = ({ kind, variable }: Scope) => (variable === 'self' ? memberIn(kind, phrase) : undefined);
  const member = phrase === '' ? undefined : inScopes(scope, find);
  return member === undefined ? [text.replace(/\b(?:the|this|that) same (?=[a-z])/g, 'the ')] : [rest, member.name];
}

/** Returns the condition that two records have the same value. Strings are compared case-insensitively. */
function alike({ kind, variable }: Scope, name: string, record: Scope | undefined): string | undefined {
  const member = kind.members.get(name);
  if (member === undefined || record?.kind.members.has(name) !== true) return undefined;
  const [one, other] = [dot(variable, name), dot(record.variable, name)];
  const isText = member.schema.types.includes('string') && member.schema.keywords['format'] === undefined;
  return isText ? `lower(${one}) == lower(${other})` : `${one} == ${other}`;
}

/** Returns the condition that a record refers to an owner. */
function refersTo({ kind, variable }: Scope, owner: One): string | undefined {
  const [reference, another] = kind.references.filter(({ target }) => target === owner.kind.resource?.name);
  const [, member] = /^find\("[^"]+", (self\.\w+)\)$/.exec(owner.expression) ?? [];
  const key = owner.kind.resource?.key;
  if (reference === undefined || another !== undefined || key === undefined) return undefined;
  return `${dot(variable, reference.member)} == ${member ?? dot(owner.expression, key)}`;
}

const stateWords = new WeakMap<Vocabulary['kinds'], ReadonlySet<string>>();

function hasState({ vocabulary: { kinds } }: Scope, words: string): boolean {
  const collect = () => new Set([...kinds.values()].flatMap(({ states }) => states.map((each) => each.words)));
  return remember(stateWords, kinds, collect).has(words);
}

type NamedKinds = ReadonlyMap<string, readonly (readonly [name: string, kind: Kind])[]>;

const kindsByNoun = new WeakMap<ReadonlyMap<string, Kind>, NamedKinds>();

/** Returns the resources with their names, by singular and plural noun. */
function byNoun(kinds: ReadonlyMap<string, Kind>): NamedKinds {
  return remember(kindsByNoun, kinds, () => {
    const all = new Map<string, (readonly [string, Kind])[]>();
    for (const named of kinds)
      for (const form of formsOf(named[1].nouns)) all.set(form, [...(all.get(form) ?? []), named]);
    return all;
  });
}

function baseOf({ kind, list }: Mention, owner: One | undefined, scope: Scope): string | undefined {
  if (owner !== undefined) return recordsOf(kind, owner, scope.vocabulary);
  const own = list ?? recordsOf(kind, { expression: scope.variable, kind: scope.kind }, scope.vocabulary);
  return own ?? (isUnrelated(kind, scope) ? `all(${JSON.stringify(kind.resource?.name)})` : undefined);
}

/**
 * Reads the text after the noun as a condition on each record: "requests that start in the year", "invoices paid on the
 * day".
 */
function clauseAfter(
  reader: Reader,
  {
    before,
    after,
    inner,
  }: { readonly before: readonly string[]; readonly after: readonly string[]; readonly inner: Scope },
): Parts | undefined {
  const states = statesIn(reader, before, inner);
  const clause = after
    .join(' ')
    .replace(/^(?:that|which|who) /, '')
    .replace(/^with (?=an? |any |at |more |less |fewer |some |one |no |free )/, 'has ')
    .replace(/^without (?:an? |any )?/, 'has no ');
  if (states === undefined || clause === '') return undefined;
  const condition = reader.condition(`it ${clause}`, inner) ?? reader.condition(`it is ${clause}`, inner);
  if (condition === undefined) return undefined;
  return { owners: [], filters: states === '' ? [condition] : [states, condition] };
}

interface Parts {
  readonly owners: readonly One[];
  readonly filters: readonly string[];
}

/** Splits a phrase into a clause with the records, and clauses that exclude some of them. */
function clausesOf(text: string): readonly string[] {
  const clauses: string[] = [];
  for (const each of text.split(/[,;] /).flatMap((clause) => clause.split(leavingOut))) {
    if (everything.test(each) || alsoThese.test(each)) continue;
    if (clauses.length === 0 || saysExcluded.test(each)) clauses.push(each);
    else clauses.push(`${clauses.pop() ?? ''} or ${each}`);
  }
  return clauses;
}

interface Phrase {
  readonly words: readonly string[];
  readonly mentions: readonly Mention[];
  readonly head: Mention;
  readonly inner: Scope;
}

/** Returns the owners in a phrase, and conditions on the records and on the records they refer to. */
function partsOf(reader: Reader, { words, mentions, head, inner }: Phrase, scope: Scope): Parts | undefined {
  const said: (readonly [target: Scope, words: readonly string[]])[] = [];
  let current = inner;
  const owners: One[] = [];
  let start = 0;
  for (const [index, mention] of mentions.entries()) {
    if (mention.at < start) continue;
    const run = words.slice(start, mention.at);
    start = mention.at + mention.length;
    if (mention === head) {
      said.push([inner, run]);
      continue;
    }
    let cut = run.length;
    while (cut > 0 && !joiningWords.has(run[cut - 1] ?? '') && !negations.has(run[cut - 1] ?? '')) cut -= 1;
    said.push([current, run.slice(0, cut)]);
    const adjectives = run.slice(cut);
    const [reference, another] = head.kind.references.filter(({ target }) => target === mention.kind.resource?.name);
    if (mention.isPlural && reference !== undefined && another === undefined) {
      const variable = `find(${JSON.stringify(reference.target)}, ${dot(inner.variable, reference.member)})`;
      current = { vocabulary: scope.vocabulary, kind: mention.kind, variable };
      said.push([current, adjectives]);
      continue;
    }
    // Matches "the site of the session".
    const next = mentions[index + 1];
    const link = next === undefined ? '' : words.slice(start, next.at).join(' ');
    const isLinked = next !== undefined && !next.isPlural && /^(?:of|in|at|for) (?:the|this|its)$/.test(link);
    const determiner = run[cut - 1] ?? '';
    const named = (end: number) => reader.one([...adjectives, ...words.slice(mention.at, end)].join(' '), scope);
    const linked = isLinked && !mention.isPlural ? named(next.at + next.length) : undefined;
    if (linked !== undefined) start = (next?.at ?? 0) + (next?.length ?? 0);
    const found = mention.isPlural ? undefined : (linked ?? named(start));
    const isVague = /^(?:an?|each|every)$/.test(determiner) && found?.expression !== scope.variable;
    if (found === undefined || isVague || /^(?:one|another|any|some)$/.test(determiner)) return undefined;
    owners.push(found);
  }
  said.push([current, words.slice(start)]);
  const filters: string[] = [];
  for (const [target, run] of said) {
    const condition = statesIn(reader, run, target);
    if (condition === undefined) return undefined;
    if (condition !== '') filters.push(condition);
  }
  return { owners, filters };
}

/** Returns the condition for the states in a text, or an empty string if it contains no states. */
function statesIn(reader: Reader, words: readonly string[], target: Scope): string | undefined {
  const read = (all: readonly string[]) => {
    const content = all.map((word) => (negations.has(word) && word !== 'nor' ? 'not' : word)).join(' ');
    const plain = content.replace(/^(?:(?:or|and) )+|(?: (?:or|and))+$/g, '').trim();
    return plain === '' || /^(?:(?:or|and) ?)+$/.test(plain) ? '' : reader.states(plain, target);
  };
  const content = words
    .filter((word) => word === 'or' || word === 'and' || !joiningWords.has(word))
    .filter((each) => each !== '');
  const bare = words
    .join(' ')
    .replace(/^(?:(?:that|which|who|is|are|was|were|has|have|been) )+/, '')
    .trim();
  const whole = (bare === '' ? undefined : reader.states(bare, target)) ?? read(content);
  if (whole !== undefined || words.some((word) => negations.has(word))) return whole;
  const isIdle = (word: string) =>
    wholeWords.has(word) ||
    (target.vocabulary.about.has(word) && !words.includes('this')) ||
    (lastingWords.has(word) && target.kind.states.length === 0) ||
    (!word.endsWith('ing') && roots.has(rootOf(word)));
  const roots = new Set([...relatingVerbs, ...target.kind.makers]);
  return read(content.filter((word) => !isIdle(word)));
}

/** Lists the mentions of resources in a phrase, the longest names first. Ambiguous names are skipped. */
export function mentionsIn(words: readonly string[], scope: Scope): Mention[] {
  const found: Mention[] = [];
  const [lists, kinds] = [byNoun(scope.kind.lists), byNoun(scope.vocabulary.kinds)];
  for (let at = 0; at < words.length; at += 1)
    for (let length = 3; length > 0; length -= 1) {
      const name = words.slice(at, at + length).join(' ');
      const inList = lists.get(name);
      const [one, another] = inList ?? kinds.get(name) ?? [];
      if (one === undefined || another !== undefined) continue;
      const [member, kind] = one;
      const isEach = /^(?:each|every|any)$/.test(words[at - 1] ?? '');
      const list = inList === undefined ? undefined : dot(scope.variable, member);
      found.push({ at, length, kind, list, isPlural: isEach || !kind.nouns.includes(name) });
      at += length - 1;
      break;
    }
  return found;
}
