import { type ApiPlan, type Resource, remember, type SchemaReader, splitWords, toSingular } from '@understudy/model';
import { classifyingMembers } from '../words/state-members.js';

/** Words of the name of a schema that say how a thing is written, and not which thing it is. */
const wrappers: ReadonlySet<string> = new Set(
  'result results response responses reply list listing data dto model object schema resource resources collection'.split(
    ' ',
  ),
);

/** The names of a thing in a text, such as `leave request` and `request` for `leaveRequests`. */
export function nounsOf(names: readonly string[]): string[] {
  const all = names.flatMap((name, index) => {
    const words = splitWords(name);
    // The first name is the one in the paths.
    while (index > 0 && wrappers.has(words.at(-1) ?? '')) words.pop();
    const last = toSingular(words.at(-1) ?? '');
    return [[...words.slice(0, -1), last].join(' '), last];
  });
  return [...new Set(all)].filter((noun) => /^[a-z][a-z ]*$/.test(noun));
}

const forms = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The singular and plural of some nouns. */
export function formsOf(nouns: readonly string[]): ReadonlySet<string> {
  return remember(forms, nouns, () => new Set(nouns.flatMap((noun) => [noun, pluralOf(noun)])));
}

export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The members of a resource that list words for states. */
export function listingMembers(schemas: SchemaReader, { schema }: Pick<Resource, 'schema'>): string[] {
  return [...schemas.chosen(schema).properties].flatMap(([name, property]) => {
    const { keywords, types } = schemas.chosen(property);
    const listed: readonly unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    return listed.length > 1 && listed.every(isStateWord) && !types.includes('object') ? [name] : [];
  });
}

/** Codes of countries, numbers and single letters are no states. */
function isStateWord(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && (/^[a-z][a-z0-9_ .-]{2,}$/i.test(value) || /^on$/i.test(value)))
  );
}

/** The one listing member that no creation and no change sends, if actions can set it: the `condition` of a room. */
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
