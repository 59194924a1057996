import { normalizeName, splitWords } from '@understudy/model';
import { isEndState } from '../words/end-states.js';
import { readNumberWord } from '../words/number-words.js';
import { rootOf } from '../words/verb-forms.js';
import { asManyAs, linked, moreThanSent, ofSame, onlyNumber, usedBy } from './linked-forms.js';
import type { ProseReader } from './prose-reader.js';
import { rangeOf } from './ranges.js';
import { addedUp, differing, elsewhere, type Form, inItems, keptForOther, owing, scarce } from './relation-forms.js';
import type { Scope } from './scope.js';
import { readTimeBound } from './time-bounds.js';
import { dot, type Kind, memberIn } from './vocabulary.js';

const limitWords = new Set(['limit', 'max', 'maximum', 'allowed', 'quota', 'most', 'capacity']);

/** Reads "the member already waits for this title", "one update at a time per station". */
const alreadyThere: Form = (reader, given, scope) => {
  const text = given
    .replace(
      /^(the [a-z]+) is (?:already )?(?:taken|booked|occupied|in use|reserved|busy|not free) ((?:on|at|for|in) (?:the same |the |that |this )[a-z_]+)$/,
      '$1 already booked $2',
    )
    .replace(/^(.+?) (?:is |has )?(?:already )?(\w+(?: or \w+)?) ((?:for|in|on|at) .+?) already$/, '$1 already $2 $3')
    .replace(
      /^((?:this|the same|that) [a-z]+) has (\w+) ((?:this|the same|that) [a-z]+)(?: before| earlier)?$/,
      '$1 already $2 $3',
    );
  const [, subject = '', verb = '', object = ''] =
    /^(.+?) already (\w+(?: or \w+)?)(?:(?: [\w ]+?)? (?:for|in|on|at|with|of|to) (?:the |this |that |the same )?| (?:this|that|the same) )(.+)$/.exec(
      text,
    ) ?? [];
  const [, who, one, only] =
    /^(?:an? (.+?) (?:can|may) (?:only )?(?:have|hold|make) )?(?:only |at most |no more than )?(?:one|a single) (.+?)(?: at (?:a|the same) time)? (?:per|for each|for every) (.+)$/.exec(
      text,
    ) ?? [];
  const names = only === undefined ? [subject, object] : [...(who === undefined ? [] : [who]), only];
  const many =
    who === undefined || one === undefined ? undefined : reader.many(`${one}s of the ${who} of the ${only}`, scope);
  if (many !== undefined) return `${many.expression}.size() > 0`;
  if (only !== undefined && one !== undefined && reader.one(`the ${one}`, scope)?.expression !== scope.variable)
    return undefined;
  const members = names.flatMap((name) => {
    // "This author has rated this book" can refer to members that are not references.
    const plain = scope.kind.resource?.writable.has(
      memberIn(scope.kind, name.replace(/^(?:this|that|the same) /, ''))?.name ?? '',
    );
    return (
      referenceNamed(reader, name, scope) ??
      (plain === true ? memberIn(scope.kind, name.replace(/^(?:this|that|the same) /, ''))?.name : undefined) ??
      []
    );
  });
  if (members.length !== names.length || names[0] === '' || new Set(members).size !== members.length) return undefined;
  const { kind } = scope;
  const state = verb === '' ? undefined : reader.states(verb, { ...scope, variable: 'other' });
  return sameOther(kind, members, state);
};

/** Returns the condition that another record with the same references is not in a final state. */
function sameOther(kind: Kind, members: readonly string[], state?: string): string {
  const same = members.map((member) => `${dot('other', member)} == ${dot('self', member)}`);
  const live = state ?? liveOf(kind, 'other');
  return `others(${JSON.stringify(kind.resource?.name)}).exists(other, ${[...same, ...(live === undefined ? [] : [live])].join(' && ')})`;
}

