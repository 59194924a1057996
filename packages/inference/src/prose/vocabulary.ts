import {
  type ApiPlan,
  type BehaviorModel,
  type FlatSchema,
  normalizeName,
  type Resource,
  type SchemaReader,
  splitWords,
} from '@understudy/model';
import { moneyUnits, moneyWords, units } from '../words/member-words.js';
import { rootOfPhrase } from '../words/synonyms.js';
import { verbOfNoun } from '../words/verb-forms.js';
import { leavingOf, makersOf, reachedOf } from './makers.js';
import { plainWords, stem, wordsOfMember } from './name-words.js';
import { nounsOf, unnamedState } from './states.js';
import { mayTouchIn, waitingPlacesIn } from './waiting-places.js';
import { membersWith, statesWithValue, wordsOfStates } from './word-index.js';

/** A member of a kind of record or item. */
export interface NamedMember {
  readonly name: string;
  readonly schema: FlatSchema;
  readonly description: string;
}

/** A state: a value in the enum of a member. */
export interface NamedState {
  readonly member: string;
  readonly value: string;
  /** The words of the value, such as `on hold`. */
  readonly words: string;
}

/** The subject of sentences in a description: the records of a resource, or the items of a list in a record. */
export interface Kind {
  /** Undefined for items of a list. */
  readonly resource?: Resource;
  readonly nouns: readonly string[];
  readonly members: ReadonlyMap<string, NamedMember>;
  readonly states: readonly NamedState[];
  /** The member with the state, if any. */
  readonly stateMember?: string;
  /** The members that refer to a record, with the name of its resource. */
  readonly references: readonly { readonly member: string; readonly target: string }[];
  /** The lists of nested objects. */
  readonly lists: ReadonlyMap<string, Kind>;
  /** The roots of the verbs of requests that create a record: `record` for "Record a result". */
  readonly makers: ReadonlySet<string>;
  /** The states in which actions are possible, by the root of their verb: `ordered` for `start`. */
  readonly leaving: ReadonlyMap<string, readonly string[]>;
}

/** All kinds of records and items in a description. */
export interface Vocabulary {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly schemas: SchemaReader;
  /** The words in the title of the API, which can refer to all records. */
  readonly about: ReadonlySet<string>;
  /** The number of places on each waiting list. */
  readonly waitingPlaces?: number | undefined;
  /** True if a range of days can start on the last day of another range. */
  readonly mayTouch?: boolean;
}

/** The resources of an API, with the statements about them. */
interface Described {
  readonly plan: Pick<ApiPlan, 'resources' | 'schemas' | 'operations'>;
  readonly model: BehaviorModel;
  /** The number of statements in the model, because rules add more over time. */
  readonly count?: number;
  readonly document?: { readonly info: { readonly title?: unknown; readonly description?: unknown } };
}

const stateName = /(?:^|_)(?:status|state|phase|stage)$|(?:Status|State|Phase|Stage)$/;
/** A kind without any known names. */
const bare: Kind = {
  nouns: [],
  members: new Map(),
  states: [],
  references: [],
  lists: new Map(),
  makers: new Set(),
  leaving: new Map(),
};
interface KnownVocabulary {
  readonly model: BehaviorModel;
  readonly count: number | undefined;
  readonly mark: string;
  readonly vocabulary: Vocabulary;
}

const known = new WeakMap<object, KnownVocabulary>();

