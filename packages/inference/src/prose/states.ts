import { type ApiPlan, type Resource, remember, type SchemaReader, splitWords, toSingular } from '@understudy/model';
import { classifyingMembers } from '../words/state-members.js';

/** Words in a schema name for its representation, not for its resource. */
const wrappers: ReadonlySet<string> = new Set(
  'result results response responses reply list listing data dto model object schema resource resources collection'.split(
    ' ',
  ),
);

/** Returns the nouns for a resource, such as `leave request` and `request` for `leaveRequests`. */
export function nounsOf(names: readonly string[]): string[] {
  const all = names.flatMap((name, index) => {
    const words = splitWords(name);
    // The first name is from the paths.
    while (index > 0 && wrappers.has(words.at(-1) ?? '')) words.pop();
    const last = toSingular(words.at(-1) ?? '');
    return [[...words.slice(0, -1), last].join(' '), last];
  });
  return [...new Set(all)].filter((noun) => /^[a-z][a-z ]*$/.test(noun));
}

const forms = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns the singular and plural forms of nouns. */
export function formsOf(nouns: readonly string[]): ReadonlySet<string> {
  return remember(forms, nouns, () => new Set(nouns.flatMap((noun) => [noun, pluralOf(noun)])));
}

export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Lists the members of a resource whose enums can be states. */
export function listingMembers(schemas: SchemaReader, { schema }: Pick<Resource, 'schema'>): string[] {
  return [...schemas.chosen(schema).properties].flatMap(([name, property]) => {
    const { keywords, types } = schemas.chosen(property);
    const listed: readonly unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    return listed.length > 1 && listed.every(isStateWord) && !types.includes('object') ? [name] : [];
  });
}

/** Returns whether a value can be a state. Country codes, numbers and single letters cannot. */
function isStateWord(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && (/^[a-z][a-z0-9_ .-]{2,}$/i.test(value) || /^on$/i.test(value)))
  );
}

/**
 * Returns the only enum member that no request sets, if there are actions on the resource: the `condition` of a room.
 */
export function unnamedState(
  { schemas, operations }: Pick<ApiPlan, 'schemas' | 'operations'>,
  resource: Resource,
): string | undefined {
  const isActedOn = [...operations.values()].some((plan) => plan.resource === resource && plan.does === 'act');
  const [member, another] = isActedOn
    ? listingMembers(schemas, resource).filter((name) => !resource.writable.has(name) && !classifyingMembers.test(name))
    : [];
  return another === undefined ? member : undefined;
}
