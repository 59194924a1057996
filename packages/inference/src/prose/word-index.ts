import { normalizeName, remember } from '@understudy/model';
import { SynonymIndex } from '../words/synonyms.js';
import { rootOf } from '../words/verb-forms.js';
import { type MemberWords, wordsOfMember } from './name-words.js';

interface Named {
  readonly name: string;
}

/** The forms of a member name to search by. */
const forms = {
  plain: ({ plain }: MemberWords) => plain,
  stem: (words: MemberWords) => words.stem,
  /** Without the first word, if there are more words. */
  rest: ({ words, stemOfRest }: MemberWords) => (words.length > 1 ? stemOfRest : undefined),
  root: ({ root }: MemberWords) => root,
  /** The words before "per": `rate` for `rate_per_km`. */
  perUnit: ({ words }: MemberWords) =>
    words.includes('per') ? words.slice(0, words.indexOf('per')).join(' ') : undefined,
  /** The root of the first word, if there are only one or two. */
  verb: ({ words }: MemberWords) => (words.length < 3 ? rootOf(words[0] ?? '') : undefined),
};

type Form = keyof typeof forms;

const members = new WeakMap<object, Map<Form, Map<string | undefined, Named[]>>>();

/** Returns the members with a given form of their name. */
export function membersWith<Member extends Named>(
  named: ReadonlyMap<string, Member>,
  form: Form,
  wanted: string,
): readonly Member[] {
  const byForm = remember(members, named, () => new Map<Form, Map<string | undefined, Named[]>>());
  const groups = remember(byForm, form, () => groupBy(named.values(), (each) => forms[form](wordsOfMember(each))));
  return (groups.get(wanted) ?? []) as Member[];
}

function groupBy<Each>(
  all: Iterable<Each>,
  keyOf: (each: Each) => string | undefined,
): Map<string | undefined, Each[]> {
  const groups = new Map<string | undefined, Each[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

interface State {
  readonly value: string;
  readonly words: string;
}

const byValue = new WeakMap<object, ReadonlyMap<string | undefined, readonly State[]>>();
const byWords = new WeakMap<object, SynonymIndex<State>>();

/** Returns the states with a value, without case and separators. */
export function statesWithValue<Each extends State>(all: readonly Each[], plain: string): readonly Each[] {
  const groups = remember(byValue, all, () => groupBy(all, ({ value }) => normalizeName(value)));
  return (groups.get(plain) ?? []) as readonly Each[];
}

/** Indexes the states by their words. */
export function wordsOfStates<Each extends State>(all: readonly Each[]): SynonymIndex<Each> {
  return remember(
    byWords,
    all,
    () => new SynonymIndex<State>(all.map((each) => [each.words, each])),
  ) as SynonymIndex<Each>;
}
