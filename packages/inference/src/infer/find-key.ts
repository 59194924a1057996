import { normalizeName, type SchemaReader, splitWords, toSingular } from '@understudy/model';

/** Common names of members that are keys. */
const usual = 'id sid gid uuid guid uid ts key slug code name number login username sku identifier entityid'.split(' ');

/** Nested objects that can contain the key of their entity. */
const holders = 'metadata meta data attributes sys identity identifier header reference info'.split(' ');
/** Alternative keys. A path that accepts one of these often accepts another one. */
const aliases = ['id', 'slug', 'handle', 'fingerprint', 'username', 'login', 'key', 'code', 'name', 'email'];

interface KeyQuery {
  /** Name of the path parameter, if there is one. */
  readonly parameter: string | undefined;
  readonly word: string;
  readonly parameterSchema: unknown;
  /** Schemas of the entity in other responses, which can have additional members. */
  readonly others?: readonly unknown[];
}

/** Finds the member of an entity that a path parameter refers to, as a dotted path: `id`, `metadata.name`. */
export function findKey(schemas: SchemaReader, schema: unknown, query: KeyQuery): string | undefined {
  const { properties } = schemas.chosen(schema);
  const own =
    findNamedKey(schemas, schema, query) ??
    query.others?.map((each) => findNamedKey(schemas, each, query)).find((each) => each !== undefined) ??
    keyAmong(schemas, properties, query);
  if (own !== undefined) return own;
  for (const [name, property] of properties) {
    if (![...holders, normalizeName(toSingular(query.word))].includes(normalizeName(name))) continue;
    const inner = keyAmong(schemas, schemas.chosen(property).properties, query);
    if (inner !== undefined) return `${name}.${inner}`;
  }
  const { parameter } = query;
  if (parameter === undefined || !isIdentifier(parameter)) return undefined;
  // If the path has a parameter, the first member with an id suffix.
  const ids = [...properties.keys()].filter(
    (name) => isIdentifier(name) && !/object|array/.test(schemas.chosen(properties.get(name)).types.join()),
  );
  return ids.find((name) => suits(schemas, properties.get(name), query)) ?? ids[0];
}

/** Finds the member that matches the name of the path parameter. */
export function findNamedKey(schemas: SchemaReader, schema: unknown, query: KeyQuery): string | undefined {
  return keyAmong(schemas, schemas.chosen(schema).properties, query, true);
}

function isIdentifier(name: string): boolean {
  return /(?:^|[_-]|(?<=[a-z]))(?:id|ID|Id|sid|Sid|uid|Uid|uuid|guid|key|Key|token|slug|ref|number|code)$/.test(name);
}

/** Returns whether a member can have the same values as the path parameter. */
function suits(schemas: SchemaReader, property: unknown, { parameterSchema }: KeyQuery): boolean {
  const wanted = schemas.flat(parameterSchema).types;
  const { types } = schemas.chosen(property);
  if (types.some((type) => type === 'object' || type === 'array')) return false;
  return (
    wanted.length === 0 ||
    types.length === 0 ||
    wanted.includes('string') ||
    types.some((type) => wanted.includes(type) || isNumeric(type) === isNumeric(wanted[0]))
  );
}

/**
 * Returns the schema of a key. If the member allows any string, a numeric path parameter or numeric creation member
 * takes precedence.
 */
export function keySchemaOf(schemas: SchemaReader, members: readonly unknown[], parameter: unknown): unknown {
  const [member = parameter] = members.filter((each) => each !== undefined);
  const { types } = schemas.chosen(member);
  if (types.length !== 1 || types[0] !== 'string') return member;
  const isNumber = (each: unknown) => /integer|number/.test(schemas.chosen(each).types.join());
  return [parameter, ...members].find(isNumber) ?? member;
}

