import { readNumberWord } from '../words/number-words.js';
import { isNounOf } from './phrases.js';
import type { ProseReader } from './prose-reader.js';
import { liveOf, referenceNamed } from './refusal-forms.js';
import type { Form } from './relation-forms.js';
import { innerVariable, type Scope } from './scope.js';
import { pluralOf } from './states.js';
import { dot, memberIn } from './vocabulary.js';

const number = '(one|a single|a second|two|three|four|five|six|seven|eight|nine|ten|twelve|\\d{1,4})';
const bound = '(?:(only|at most|no more than|not more than|more than|up to|just|exactly) )?';
const holds = '(?:have|has|takes?|holds?|contains?|carr(?:y|ies)|places?|keeps?|makes?|gets?|be given)';
const ending =
  '(?:,? (?:at (?:a|the same|any|one) (?:time|moment)|at once|in total|in all|together|simultaneously|in parallel|(?:is|are) (?:possible|allowed|permitted|accepted)))?';

/** Matches "A trip can have at most three open entries", "the same trip cannot have two entries". */
const ofOwner = new RegExp(
  `^(?:an?|one|each|every|any|the|the same) ([a-z ]{1,40}?) (?:(can|may|could|must|cannot|can't|may not|must not|should) )?(not |never )?${bound}${holds} ${bound}${number} ([a-z_ ]{1,60}?)${ending}$`,
);
/** Matches "At most three open entries per trip are possible". */
const perOwner = new RegExp(
  `^(?:there (?:can|may) be )?(only|at most|no more than|not more than|up to) ${number} ([a-z_ ]{1,60}?) (?:per|for each|for every|for one|in one|of one) ([a-z ]{1,40}?)${ending}$`,
);

/** Matches "No more than two trips of the same boat may be open at once". */
const ofSame = new RegExp(
  `^(only|at most|no more than|not more than|up to) ${number} ([a-z_ ]{1,60}?) (?:of|on|for|in|by|with|from) (?:the same|one|a single|each|any one|any) ([a-z ]{1,40}?) (?:can|may|could) be (?:in (?:the )?(?:state|status) )?([a-z_ ]{1,60}?)${ending}$`,
);
/** Matches "Three orders in progress, that is open or allocated". */
const namely = /^([a-z]+)(?: [a-z ]+)?,? (?:that is|i\.?e\.?|meaning|namely)(?: to say)?,? (.+?),?$/;

/** Matches "One booking per date", "one booking on the same date". */
const eachOf =
  /^(.+?) (?:per|for each|for every|on (?:the same|any one|one)|for the same|at the same|in the same) ([a-z_]+)$/;

/** Reads a maximum number of records per owner as the condition that it is reached. */
export const countLimit: Form = (reader, text, scope) => {
  const owned = ofOwner.exec(text.replace(/, (?=(?:that is|at the same time|at once)\b)/g, ' '));
  const per = owned === null ? perOwner.exec(text) : null;
  const same = per === null && owned === null ? ofSame.exec(text) : null;
  const [, owner = '', modal = '', no = '', before = '', after = '', said = '', given = ''] =
    owned ??
    (per === null
      ? same === null
        ? []
        : ['', same[4], '', '', same[1], '', same[2], `${same[3]} that are ${same[5]}`]
      : ['', per[4], '', '', per[1], '', per[2], per[3]]);
  const [, named, which] = namely.exec(given) ?? [];
  const things = named === undefined ? given : `${named} that are ${which}`;
  const sign = before || after;
  const isDenied = /not|cannot|can't/.test(modal) || no !== '';
  // "A trip has two entries" and "a trip can have more than one entry" are not limits.
  const isLimit = isDenied || !['', 'more than', 'exactly'].includes(sign);
  if (said === '' || !isLimit || sign === 'exactly') return undefined;
  const count = /^(?:a single|one)$/.test(said) ? 1 : said === 'a second' ? 2 : readNumberWord(said);
  if (count === undefined) return undefined;
  const most = isDenied && sign !== 'more than' ? count - 1 : count;
  const [, head = '', alike = ''] = eachOf.exec(things) ?? ['', things];
  const [, nouns = '', clause = ''] =
    /^([a-z_ ]+?)( (?:that|which) .+| with (?:the )?(?:status|state) .+)?$/.exec(head) ?? [];
  const noun = /(?<![a-z])[a-z]+$/.exec(nouns)?.[0] ?? '';
  const plural = noun.endsWith('s') ? nouns : nouns.replace(/(?<![a-z])[a-z]+$/, pluralOf(noun));
  const all = reader.many(
    `${plural} of the ${owner}${clause.replace(/ (?:is|was|has) /, ' are ').replace(/^ with (?:the )?(?:status|state) /, ' that are ')}`,
    scope,
  );
  const within = alike === '' ? undefined : memberIn(scope.kind, alike)?.name;
  if (alike !== '' && within === undefined) return undefined;
  const key = scope.kind.resource?.key;
  if (all === undefined && most > 0) return countAlike(reader, { owner, things: `${nouns}${clause}`, most }, scope);
  if (most < 1 || all === undefined || all.kind.resource !== scope.kind.resource || key === undefined) return undefined;
  const variable = innerVariable(scope);
  const live = all.expression.includes('.filter(') ? undefined : liveOf(scope.kind, variable);
  const equal = within === undefined ? undefined : `${dot(variable, within)} == ${dot(scope.variable, within)}`;
  const conditions = [`${dot(variable, key)} != ${dot(scope.variable, key)}`, equal, live].filter(
    (each) => each !== undefined,
  );
  const others = `${all.expression}.filter(${variable}, ${conditions.join(' && ')})`;
  return `${others}.size() >= ${most}`;
};

