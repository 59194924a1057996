import {
  type BodyLocation,
  findEntity,
  isRelatedSchema,
  isScalarSchema,
  isWrapper,
  type ListChange,
  normalizeName,
  type SchemaReader,
  splitWords,
  toSingular,
} from '@understudy/model';

const modes: Readonly<Record<ListChange['mode'], string>> = {
  add: 'add invite attach assign include follow tag subscribe enroll join create link associate',
  remove: 'remove delete kick detach unassign exclude unfollow untag unsubscribe leave unlink disassociate',
  set: 'set update replace',
};
const people = ['members', 'participants', 'attendees', 'users', 'followers'];
const verbsOfPeople = new Set(['invite', 'kick', 'join', 'leave', 'enroll']);

/** Finds the list in an entity that matches a word: `tags` or `tag_ids` for `tag`. */
export function findListMember(schemas: SchemaReader, schema: unknown, words: readonly string[]): string | undefined {
  const plain = words.map(toPlainNoun);
  const lists = [...schemas.chosen(schema).properties].filter(([, property]) => isArray(schemas, property));
  const [found] =
    lists.find(([name]) => plain.includes(toPlainNoun(name))) ??
    lists.find(([name]) => plain.includes(toPlainNoun(name.replace(/(?:_id|I[dD])s$/, '')))) ??
    [];
  return found;
}

function toPlainNoun(word: string): string {
  return toSingular(normalizeName(word));
}

function isArray(schemas: SchemaReader, schema: unknown): boolean {
  return schemas.chosen(schema).types.includes('array');
}

/**
 * Returns the list that an action changes, from its words and request members: `addTag` with `tag`, `invite` with
 * `users`.
 *
 * @param taken members of the request, without the key of the entity
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
    findListMember(schemas, schema, [nouns.join('')]) ??
    findListMember(schemas, schema, nouns) ??
    (mode === 'set' ? undefined : findListMember(schemas, schema, taken));
  const ofPeople = words.some((word) => verbsOfPeople.has(word)) ? findListMember(schemas, schema, people) : undefined;
  const member = named ?? ofPeople;
  if (member === undefined) return undefined;
  const wanted = [...nouns, member, ...(named === undefined ? people : [])].map(toPlainNoun);
  const from = taken.find((each) => wanted.includes(toPlainNoun(each)));
  return { member, mode, ...(from === undefined ? {} : { from }) };
}

/** Returns the location of a list of keys in a body: strings or numbers, with few other members. */
export function findKeyList(schemas: SchemaReader, answers: unknown): BodyLocation | undefined {
  const { items, properties } = schemas.chosen(answers);
  const [[wrapper, inner] = ['', undefined], beside] = properties;
  const within = beside === undefined && isWrapper(wrapper) ? findKeyList(schemas, inner) : undefined;
  if (within !== undefined) return { ...within, path: [wrapper, ...within.path] };
  const isKeys = (list: unknown) => isArray(schemas, list) && isScalarSchema(schemas, schemas.chosen(list).items);
  if (isKeys(answers)) return { path: [], schema: items };
  const [found, another] = [...properties].filter(([, property]) => isArray(schemas, property));
  if (found === undefined || another !== undefined || properties.size > 4 || !isKeys(found[1])) return undefined;
  return { path: [found[0]], schema: schemas.chosen(found[1]).items };
}

/** Finds the member of an entity that a body contains without the rest: its list, or a value with the same schema. */
export function findPart(schemas: SchemaReader, schema: unknown, [word, answers]: readonly [string, unknown]) {
  const list = findListMember(schemas, schema, [word]);
  const same = [...schemas.chosen(schema).properties.keys()].find(
    (name) => !isArray(schemas, schemas.member(schema, name)) && normalizeName(name) === normalizeName(word),
  );
  const member = list ?? same;
  return member !== undefined && toPartPath(schemas, answers, { schema, member }) !== undefined ? member : undefined;
}

/** Returns the location of an entity's member in a body that contains only this member. */
export function toPartPath(
  schemas: SchemaReader,
  answers: unknown,
  { schema, member }: { readonly schema: unknown; readonly member: string },
): readonly string[] | undefined {
  const part = schemas.member(schema, member);
  if (isArray(schemas, part)) return toListPath(schemas, answers, member);
  if (isScalarSchema(schemas, answers))
    return schemas.chosen(answers).types.join() === schemas.chosen(part).types.join() ? [] : undefined;
  const entity = findEntity(schemas, answers, member);
  const hasMembers = (each: unknown) => schemas.chosen(each).properties.size > 0;
  const isPart = hasMembers(entity?.schema) && hasMembers(part) && isRelatedSchema(schemas, entity?.schema, part);
  return isPart ? entity?.path : undefined;
}

/** Returns the location of an entity's list in a response as member names, or undefined if there is none. */
function toListPath(schemas: SchemaReader, answers: unknown, member: string): readonly string[] | undefined {
  if (isArray(schemas, answers)) return [];
  const lists = [...schemas.chosen(answers).properties].filter(([, property]) => isArray(schemas, property));
  const named = lists.find(([each]) => normalizeName(each) === normalizeName(member));
  const [name] = named ?? (lists.length === 1 ? lists[0] : undefined) ?? [];
  return name === undefined ? undefined : [name];
}