/** Finds an alternative key of an entity if its path accepts strings. Tries the name of the parameter first. */
export function findAlias(
  schemas: SchemaReader,
  schema: unknown,
  key: string,
  {
    parameter,
    parameterSchema,
    description = '',
    others = [],
  }: Omit<KeyQuery, 'word' | 'others'> & {
    readonly description?: string | undefined;
    /** The parameters of other paths with the same shape. */
    readonly others?: readonly string[];
  },
): string | undefined {
  const { types, alternatives } = schemas.flat(parameterSchema);
  const all = [...types, ...alternatives.flatMap((each) => schemas.flat(each).types)];
  if (all.length > 0 && !all.includes('string')) return undefined;
  const { properties } = schemas.chosen(schema);
  const plain = new Map([...properties.keys()].map((name) => [normalizeName(name), name]));
  const isSecond = (name: string) =>
    schemas.chosen(properties.get(name)).types.some((type) => type === 'string' || (name === 'id' && isNumeric(type)));
  // For example, "The id or the email address of a user".
  const said = / or /.test(description) ? aliases.filter((each) => splitWords(description).includes(each)) : [];
  const wanted = [...[parameter ?? [], others].flat().map(normalizeName), ...said, ...aliases];
  return wanted.flatMap((each) => plain.get(each) ?? []).find((name) => name !== key && isSecond(name));
}

function keyAmong(
  schemas: SchemaReader,
  properties: ReadonlyMap<string, unknown>,
  query: KeyQuery,
  isNamed = false,
): string | undefined {
  const { parameter, word, parameterSchema } = query;
  const byPlainName = new Map([...properties.keys()].reverse().map((name) => [normalizeName(name), name]));
  const given =
    parameter === undefined
      ? []
      : parameter.split(/[_-]or[_-]|(?<=[a-z])Or(?=[A-Z])/).flatMap((part) => candidates(part, word));
  // An id in the path is the id of the record, whatever its type.
  const isOwnId = (name: string) => normalizeName(name) === 'id' && given.includes('id');
  // A comment is identified by its id, not by its member `comment`.
  const kind = normalizeName(toSingular(word));
  const named = given[0] === kind && byPlainName.has('id') ? ['id', ...given] : given;
  const wanted = schemas.flat(parameterSchema).types;
  const others = [`${kind}id`, `id${kind}`, `${kind}number`, ...usual, `${kind}code`];
  const all = isNamed ? named : [...named, ...others];
  const found = all
    .flatMap((each) => byPlainName.get(each) ?? [])
    .filter((name) => isOwnId(name) || suits(schemas, properties.get(name), query))
    .filter((name) => !isOtherThanUuid(schemas, name, query));
  // If the path parameter is numeric, it refers to a numeric member.
  const exact = found.find((name) => schemas.chosen(properties.get(name)).types.some((type) => wanted.includes(type)));
  const first = found[0];
  if (first === undefined) return undefined;
  return named.includes(normalizeName(first)) ? first : (exact ?? first);
}

/** Returns whether a member contains other strings, such as a name, although the path takes a UUID. */
function isOtherThanUuid(schemas: SchemaReader, name: string, { parameterSchema, parameter }: KeyQuery): boolean {
  const isUuid = schemas.flat(parameterSchema).keywords['format'] === 'uuid';
  return isUuid && /^(?:code|name|number|slug|username|login)$/.test(normalizeName(name)) && name !== parameter;
}

/** Lists the possible names of a key: `issuenumber` or `number` for `issue_number` of `issues`. */
function candidates(parameter: string, word: string): string[] {
  const plain = normalizeName(parameter);
  const names = [plain];
  for (const prefix of [normalizeName(word), normalizeName(toSingular(word))]) {
    if (plain.startsWith(prefix) && plain.length > prefix.length) names.push(plain.slice(prefix.length));
  }
  const suffix = /(?:[_-]|(?<=[a-z])(?=[A-Z]))([A-Za-z]?[a-z]+|[A-Z]+)$/.exec(parameter)?.[1];
  if (suffix !== undefined) names.push(normalizeName(suffix));
  return plain === 'username' ? [...names, 'login'] : names;
}

function isNumeric(type: string | undefined): boolean {
  return type === 'integer' || type === 'number';
}