/** Returns the condition that a record is in none of its final states. */
export function liveOf({ states, stateMember }: Kind, variable: string): string | undefined {
  const own = states.filter(({ member }) => member === stateMember);
  const ended = own.filter(({ words }) => isEndState(words)).map(({ value }) => value);
  return stateMember === undefined || ended.length === 0 || ended.length === own.length
    ? undefined
    : `!(${dot(variable, stateMember)} in ${JSON.stringify(ended)})`;
}

/** Returns the member that refers to the record in a phrase. */
export function referenceNamed(reader: ProseReader, phrase: string, scope: Scope): string | undefined {
  const found = reader.one(phrase, scope);
  const [, member] = /^find\("[^"]+", self\.(\w+)\)$/.exec(found?.expression ?? '') ?? [];
  return member;
}

/** Matches a record with a period: "the room is in use". */
const takenPlace =
  /^(?:the|this|that) ([a-z]+(?: [a-z]+)?) (?:is|has been|was) (?:already |not )?(?:in use|taken|booked|reserved|occupied|busy|free|available)(?: already)?(?: (?:at|in|for|during|over|then)\b.*)?$/;

/** Reads "the dates overlap with another request", "the room is booked at that time". */
const overlapping: Form = (_reader, text, scope) => {
  if (
    !/\b(?:overlaps?|overlapping|shares? a day|(?:days?|dates?|time) in common|covers? (?:some|any|part|one) of (?:these|those|the same) (?:dates|days|times)|collides? with (?:another|other)|clash(?:es)? with (?:another|other)|same (?:time|period|dates?)|at (?:that|this) time|already has (?:an?|another) [a-z]+ (?:then|at the time)$|in (?:that|this) (?:period|time)|double[- ]booked|conflicts? with another)\b/.test(
      text,
    ) &&
    !takenPlace.test(text)
  )
    return undefined;
  const [start, end] = rangeOf(scope.kind) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const named = scope.kind.references.filter(({ target }) => {
    const kind = scope.vocabulary.kinds.get(target);
    return kind?.nouns.some((noun) => new RegExp(`(?<![a-z])${noun}(?![a-z])`).test(text)) === true;
  });
  // "Of the same vet", "the room is in use" can refer to members that are not references.
  const places = [
    ...text.matchAll(/\b(?:same|one) ([a-z]+(?: [a-z]+)?)\b/g),
    ...text.matchAll(/ (?:on|in|at|with|of) (?:this|that) ([a-z]+)$/g),
    ...text.matchAll(
      / (?:occup(?:y|ies)|uses?|has|holds?|takes?|blocks?|books?) (?:the|this|that|the same) ([a-z]+(?: [a-z]+)?)\b/g,
    ),
    ...text.matchAll(new RegExp(takenPlace, 'g')),
  ].flatMap(([, place = '']) => (/^(?:times?|period|dates?|days?)\b/.test(place) ? [] : [place]));
  const plain = places
    .flatMap((place) => memberIn(scope.kind, place) ?? memberIn(scope.kind, place.split(' ')[0] ?? '') ?? [])
    .find(({ name }) => !scope.kind.references.some(({ member }) => member === name));
  const isTimed = /\b(?:time|period|dates?|day|overlap|then$)/.test(text);
  if ((places.length > 0 || !isTimed) && named.length === 0 && plain === undefined) return undefined;
  if (!isTimed && named.length > 0) return undefined;
  const own = plain === undefined ? [] : [{ member: plain.name, target: '' }];
  const members =
    own.length > 0 ? own : named.length > 0 ? named : scope.kind.references.length === 1 ? scope.kind.references : [];
  if (members.length === 0) return undefined;
  const isDay = scope.kind.members.get(start)?.schema.keywords['format'] === 'date';
  const sign = isDay && scope.vocabulary.mayTouch !== true ? '<=' : '<';
  const both = (one: string, other: string) =>
    `(${dot(other, end)} == null || ${dot(one, start)} ${sign} ${dot(other, end)})`;
  const live = liveOf(scope.kind, 'other');
  const same = members.map(({ member }) => `${dot('other', member)} == ${dot('self', member)}`);
  return `others(${JSON.stringify(scope.kind.resource?.name)}).exists(other, ${[...same, ...(live === undefined ? [] : [live]), both('self', 'other'), both('other', 'self')].join(' && ')})`;
};