const alreadyHas = new RegExp(
  `^(?:an?|the|this|that|each) ([a-z ]{1,40}?) (?:already|still) (?:has|holds|works on|runs) ${number} (?:or more )?([a-z_ ]{1,60}?)$`,
);

/**
 * Reads "The clerk already has three files in work": three records have the same value in a member that is not a
 * reference.
 */
export const reachedCount: Form = (reader, text, scope) => {
  const [, owner = '', said = '', things = ''] = alreadyHas.exec(text) ?? [];
  const most = said === '' ? undefined : (readNumberWord(said) ?? 1);
  return most === undefined ? undefined : countAlike(reader, { owner, things, most }, scope);
};

/** Counts the records with the same value in a member that is not a reference. */
function countAlike(
  reader: ProseReader,
  { owner, things, most }: { readonly owner: string; readonly things: string; readonly most: number },
  scope: Scope,
): string | undefined {
  const { kind, outer } = scope;
  const [, adjective, last = ''] = /^([a-z_ ]+) ([a-z]+)$/.exec(things) ?? [];
  if (adjective !== undefined && isNounOf(kind, last))
    return countAlike(reader, { owner, things: `${last} that are ${adjective}`, most }, scope);
  const sent = outer?.variable === 'body' ? memberIn(outer.kind, owner) : undefined;
  const member = memberIn(kind, sent?.name ?? owner);
  const isSent = sent !== undefined || kind.resource?.writable.has(member?.name ?? '') === true;
  const isPlain = member !== undefined && kind.references.every((each) => each.member !== member.name);
  const [, noun = '', , state = ''] =
    /^([a-z_]+?)(?: (that|which) (?:are|is|were|was))?(?: (?:in (?:status |state )?)?([a-z_ ]+))?$/.exec(things) ?? [];
  if (!isPlain || !isSent || !isNounOf(kind, noun)) return undefined;
  const live =
    state === ''
      ? liveOf(kind, 'other')
      : (reader.states(state, { variable: 'other', kind }) ??
        reader.states(`in ${state}`, { variable: 'other', kind }));
  if (state !== '' && live === undefined) return undefined;
  const value = sent === undefined ? dot(scope.variable, member.name) : dot('body', sent.name);
  const conditions = [`${dot('other', member.name)} == ${value}`, ...(live === undefined ? [] : [live])].join(' && ');
  const others = `others(${JSON.stringify(kind.resource?.name)})`;
  return most === 1
    ? `${others}.exists(other, ${conditions})`
    : `${others}.filter(other, ${conditions}).size() >= ${most}`;
}

const denied = /^no |\b(?:cannot|can't|(?:may|must) not) /;
const twice =
  /^(?:the same|an?|one|each|every|no) ([a-z ]{1,40}?) (?:can|may|cannot|can't|may not|must not) (?:use|have|give|send|take|choose|enter|hold|issue|book) (?:the same|one|an?) ([a-z_ ]{1,40}?) (?:twice|again|a second time|more than once|two times)$/;

/** Matches "The same director cannot hand in two films with the same title". */
const severalAlike =
  /^(?:the same|an?|one|each|every|no) ([a-z ]{1,40}?) (?:can|may|cannot|can't|may not|must not) [a-z ]{2,30} (?:two|more than one|several) [a-z]{1,30} (?:with|of|for|on|in|at) the same ([a-z_ ]{1,40})$/;
/** Matches "Every juror reviews a film once". */
const onceEach =
  /^(?:an?|each|every|one|the same) ([a-z ]{1,40}?) (?:can |may )?[a-z]{3,20} (?:an?|each|every|the same) ([a-z_ ]{1,40}?) (?:only |just |at most )?once$/;

/** Reads "The same supplier cannot use the same reference twice": another record has both values. */
export const usedTwice: Form = (reader, text, scope) => {
  const repeated = denied.test(text) ? (twice.exec(text) ?? severalAlike.exec(text)) : null;
  const [, owner = '', name = ''] = repeated ?? onceEach.exec(text) ?? [];
  const member =
    name === '' ? undefined : (referenceNamed(reader, `the ${name}`, scope) ?? memberIn(scope.kind, name)?.name);
  const own =
    member === undefined
      ? undefined
      : (referenceNamed(reader, `the ${owner}`, scope) ?? memberIn(scope.kind, owner)?.name);
  if (own === undefined || member === undefined || own === member) return undefined;
  const same = [own, member].map((each) => `${dot('other', each)} == ${dot('self', each)}`);
  return `others(${JSON.stringify(scope.kind.resource?.name)}).exists(other, ${same.join(' && ')})`;
};

/** Matches phrases that start with a bound: "More than two legs". The condition must include the number. */
export const countsFirst = new RegExp(`^(?:more than|fewer than|less than|at most|up to|no more than) ${number} `);
