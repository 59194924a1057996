import type { Schemas } from '../schema/flat-schema.js';
import { plainName, singular } from './words.js';

/** Names of properties that tell things apart in most APIs. */
const usual = [
  'id',
  'uuid',
  'guid',
  'uid',
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

/**
 * The property of a thing that its path parameter means.
 *
 * @param parameter name of the parameter, where its path has one
 * @param word what the collection is called
 * @param parameterSchema type of the parameter
 */
export function findKey(
  schemas: Schemas,
  schema: unknown,
  parameter: string | undefined,
  word: string,
  parameterSchema: unknown,
): string | undefined {
  const { properties } = schemas.chosen(schema);
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
  // A path that asks for a number means the property that is one.
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