/** Reads "the member has as many loans running as the tier allows", "the code has reached its maxUses". */
const limited: Form = (reader, text, scope) => {
  const many = /^(.+?) (?:already )?has (?:already )?as many (.+?) as .+? (?:allows?|permits?)$/.exec(text);
  const reached =
    /^(.+?) (?:has|have) (?:already )?(?:reached|hit|exhausted|used up) (?:its|their|the|his|her) (.+)$/.exec(text);
  // Matches "The number of running loans has reached what the tier of the member allows".
  const counts =
    /^(?:the )?number of (.+?) (?:has|have) (?:already )?reached (?:what|as many as|the number that) (.+?)(?:'s [a-z]+)? (?:allows?|permits?)$/.exec(
      text,
    );
  // Matches "The code has been used as often as it may be".
  const often =
    /^(.+?) (?:has|have) (?:already )?been ([a-z]+) as (?:often|many times) as (?:it|they|[a-z ]+?) (?:may|can|is allowed|is permitted|allows?)\b/.exec(
      text,
    );
  const [, subject = '', things = ''] =
    many ?? reached ?? often ?? (counts === null ? [] : [text, counts[2] ?? '', counts[1] ?? '']);
  const owner = subject === '' ? undefined : reader.one(subject, scope);
  if (owner === undefined) return undefined;
  const numbers = [...owner.kind.members.values()].filter(({ schema }) =>
    schema.types.some((type) => type === 'integer' || type === 'number'),
  );
  const rootsOf = (name: string) =>
    splitWords(name)
      .filter((word) => !limitWords.has(word) && word !== 'of')
      .map(rootOf);
  const isLimit = (name: string) => splitWords(name).some((word) => limitWords.has(word));
  const wanted = new Set(rootsOf(things));
  const areAlike = (one: string, other: string) => rootsOf(one).some((root) => rootsOf(other).includes(root));
  const isAbout = (name: string) =>
    rootsOf(name).some((root) => wanted.has(root)) || (often !== null && sharesRoot(name, things.slice(0, 5)));
  const counters = numbers.filter(({ name }) => !isLimit(name));
  const used = often === null ? [] : counters.filter(({ name }) => isAbout(name));
  const limits = numbers.filter(
    ({ name }) => isLimit(name) && (isAbout(name) || used.some((each) => areAlike(each.name, name))),
  );
  const [limit] = limits;
  if (limit === undefined || limits.length > 1) return undefined;
  const bound = dot(owner.expression, limit.name);
  const [counter, another] = counters.filter((each) => areAlike(each.name, limit.name) || used.includes(each));
  if (counter === undefined || another !== undefined) return undefined;
  return `${bound} != null && ${dot(owner.expression, counter.name)} >= ${bound}`;
};

/** Reads "it was already renewed two times", "a loan can be renewed twice". */
const counted: Form = (_reader, text, { kind, variable }) => {
  const made =
    /^(?:already )?(\w+) (\w+?)s? (?:have|has) (?:already )?been (?:made|granted|used|done)(?: already| before)?$/.exec(
      text,
    );
  const [, verb = '', times = ''] =
    /\b(?:was|been|is) (?:already )?(\w+ed) (?:already )?(\w+)(?: times?)?(?: already| before)?$/.exec(text) ??
    (made === null ? [] : [text, made[2], made[1]]);
  const number = readNumberWord(times);
  const counters = [...kind.members.values()].filter(
    ({ name, schema }) => schema.types.includes('integer') && sharesRoot(name, verb),
  );
  const [counter] = counters.filter(({ name }) => !/left|remaining/i.test(name));
  return number === undefined || counter === undefined ? undefined : `${dot(variable, counter.name)} >= ${number}`;
};

/** True if a name contains the noun of a verb: `renewals` and `renewal_count` for "renewed". */
export function sharesRoot(name: string, verb: string): boolean {
  const root = rootOf(verb);
  const least = Math.max(4, root.length - 1);
  return root.length > 3 && splitWords(name).some((word) => word.slice(0, least) === root.slice(0, least));
}

