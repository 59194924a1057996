import { isObject } from '@understudy/contract';
import {
  type DescribedResponse,
  type ErrorCodeMeaning,
  type ErrorCodes,
  type ErrorName,
  mapLeaves,
  readResponses,
  type SchemaReader,
  splitWords,
} from '@understudy/model';
import {
  anyError,
  clientErrors,
  errorVocabulary,
  generalErrors,
  neutralErrorWords,
  placeForms,
  saysMissing,
} from '../words/error-words.js';

/** Levels of an error that are read. */
const deepest = 6;
/** Characters of a code. */
const longest = 100;

/**
 * Reads the meanings of described error codes from lists, examples and schema names, and how members write the place of
 * an error.
 */
export function readErrors(
  schemas: SchemaReader,
  operations: readonly { readonly responses: readonly DescribedResponse[] }[],
): { readonly codes: ErrorCodes; readonly places: ReadonlyMap<string, NonNullable<ErrorName['writes']>> } {
  const texts = new Set<string>();
  const places = new Map<string, NonNullable<ErrorName['writes']>>();
  const seen = new Set<unknown>();
  const take = (value: unknown) => {
    if (typeof value === 'string' && value.length <= longest) texts.add(value);
  };
  const visit = (schema: unknown, depth: number): void => {
    if (!isObject(schema) || seen.has(schema) || depth > deepest) return;
    seen.add(schema);
    const { keywords, names, properties, items, alternatives } = schemas.flat(schema);
    for (const word of ['enum', 'examples', 'const', 'default'])
      for (const each of [keywords[word]].flat()) mapLeaves(each, take);
    names.forEach(take);
    for (const [name, property] of properties) {
      const text = String(schemas.chosen(property).keywords['description'] ?? '');
      const form = placeForms.find(([, says]) => says.test(text))?.[0];
      if (form !== undefined && !places.has(name)) places.set(name, form);
    }
    for (const each of [...properties.values(), ...alternatives, items, keywords['additionalProperties']])
      visit(each, depth + 1);
  };
  for (const { content } of listErrors(schemas, operations))
    for (const { schema, examples } of content.values()) {
      visit(schema, 0);
      for (const each of examples.values()) mapLeaves(each, take);
    }
  return { places, codes: new Map([...texts].map((text) => [text, meaningOf(text)])) };
}

/** The described responses that can be errors, and the one of operations that describe none. */
function listErrors(schemas: SchemaReader, operations: Parameters<typeof readErrors>[1]): DescribedResponse[] {
  const { document } = schemas;
  const common = isObject(document) ? document['x-understudy-error'] : undefined;
  const own = operations.flatMap(({ responses }) =>
    responses.filter(({ key, errorStatus }) => !/^[123]/.test(key) || errorStatus !== undefined),
  );
  return [...own, ...readResponses(document, { responses: { '4XX': common } })];
}

function meaningOf(text: string): ErrorCodeMeaning {
  const parts = text.replace(/\.html?$/, '').split(/[/#:]/);
  const words = splitWords(parts.filter((part) => part !== '').at(-1) ?? '').join(' ');
  const names = errorVocabulary.flatMap(([statuses, ...forms]) => {
    const index = forms.findIndex((form) => form.test(words));
    const [found = ''] = forms[index]?.exec(words) ?? [];
    const others = words
      .replace(found, ' ')
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ word, isNeutral: neutralErrorWords.has(word) }));
    return index < 0 ? [] : [{ statuses: [...statuses], strength: 3 - index, others }];
  });
  return {
    names,
    general: { client: clientErrors.test(words) ? 1 : 0, any: generalErrors.test(words) ? 0.5 : 0 },
    isAboutMissing: saysMissing.test(words),
    isAny: anyError.test(text),
  };
}
