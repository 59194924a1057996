import {
  type ActionEffects,
  escapeTemplate,
  findNamed,
  listDescribedValues,
  normalizeName,
  remember,
  rememberSome,
  type SchemaReader,
  splitWords,
} from '@understudy/model';
import { lifecycleMember } from '../words/state-members.js';
import {
  isVerb,
  listParticiples,
  listStatesAfter,
  listUndoneVerbs,
  phrasalVerbIn,
  renewingVerbs,
  verbBehind,
} from '../words/verbs.js';
import { isStateMember } from './read-names.js';

export const noEffects: ActionEffects = { set: {} };

/** Members with nested timestamps or states of their entity. */
const inner =
  /status$|^(?:state|statustransitions|transitions|timestamps|dates|times|lifecycle|attributes|metadata|meta)$/;
const beginnings = new Set(['started', 'start', 'opened', 'open', 'begun', 'added', 'attached']);
/** Words that follow a participle in member names, such as `assigned_to` and `lockedReason`. */
const circumstance = /^(?:by|to|from|for|until|reason|account|user)/;
/** Words in action names that do not affect the result. */
const fillers = new Set(['mark', 'as', 'set', 'make', 'do', 'is', 'to', 'be', 'the']);

/**
 * Returns the members that an action changes, judging by the words of its path: `cancel` sets `status` to `canceled`,
 * and `canceled_at` to the current time.
 *
 * @param name last segment of the path, such as `mark_as_read`
 * @param isUndone whether the operation reverts the named action: `DELETE /issues/{id}/lock`
 */
export function planEffects(schemas: SchemaReader, schema: unknown, name: string, isUndone = false): ActionEffects {
  const meaning = rememberSome(meanings, `${isUndone} ${name}`, 20_000, () => meaningOf(name, isUndone));
  const effects: Gathered = { set: {}, stamps: {}, clear: {} };
  gather(schemas, schema, meaning, effects);
  addAmounts(schemas, schema, effects);
  addRenewed(schemas, schema, name, effects);
  return { set: { ...effects.set, ...effects.stamps, ...effects.clear } };
}

export function hasEffect({ set, lists, list }: ActionEffects): boolean {
  return Object.keys(set).length > 0 || lists !== undefined || list !== undefined;
}

/** The meaning of the words in an action name. */
interface Meaning {
  readonly done: readonly string[];
  readonly undone: readonly string[];
  /** True if the words include a known verb. */
  readonly isCertain: boolean;
  /** The states after the action, its participles, and the states that it leaves, without case and separators. */
  readonly after: readonly string[];
  readonly past: readonly string[];
  readonly former: readonly string[];
  /** Match the names of timestamps that the action sets, and of those that it clears. */
  readonly stamped: RegExp;
  readonly cleared: RegExp;
}

const meanings = new Map<string, Meaning>();

function meaningOf(name: string, isUndone: boolean): Meaning {
  const words = splitWords(name).filter((word) => !fillers.has(word));
  const whole = words.join('');
  const verbs = words.flatMap((word) => (isVerb(word) ? word : (verbBehind(word) ?? [])));
  const phrase = phrasalVerbIn(words);
  const all = [whole, ...verbs, ...(words.length > 1 && phrase.length === 0 ? words : [])];
  const named = [...new Set(all)].filter((word) => word !== '');
  // Participles of phrasal verbs, without the space: `calledoff`.
  const [verb = '', particle = ''] = isUndone ? [] : phrase;
  const phrases = verb === '' ? [] : listParticiples(verb).map((participle) => participle + particle);
  const done = isUndone ? [] : named;
  const undone = isUndone ? named : named.flatMap(listUndoneVerbs);
  const past = [...phrases, ...done.flatMap(listParticiples)];
  const former = undone.flatMap((verb) => [...listParticiples(verb), ...listStatesAfter(verb)]).map(normalizeName);
  return {
    ...{ done, undone, past, former, isCertain: named.some(isVerb) },
    after: [...phrases, ...done.flatMap(listStatesAfter).map(normalizeName)],
    stamped: stampFor([...past, ...done], '(?:last|latest)?'),
    // The start time does not change when a state ends.
    cleared: stampFor(former.filter((word) => !beginnings.has(word))),
  };
}

/** The members that an action sets to a value, to the current time, or to null. */
type Gathered = Record<'set' | 'stamps' | 'clear', Record<string, unknown>>;

/** A member that an action can change. */
interface Target {
  readonly at: string;
  readonly plain: string;
  readonly keywords: Readonly<Record<string, unknown>>;
  /** The name of a flag without `is`, and the verb in a flag such as `canCancel`. */
  readonly flag?: { readonly bare: string; readonly possible: string };
  readonly isState: boolean;
  readonly isKind: boolean;
  /** True unless it is a list or a flag. */
  readonly isBare: boolean;
  /** True for an object with nested members. */
  readonly isWhole?: boolean;
}

const targets = new WeakMap<SchemaReader, Map<unknown, readonly Target[]>>();

function targetsOf(schemas: SchemaReader, schema: unknown): readonly Target[] {
  const known = remember(targets, schemas, () => new Map<unknown, readonly Target[]>());
  return remember(known, schema, () => [...listTargets(schemas, schema, [])]);
}

