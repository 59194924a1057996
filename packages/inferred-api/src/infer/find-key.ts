import type { Schemas } from '../schema/flat-schema.js';
import { plainName, singular } from './words.js';

/** Common names of identifying properties. */
const usual = [
  'id',
  'sid',
  'gid',
  'uuid',
  'guid',
  'uid',
  'ts',
  'key',
  'slug',
  'code',
  'name',
  'number',
  'login',
  'username',
  'sku',
  'identifier',
];

/** Members that contain the key of the entity around them. */
const holders = [
  'metadata',
  'meta',
  'data',
  'attributes',
  'sys',
  'identity',
  'identifier',
  'header',
  'reference',
  'info',
];
/** Second keys: a path with an id often accepts one of these too. */
const aliases = ['slug', 'handle', 'fingerprint', 'username', 'login', 'key', 'code', 'name', 'email'];

interface KeyQuery {
  /** Name of the path's parameter, if there is one. */
  readonly parameter: string | undefined;
  /** Name of the collection. */
  readonly word: string;
  readonly parameterSchema: unknown;
}

/**
 * The member of an entity that a path's parameter means, with dots in depth: `id`, `metadata.name`.
 */
export function findKey(schemas: Schemas, schema: unknown, query: KeyQuery): string | undefined {
  const { properties } = schemas.chosen(schema);
  const own = keyAmong(schemas, properties, query);
  if (own !== undefined) return own;
  for (const [name, property] of properties) {
    if (![...holders, plainName(singular(query.word))].includes(plainName(name))) continue;
    const inner = keyAmong(schemas, schemas.chosen(property).properties, query);
    if (inner !== undefined) return `${name}.${inner}`;
  }
  const { parameter } = query;
  // The first member with the suffix of an id, if the path has one.
  return parameter === undefined || !isIdentifier(parameter)
    ? undefined
    : [...properties.keys()].find((name) => isIdentifier(name) && isScalar(schemas, properties.get(name)));
}

function isIdentifier(name: string): boolean {
  return /(?:^|[_-]|(?<=[a-z]))(?:id|ID|Id|sid|Sid|uid|Uid|uuid|guid|key|Key|token|slug|ref|number|code)$/.test(name);
}

function isScalar(schemas: Schemas, property: unknown): boolean {
  return !schemas.chosen(property).types.some((type) => type === 'object' || type === 'array');
}

/** The second member that identifies an entity, if its path accepts texts. */
export function findAlias(
  schemas: Schemas,
  schema: unknown,
  key: string,
  parameterSchema: unknown,
): string | undefined {
  const { types, alternatives } = schemas.flat(parameterSchema);
  const all = [...types, ...alternatives.flatMap((each) => schemas.flat(each).types)];
  if (all.length > 0 && !all.includes('string')) return undefined;
  const { properties } = schemas.chosen(schema);
  const plain = new Map([...properties.keys()].map((name) => [plainName(name), name]));
  return aliases
    .flatMap((each) => plain.get(each) ?? [])
    .find((name) => name !== key && schemas.chosen(properties.get(name)).types.includes('string'));
}

function keyAmong(
  schemas: Schemas,
  properties: ReadonlyMap<string, unknown>,
  { parameter, word, parameterSchema }: KeyQuery,
): string | undefined {
  const byPlainName = new Map([...properties.keys()].reverse().map((name) => [plainName(name), name]));
  const named = parameter === undefined ? [] : candidates(parameter, word);
  const wanted = schemas.flat(parameterSchema).types;
  const suits = (name: string) => {
    const { types } = schemas.chosen(properties.get(name));
    if (types.some((type) => type === 'object' || type === 'array')) return false;
    return (
      wanted.length === 0 ||
      types.length === 0 ||
      wanted.includes('string') ||
      types.some((type) => wanted.includes(type) || isNumeric(type) === isNumeric(wanted[0]))
    );
  };
  const all = [...named, plainName(`${singular(word)}id`), plainName(`${singular(word)}_number`), ...usual];
  const found = all.flatMap((each) => byPlainName.get(each) ?? []).filter(suits);
  // A path with a number parameter refers to a number property.
  const exact = found.find((name) => schemas.chosen(properties.get(name)).types.some((type) => wanted.includes(type)));
  const first = found[0];
  if (first === undefined) return undefined;
  return named.includes(plainName(first)) ? first : (exact ?? first);
}

/** `issue_number` of `issues` is `issuenumber` or `number`. */
function candidates(parameter: string, word: string): string[] {
  const plain = plainName(parameter);
  const names = [plain];
  for (const prefix of [plainName(word), plainName(singular(word))]) {
    if (plain.startsWith(prefix) && plain.length > prefix.length) names.push(plain.slice(prefix.length));
  }
  const suffix = /(?:[_-]|(?<=[a-z])(?=[A-Z]))([A-Za-z]+)$/.exec(parameter)?.[1];
  if (suffix !== undefined) names.push(plainName(suffix));
  return plain === 'username' ? [...names, 'login'] : names;
}

function isNumeric(type: string | undefined): boolean {
  return type === 'integer' || type === 'number';
}
