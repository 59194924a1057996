import { normalizeName, remember, splitWords } from '@understudy/model';
import { isEndState, saysEnded, saysGoingOn } from '../words/end-states.js';
import { SynonymIndex } from '../words/synonyms.js';
import { rootOf } from '../words/verb-forms.js';
import { rangeOf } from './ranges.js';
import type { Scope } from './scope.js';
import { formsOf } from './states.js';
import { dot, type Kind, type NamedMember, type NamedState, stateIn } from './vocabulary.js';

/** Words that can refer to any resource. */
const general: ReadonlySet<string> = new Set(['one', 'ones', 'status', 'state', 'record', 'records']);

/** Reads words for states as a condition: "open or overdue", "not lost", "unpaid". */
export function readStatePhrase(
  text: string,
  { kind, variable }: Pick<Scope, 'kind' | 'variable'>,
): string | undefined {
  const isNoun = (word: string) => general.has(word) || formsOf(kind.nouns).has(word);
  // "Booked and not completed"
  const [, one = '', other = ''] = /^(?!not |neither )(.+?),? (?:and|but) not (?:yet )?(.+)$/.exec(text) ?? [];
  if (one !== '') {
    const [first, second] = [one, other].map((each) => readStatePhrase(each, { kind, variable }));
    return first === undefined || second === undefined ? undefined : `(${first}) && !(${second})`;
  }
  const isNegative = /^not |^neither |^anything but |^anything other than |^no longer /.test(text);
  const groups = text
    .replace(/^(?:not|anything but|anything other than|no longer|neither|either) /, '')
    .split(/,? (?:or|and|nor) |, ?|\//)
    .map((group) =>
      stateIn(kind, group) !== undefined
        ? group
        : group
            .replace(/^(?:the|an?|in|of|not|yet) /, '')
            .replace(/^(?:status|state) /, '')
            .trim(),
    )
    .map((group) => {
      const words = group.split(' ');
      // Matches "Draft trips", "trips on hold".
      if (words.length > 1 && isNoun(words.at(-1) ?? '')) return words.slice(0, -1).join(' ');
      const rest = words.slice(1).join(' ');
      return isNoun(words[0] ?? '') && stateIn(kind, rest) !== undefined ? rest : group;
    })
    .filter((group) => group !== '');
  if (groups.length === 0) return undefined;
  const conditions: { member: string; values: string[] }[] = [];
  const others: string[] = [];
  for (const group of groups) {
    const said = stateIn(kind, group) ?? stateIn(kind, group.replace(/ (?:of|off|out)$/, ''));
    const isGeneral = saysEnded(group) && normalizeName(said?.value ?? '') !== normalizeName(group);
    const state = isGeneral ? undefined : said;
    const ends = isGeneral
      ? kind.states.filter(({ member, words }) => member === kind.stateMember && isEndState(words))
      : [];
    for (const each of ends) addState(conditions, each);
    if (ends.length > 0) continue;
    const period =
      state === undefined && /^(?:(?:in )?(?:force|effect)|effective|applicable|currently valid)$/.test(group)
        ? inForce(kind, variable)
        : undefined;
    const flag =
      period ??
      (state === undefined
        ? (flagOf(group, kind, variable) ?? notEnded(group, kind, variable) ?? toBeDone(group, kind, variable))
        : undefined);
    if (state === undefined && flag === undefined) return undefined;
    if (flag !== undefined) others.push(flag);
    if (state !== undefined) addState(conditions, state);
  }
  const all = [
    ...conditions.map(({ member, values }) => {
      const [value, another] = values;
      return another === undefined
        ? `${dot(variable, member)} == ${JSON.stringify(value)}`
        : `${dot(variable, member)} in ${JSON.stringify(values)}`;
    }),
    ...others,
  ];
  const whole = all.length === 1 ? all[0] : all.map((each) => `(${each})`).join(' || ');
  return isNegative ? `!(${whole})` : whole;
}

/** Reads "An unfinished test" as a test in none of its final states. */
function notEnded(group: string, { states, stateMember, members }: Kind, variable: string): string | undefined {
  const own = states.filter(({ member }) => member === stateMember);
  const ends = own.filter(({ words }) => isEndState(words)).map(({ value }) => value);
  if (!saysGoingOn(group)) return undefined;
  // A record without `returned_at` is an open loan.
  const stamps = [...members.values()].filter(({ name, schema }) => {
    const [word = '', ...rest] = splitWords(name);
    return schema.nullable && /^(?:at|on)$/.test(rest.join(' ')) && isEndState(word);
  });
  if (ends.length === 0) return stamps.length === 1 ? `${dot(variable, stamps[0]?.name ?? '')} == null` : undefined;
  return stateMember !== undefined && ends.length < own.length
    ? `!(${dot(variable, stateMember)} in ${JSON.stringify(ends)})`
    : undefined;
}

/** Reads "Tests to be started" as tests in a state in which they can be started. */
function toBeDone(group: string, { leaving, stateMember }: Kind, variable: string): string | undefined {
  const [, verb = ''] = /^to be (\w+)$/.exec(group) ?? [];
  const states = verb === '' ? undefined : leaving.get(rootOf(verb));
  return states === undefined || stateMember === undefined
    ? undefined
    : `${dot(variable, stateMember)} in ${JSON.stringify(states)}`;
}

/** Returns the condition that the current time is within the period of a record. */
function inForce(kind: Kind, variable: string): string | undefined {
  const [start, end] = rangeOf(kind) ?? [];
  if (start === undefined || end === undefined) return undefined;
  return `${dot(variable, start)} <= now && (${dot(variable, end)} == null || now < ${dot(variable, end)})`;
}

/** The members that show whether something is true, by the words for it. */
type Signs = Readonly<Record<'flags' | 'counts' | 'stamps', SynonymIndex<NamedMember>>>;

const signs = new WeakMap<Kind['members'], Signs>();

function indexSigns(members: readonly NamedMember[]): Signs {
  const index = (wordsOf: (member: NamedMember) => readonly string[] | undefined) =>
    new SynonymIndex(
      members.flatMap((member) => {
        const words = wordsOf(member);
        return words === undefined ? [] : [[words.join(' '), member] as const];
      }),
    );
  return {
    flags: index(({ name, schema }) =>
      schema.types[0] === 'boolean' && normalizeName(name).length > 2
        ? splitWords(name).filter((each) => each !== 'is')
        : undefined,
    ),
    counts: index(({ name, schema }) => {
      const [unit = '', ...rest] = splitWords(name);
      const isCount = /^(?:days|hours|minutes)$/.test(unit) && rest.length > 0 && schema.types[0] === 'integer';
      return isCount ? rest : undefined;
    }),
    stamps: index(({ name, schema }) =>
      schema.nullable && /(?:At|_at|On|_on)$/.test(name) ? splitWords(name).slice(0, -1) : undefined,
    ),
  };
}

/** Reads a word for a flag or timestamp: "blocked" for the member `blocked` or `blockedAt`, "unpaid" for `paid`. */
function flagOf(text: string, kind: Kind, variable: string): string | undefined {
  const [, negation, word = ''] =
    /^(un|in(?=act|comp|val|vis|elig|avail)|not |non-?)?(.+)$/.exec(
      /^(?:alive|living)$/.test(text) ? 'not dead' : text,
    ) ?? [];
  const { flags, counts, stamps } = remember(signs, kind.members, () => indexSigns([...kind.members.values()]));
  for (const [plain, isNegative] of [
    [text, false],
    [word, negation !== undefined],
  ] as const) {
    const [flag, otherFlag] = flags.named(plain);
    if (flag !== undefined && otherFlag === undefined)
      return `${dot(variable, flag.name)} ${isNegative ? '!=' : '=='} true`;
    const [count, otherCount] = counts.named(plain);
    if (count !== undefined && otherCount === undefined)
      return `${dot(variable, count.name)} ${isNegative ? '<=' : '>'} 0`;
    const [stamp, otherStamp] = stamps.named(plain);
    if (stamp !== undefined && otherStamp === undefined)
      return `${dot(variable, stamp.name)} ${isNegative ? '==' : '!='} null`;
  }
  return undefined;
}

function addState(conditions: { member: string; values: string[] }[], { member, value }: NamedState): void {
  const own = conditions.find((each) => each.member === member);
  if (own === undefined) conditions.push({ member, values: [value] });
  else if (!own.values.includes(value)) own.values.push(value);
}