/** Reads a comparison in the record or in a list item: "a quantity above the maximum of the ticket type". */
const compared: Form = (reader, text, scope) => {
  const [, member = '', rest = ''] =
    /^(?:an? )?(?:amount of |number of )?([\w ]+?) (?:is |are |lies |that (?:is|are) )?((?:above|below|over|under|beyond|(?:higher|lower|more|less|greater|larger|smaller|longer|shorter|fewer) than|exceeding|outside) .+)$/.exec(
      text,
    ) ?? [];
  if (member === '') return undefined;
  const comparison = `the ${member} ${rest.replace(/^exceeding /, 'exceeds ').replace(/^(above|below|over|under|beyond|higher|lower|more|less|greater|larger|smaller|longer|shorter|fewer) /, 'is $1 ')}`;
  const isKnown = [scope, scope.outer].some((each) => each !== undefined && memberIn(each.kind, member) !== undefined);
  // Matches "A payment greater than the balance".
  const sent = isKnown ? undefined : onlyNumber(scope, member)?.member;
  const own =
    isKnown || sent !== undefined
      ? reader.condition(comparison.replace(member, sent?.name.toLowerCase() ?? member), scope)
      : undefined;
  return (
    own ??
    inItems(scope, (item) =>
      memberIn(item.kind, member) === undefined ? undefined : reader.condition(comparison, item),
    )
  );
};

/** Compares a member with that of the referenced record: "it runs this version already". */
const same: Form = (_reader, text, { kind, vocabulary }) => {
  const [, noun = ''] =
    /\b(?:runs|has|uses|is on|carries) (?:already )?(?:this|that|the same) (\w+)(?: already)?$/.exec(text) ??
    /^(?:this|that|the same) (\w+) is the one (?:that )?(?:it|the [a-z]+) (?:already |now )?(?:runs|has|uses|carries)(?: already)?$/.exec(
      text,
    ) ??
    [];
  const own = noun === '' ? undefined : memberIn(kind, noun);
  if (own === undefined) return undefined;
  const found = kind.references.flatMap(({ member, target }) => {
    const other = vocabulary.kinds.get(target);
    return [...(other?.members.values() ?? [])]
      .filter(({ name }) => rootOf(splitWords(name).at(-1) ?? '') === rootOf(noun))
      .map(
        ({ name }) =>
          `${dot(`find(${JSON.stringify(target)}, ${dot('self', member)})`, name)} == ${dot('self', own.name)}`,
      );
  });
  return found.length === 1 ? found[0] : undefined;
};

/** Reads "an employee named as their own manager". */
const own: Form = (_reader, text, { kind }) => {
  const [, role = ''] = /\b(?:their|its|his|her) own (\w+)$/.exec(text) ?? [];
  const found = kind.references.filter(
    ({ member, target }) =>
      target === kind.resource?.name && splitWords(member).slice(0, -1).join('') === normalizeName(role),
  );
  const [reference] = found;
  const key = kind.resource?.key;
  return reference === undefined || found.length > 1 || key === undefined
    ? undefined
    : `${dot('self', reference.member)} == ${dot('self', key)}`;
};

/** Reads "it is less than a day before the start". */
const fromNow: Form = (reader, text, scope) => {
  const bound = readTimeBound(reader, text, scope);
  return bound !== undefined && /^(?:(?:it|this) is)?$/.test(bound.rest) ? bound.condition : undefined;
};

const forms: readonly Form[] = [
  alreadyThere,
  overlapping,
  limited,
  counted,
  owing,
  keptForOther,
  compared,
  elsewhere,
  differing,
  same,
  own,
  scarce,
  addedUp,
  ofSame,
  linked,
  usedBy,
  moreThanSent,
  asManyAs,
  fromNow,
];

/** Reads a reason that compares a record with other records or with the records it refers to. */
export function readComparedReason(reader: ProseReader, text: string, scope: Scope): string | undefined {
  for (const form of forms) {
    const found = form(reader, text, scope);
    if (found !== undefined) return found;
  }
  return undefined;
}
