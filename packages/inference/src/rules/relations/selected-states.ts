import { type Resource, type SchemaReader, splitWords } from '@understudy/model';
import { listMembers } from '../member-list.js';

/** Words around a counted thing that select nothing. */
const plainWords = new Set('all its the their of it there are is has have this'.split(' '));

/**
 * Reads which records a text selects by their state: "unpaid fines", "loans that are `open` or `overdue`". Empty for
 * all. Undefined if a word is not understood.
 */
export function selectedStates(
  schemas: SchemaReader,
  resource: Resource,
  { before, after }: { readonly before: string; readonly after: string },
): string | undefined {
  const states = new Map<string, { member: string; value: string }[]>();
  for (const { name, list, schema } of listMembers(schemas, resource)) {
    const values = schema.keywords['enum'];
    if (list !== undefined || !Array.isArray(values)) continue;
    for (const value of values)
      if (typeof value === 'string') {
        const key = splitWords(value).join(' ');
        states.set(key, [...(states.get(key) ?? []), { member: name, value }]);
      }
  }
  const isNegative = /(?:^|,) ?(?:not counting|without|except|other than|excluding)\b/i.test(after);
  const rest = `${before} ${after}`
    .replace(/\b[\w]+['’]s\b/g, ' ')
    .replace(
      /,? ?\b(?:not counting|without|except|other than|excluding|that are|which are|with (?:the )?status|in status|in (?:this|the) \w+|of (?:this|the|its?) \w+|the \w+ (?:owns|has|holds)|ones?|or|and)\b/gi,
      ' ',
    )
    .replace(/[`'",()]/g, ' ')
    .trim();
  const words = rest.split(/\s+/).filter((word) => word !== '' && !plainWords.has(word.toLowerCase()));
  if (words.length === 0) return isNegative ? undefined : '';
  // A verb that is no state leads to the record itself.
  const [verb = '', ...more] = words;
  if (verb.endsWith('?')) {
    if (more.length > 0) return undefined;
    if (!states.has(verb.slice(0, -1).toLowerCase())) return '';
    words[0] = verb.slice(0, -1);
  }
  const found = words.map((word) => states.get(splitWords(word).join(' ')) ?? []);
  if (found.some((each) => each.length !== 1)) return undefined;
  const chosen = found.flat();
  const [first] = chosen;
  if (first === undefined || chosen.some(({ member }) => member !== first.member)) return undefined;
  const values = chosen.map(({ value }) => JSON.stringify(value));
  const condition =
    values.length === 1 ? `each.${first.member} == ${values[0]}` : `each.${first.member} in [${values.join(', ')}]`;
  return isNegative ? `!(${condition})` : condition;
}