/** Collects the names of resources, members and states, with the references that earlier rules found. */
export function vocabularyOf({ plan, model, count, document }: Described): Vocabulary {
  const before = known.get(plan);
  if (count !== undefined && before?.model === model && before.count === count) return before.vocabulary;
  const references = Object.entries(model.resources ?? {}).flatMap(([name, { members = {} }]) =>
    Object.entries(members).flatMap(([path, { refersTo }]) =>
      refersTo === undefined ? [] : [{ name, path, refersTo }],
    ),
  );
  const transitions = Object.values(model.resources ?? {}).flatMap(({ lifecycle }) =>
    Object.keys(lifecycle?.transitions ?? {}),
  );
  const mark = [...references.map(({ name, path, refersTo }) => `${name} ${path} ${refersTo}`), ...transitions].join();
  if (before?.mark === mark) {
    known.set(plan, { ...before, model, count });
    return before.vocabulary;
  }
  const kinds = new Map<string, Kind>();
  for (const resource of plan.resources.values()) {
    const own = references.filter(({ name }) => name === resource.name);
    const kind = kindOf(plan.schemas, resource, own);
    const stateMember = kind.stateMember ?? unnamedState(plan, resource);
    const reached = reachedOf(model, resource, kind.nouns).flatMap(([words, value]): NamedState[] =>
      stateMember === undefined || stateIn(kind, words) !== undefined ? [] : [{ member: stateMember, value, words }],
    );
    kinds.set(resource.name, {
      ...kind,
      states: [...kind.states, ...reached],
      ...(stateMember === undefined ? {} : { stateMember }),
      makers: makersOf(plan, resource),
      leaving: leavingOf(model, resource),
    });
  }
  const about = new Set(splitWords(String(document?.info.title ?? '')).map((word) => word.toLowerCase()));
  const vocabulary = {
    ...{ kinds, schemas: plan.schemas, about },
    ...{ waitingPlaces: waitingPlacesIn(plan, document), mayTouch: mayTouchIn(plan, document) },
  };
  known.set(plan, { model, count, mark, vocabulary });
  return vocabulary;
}

interface Reference {
  readonly path: string;
  readonly refersTo: string;
}

function kindOf(schemas: SchemaReader, resource: Resource, references: readonly Reference[]): Kind {
  const flat = schemas.chosen(resource.schema);
  const names = flat.names
    .map((name) => name.split('/').at(-1) ?? '')
    .filter((name) => !/input|new|update|patch|base|request$|create/i.test(name));
  const word = resource.name.split(/[.:]/).at(-1) ?? resource.name;
  const nouns = nounsOf([word, ...names.slice(0, 1)]);
  const lists = [...flat.properties].flatMap(([name, property]): [string, Kind][] => {
    const { items } = schemas.chosen(property);
    if (schemas.chosen(items).properties.size === 0) return [];
    const prefix = `${name}[].`;
    const inner = references.flatMap(({ path, refersTo }) =>
      path.startsWith(prefix) ? [{ path: path.slice(prefix.length), refersTo }] : [],
    );
    const itemNames = schemas.chosen(items).names.map((each) => each.split('/').at(-1) ?? '');
    return [[name, { ...partOf(schemas, items, inner), nouns: nounsOf([name, ...itemNames.slice(0, 1)]) }]];
  });
  const own = references.filter(({ path }) => !path.includes('[]'));
  return { ...partOf(schemas, resource.schema, own, resource.writable), resource, nouns, lists: new Map(lists) };
}

function partOf(
  schemas: SchemaReader,
  schema: unknown,
  references: readonly Reference[],
  sent: ReadonlyMap<string, unknown> = new Map(),
): Kind {
  const members = new Map(
    [...schemas.chosen(schema).properties].map(([name, property]): [string, NamedMember] => {
      const flat = schemas.chosen(property);
      // The description can be in the request instead of the record.
      const description = flat.keywords['description'] ?? schemas.chosen(sent.get(name)).keywords['description'] ?? '';
      return [name, { name, schema: flat, description: String(description) }];
    }),
  );
  const states = [...members.values()].flatMap(({ name, schema: { keywords } }): NamedState[] => {
    const values: readonly unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    return values.flatMap((value) =>
      typeof value === 'string' && /^[a-z]/i.test(value)
        ? [{ member: name, value, words: splitWords(value).join(' ') }]
        : [],
    );
  });
  const listing = [...new Set(states.map(({ member }) => member))];
  const [stateMember] = listing.filter((name) => stateName.test(name)).sort((one, other) => one.length - other.length);
  return {
    ...bare,
    members,
    states,
    ...(stateMember === undefined ? {} : { stateMember }),
    references: references.map(({ path, refersTo }) => ({ member: path, target: refersTo })),
  };
}

