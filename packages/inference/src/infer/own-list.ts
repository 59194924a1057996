import { type ListChange, normalizeName, type SchemaReader, splitWords, toSingular } from '@understudy/model';

const modes: Readonly<Record<ListChange['mode'], string>> = {
  add: 'add invite attach assign include follow tag subscribe enroll join create',
  remove: 'remove delete kick detach unassign exclude unfollow untag unsubscribe leave',
  set: 'set update replace',
};
const people = ['members', 'participants', 'attendees', 'users', 'followers'];
const verbsOfPeople = new Set(['invite', 'kick', 'join', 'leave', 'enroll']);

/** Finds the list of an entity that matches a word: `tags` for `tag`. */
export function findListMember(schemas: SchemaReader, schema: unknown, words: readonly string[]): string | undefined {
  const plain = words.map(toPlainNoun);
  const { properties } = schemas.chosen(schema);
  return [...properties].find(
    ([name, property]) => plain.includes(toPlainNoun(name)) && isArray(schemas, property),
  )?.[0];
}

function toPlainNoun(word: string): string {
  return toSingular(normalizeName(word));
}

function isArray(schemas: SchemaReader, schema: unknown): boolean {
  return schemas.chosen(schema).types.includes('array');
}

/**
 * The list that an action changes, by its words and by the members of its request: `addTag` with `tag`, `invite` with `users`.
 *
 * @param taken members of the request without the key of the entity
 */
export function inferListChange(
  schemas: SchemaReader,
  schema: unknown,
  { name, taken }: { readonly name: string; readonly taken: readonly string[] },
): ListChange | undefined {
  const words = splitWords(name);
  const entries = Object.entries(modes).map(([mode, verbs]) => [mode, verbs.split(' ')] as const);
  const [mode, verbs = []] = words.flatMap((word) => entries.filter((entry) => entry[1].includes(word)))[0] ?? [];
  if (mode !== 'add' && mode !== 'remove' && mode !== 'set') return undefined;
  const nouns = words.filter((word) => !verbs.includes(word));
  const named =
    findListMember(schemas, schema, nouns) ?? (mode === 'set' ? undefined : findListMember(schemas, schema, taken));
  const ofPeople = words.some((word) => verbsOfPeople.has(word)) ? findListMember(schemas, schema, people) : undefined;
  const member = named ?? ofPeople;
  if (member === undefined) return undefined;
  const wanted = [...nouns, member, ...(named === undefined ? people : [])].map(toPlainNoun);
  const from = taken.find((each) => wanted.includes(toPlainNoun(each)));
  return { member, mode, ...(from === undefined ? {} : { from }) };
}

/** Returns the location of an entity's own list in a response, as member names. Returns undefined if there is none. */
export function toListPath(schemas: SchemaReader, answers: unknown, member: string): readonly string[] | undefined {
  if (isArray(schemas, answers)) return [];
  const lists = [...schemas.chosen(answers).properties].filter(([, property]) => isArray(schemas, property));
  const named = lists.find(([each]) => normalizeName(each) === normalizeName(member));
  const [name] = named ?? (lists.length === 1 ? lists[0] : undefined) ?? [];
  return name === undefined ? undefined : [name];
}