function* listTargets(schemas: SchemaReader, schema: unknown, above: readonly string[]): Iterable<Target> {
  for (const [name, property] of schemas.chosen(schema).properties) {
    const path = [...above, name];
    const plain = normalizeName(name);
    const { types, keywords, properties } = schemas.chosen(property);
    const isBare = !/array|boolean/.test(types.join());
    if (properties.size > 0) {
      if (isBare) yield { at: path.join('.'), plain, keywords, isBare, isWhole: true, isState: false, isKind: false };
      if (above.length === 0 && inner.test(plain)) yield* listTargets(schemas, property, path);
      continue;
    }
    const bare = plain.replace(/^(?:is|has|was)(?=.{3})/, '');
    const isOfState = keywords['enum'] !== undefined && isStateMember(normalizeName(above.at(-1) ?? ''));
    yield {
      ...{ at: path.join('.'), plain, keywords, isBare },
      ...(types.includes('boolean') ? { flag: { bare, possible: /^can(?:be)?(.{3,})$/.exec(bare)?.[1] ?? '' } } : {}),
      isState: isOfState || isStateMember(plain) || plain === lifecycleMember,
      // An action does not change the type of a record.
      isKind: /(?:type|kind|reason|event|action)$/.test(plain),
    };
  }
}

function gather(schemas: SchemaReader, schema: unknown, meaning: Meaning, effects: Gathered): void {
  const { after, past, former, stamped, cleared } = meaning;
  for (const { at, plain, keywords, flag, isState, isKind, isBare, isWhole } of targetsOf(schemas, schema)) {
    const isPast = former.some((word) => plain.startsWith(word) && circumstance.test(plain.slice(word.length)));
    if (isPast && isBare) effects.clear[at] = '=null';
    else if (isWhole === true) continue;
    else if (flag !== undefined) {
      if (after.includes(flag.bare)) effects.set[at] = true;
      else if (former.includes(flag.bare) || meaning.done.includes(flag.possible) || past.includes(flag.possible))
        effects.set[at] = false;
    } else if (stamped.test(plain)) effects.stamps[at] = '=now';
    else if (cleared.test(plain)) effects.clear[at] = '=null';
    else {
      const value = isState ? stateAfter(keywords, meaning, after) : isKind ? undefined : valueAmong(keywords, past);
      if (value !== undefined) effects.set[at] = escapeTemplate(value);
    }
  }
}

/** Sets a new value for a secret: `stream_key` for `reset-stream-key`. */
function addRenewed(schemas: SchemaReader, schema: unknown, name: string, { set }: Gathered): void {
  const [verb = '', ...nouns] = splitWords(name);
  const { properties } = schemas.chosen(schema);
  const member = findNamed(renewingVerbs.has(verb) ? properties.keys() : [], [nouns.join('')]);
  if (member !== undefined && schemas.chosen(properties.get(member)).types.includes('string'))
    set[member] = '=next("{24}")';
}

/** A successful payment has received its full amount. */
function addAmounts(schemas: SchemaReader, schema: unknown, { set }: Gathered): void {
  const isPaid = /^(?:succeeded|paid|captured|completed?|settled)$/i;
  if (!Object.values(set).some((value) => isPaid.test(String(value)))) return;
  const names = [...schemas.chosen(schema).properties.keys()];
  const source = findNamed(names, ['amountdue', 'amount', 'total']);
  const received = names.filter((name) =>
    /^(?:amount(?:received|paid|captured)|(?:received|paid|captured)amount)$/.test(normalizeName(name)),
  );
  if (source !== undefined) for (const name of received) set[name] = `=self.${source}`;
}

function stampFor(words: readonly string[], before = ''): RegExp {
  const any = words.length === 0 ? '(?!)' : `(?:${words.map((word) => word.replace(/\W/g, '')).join('|')})`;
  return new RegExp(`^(?:${before}${any}(?:utc)?(?:at|on|since|date|time|datetime|ts)|(?:date|time)${any})$`);
}

/** Returns the enum value that is a participle of the action, whatever the member's name: `phase` or `availability`. */
function valueAmong({ enum: values }: Readonly<Record<string, unknown>>, past: readonly string[]): unknown {
  if (!Array.isArray(values)) return undefined;
  return values.find((each) => typeof each === 'string' && past.includes(normalizeName(each)));
}

/** Words that negate or restrict the participle in a value. */
const open = new Set('not un non no never partially partly pending awaiting waiting to be failed if until'.split(' '));

/** Returns the value of a state after an action: a described value, or otherwise the participle of a known verb. */
function stateAfter(
  keywords: Readonly<Record<string, unknown>>,
  { done, undone, past, former, isCertain }: Meaning,
  after: readonly string[],
): unknown {
  const described: unknown[] = Array.isArray(keywords['enum'])
    ? keywords['enum']
    : listDescribedValues(keywords['description']);
  // Undoing a state restores the default state: `unarchive`, but not `unpin` if there is no pinned state.
  const isEnd = undone.some(isVerb) && described.some((each) => former.includes(normalizeName(String(each))));
  const usual = ['active', 'open', 'enabled'].filter((each) => isEnd && !former.includes(each));
  for (const word of [...after, ...usual]) {
    const value = described.find((each) => typeof each === 'string' && normalizeName(each) === word);
    if (value !== undefined) return value;
  }
  // `CANCELED_BY_OWNER` for `cancel`, unless another word negates it.
  const longer = described.find(
    (each) =>
      typeof each === 'string' &&
      !splitWords(each).some((word) => open.has(word)) &&
      splitWords(each).some((word) => past.includes(word)),
  );
  if (longer !== undefined) return longer;
  const isClosed = Array.isArray(keywords['enum']) || described.length > 1;
  return isClosed || !isCertain ? undefined : done.filter(isVerb).flatMap(listParticiples)[0];
}