/** Creates a kind with the members of a request. */
export function kindOfMembers(
  schemas: SchemaReader,
  described: readonly (readonly [name: string, schema: unknown, description: string])[],
): Kind {
  const members = described.map(([name, schema, description]): [string, NamedMember] => [
    name,
    { name, schema: schemas.chosen(schema), description },
  ]);
  return { ...bare, members: new Map(members) };
}

/** Finds the only member that a phrase can refer to. */
export function memberIn(kind: Kind, phrase: string): NamedMember | undefined {
  const plain = normalizeName(phrase.replace(/^(?:the|its|their|a|an) /, ''));
  if (plain === '') return undefined;
  const find = (form: Parameters<typeof membersWith>[1], wanted: string) => membersWith(kind.members, form, wanted);
  const exact = find('plain', plain);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  // "The seconds of the hold" are `hold_seconds`.
  const [, part, whole] = /^(?:the )?(\w+) of the (\w+)$/.exec(phrase) ?? [];
  const inverted = part === undefined ? [] : find('plain', normalizeName(`${whole}${part}`));
  if (inverted.length === 1) return inverted[0];
  const words = plainWords(phrase);
  const wanted = stem(words);
  const nouns = new Set(kind.nouns.map(normalizeName));
  const prefixed = find('rest', wanted).filter((each) => nouns.has(wordsOfMember(each).words[0] ?? ''));
  const all = [...new Set([...find('stem', wanted), ...prefixed])];
  // "The discount" refers to the amount instead of the percentage.
  const absolute = all.filter(({ name }) => /percent|pct|rate/i.test(phrase) || !/percent|pct|rate/i.test(name));
  const [fitting, another] = absolute.length > 0 ? absolute : all;
  if (fitting !== undefined) return another === undefined ? fitting : undefined;
  // "The rate" is `rate_per_km`. The word for a price can precede its unit.
  const [perUnit, more] = words.at(-1) === 'rate' ? find('perUnit', words.join(' ')) : [];
  if (perUnit !== undefined && more === undefined) return perUnit;
  // "start date" is `started_on`, "the day of the return" is `returned_on`.
  const bare = words.filter(
    (word) => !nouns.has(word) && !units.has(word) && !/^(?:day|moment|was|has|been|it)$/.test(word),
  );
  const alike = bare.length === 0 ? [] : find('root', rootOfPhrase(bare.join(' ')));
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  // "receipt date" is `receivedOn`.
  const verb = verbOfNoun(bare.join(' '));
  const acted = verb === undefined ? [] : find('verb', verb);
  if (acted.length > 0 || !moneyWords.has(words.at(-1) ?? '')) return acted.length === 1 ? acted[0] : undefined;
  const named = stem(words.slice(0, -1));
  // "Actual cost" is `actual_cents`.
  const amounts = find('stem', named).filter((each) => moneyUnits.has(wordsOfMember(each).words.at(-1) ?? ''));
  return amounts.length === 1 ? amounts[0] : undefined;
}

/** Finds the only state that a phrase can refer to, by its words, their forms or their synonyms. */
export function stateIn(kind: Kind, phrase: string, hasSynonyms = true): NamedState | undefined {
  const plain = normalizeName(phrase);
  if (plain === '' || kind.states.length === 0) return undefined;
  const ranked = [
    () => statesWithValue(kind.states, plain),
    () => wordsOfStates(kind.states).alike(phrase),
    () => (hasSynonyms ? wordsOfStates(kind.states).named(phrase) : []),
  ];
  for (const find of ranked) {
    const found = find();
    const preferred = found.filter(({ member }) => member === kind.stateMember);
    const chosen = preferred.length > 0 ? preferred : found;
    const [first] = chosen;
    // Other words can refer to the same state.
    if (first !== undefined)
      return chosen.every(({ member, value }) => member === first.member && value === first.value) ? first : undefined;
  }
  return undefined;
}

/** Returns the access to a member in an expression. */
export function dot(object: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}
