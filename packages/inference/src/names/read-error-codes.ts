import { isObject, membersOf } from '@understudy/contract';
import {
  type DescribedResponse,
  type ErrorCodeMeaning,
  type ErrorCodes,
  type ErrorName,
  mapLeaves,
  normalizeName,
  readResponses,
  type SchemaReader,
  splitWords,
} from '@understudy/model';
import { codePrefixesIn, prefixOfUri } from '../prose/code-prefixes.js';
import {
  anyError,
  clientErrors,
  errorVocabulary,
  generalErrors,
  neutralErrorWords,
  placeForms,
  saysMissing,
} from '../words/error-words.js';

/** Maximum depth in an error. */
const deepest = 6;
/** Maximum length of a code. */
const longest = 100;

/** Members that contain a URI which ends in a code. */
const typeMember = /(?:type|code)$/;

interface DescribedErrors {
  readonly codes: ErrorCodes;
  readonly places: ReadonlyMap<string, NonNullable<ErrorName['writes']>>;
  /** The text before the code, if it is the same in all values. */
  readonly before: ReadonlyMap<string, string>;
}

/**
 * Reads the meanings of described error codes from lists, examples and schema names. Also reads the formats of error
 * locations and of problem codes.
 */
export function readErrors(
  schemas: SchemaReader,
  operations: readonly { readonly responses: readonly DescribedResponse[] }[],
): DescribedErrors {
  const texts = new Set<string>();
  const places = new Map<string, NonNullable<ErrorName['writes']>>();
  const prefixes = new Map<string, Set<string>>();
  const seen = new Set<unknown>();
  const show = (name: string, shown: readonly (string | undefined)[]) => {
    if (!typeMember.test(normalizeName(name))) return;
    const all = prefixes.get(name) ?? new Set();
    for (const each of shown) if (each !== undefined) all.add(each);
    prefixes.set(name, all);
  };
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
      const { description, examples } = schemas.chosen(property).keywords;
      const text = String(description ?? '');
      show(name, [...[examples].flat().map(prefixOfUri), ...codePrefixesIn(text, { isOfType: true })]);
      const form = placeForms.find(([, says]) => says.test(text))?.[0];
      if (form !== undefined && !places.has(name)) places.set(name, form);
    }
    for (const each of [...properties.values(), ...alternatives, items, keywords['additionalProperties']])
      visit(each, depth + 1);
  };
  for (const { content } of listErrors(schemas, operations))
    for (const { schema, examples } of content.values()) {
      visit(schema, 0);
      for (const each of examples.values()) {
        mapLeaves(each, take);
        for (const [name, value] of Object.entries(isObject(each) ? each : {})) show(name, [prefixOfUri(value)]);
      }
    }
  const { info }: { readonly info?: unknown } = membersOf(schemas.document);
  const said = codePrefixesIn(membersOf(info)['description']);
  if (prefixes.has('type')) show('type', said);
  const before = new Map(
    [...prefixes].flatMap(([name, [only, more]]) =>
      only === undefined || more !== undefined ? [] : [[name, only] as const],
    ),
  );
  return { places, before, codes: new Map([...texts].map((text) => [text, meaningOf(text)])) };
}

/** Lists the described responses that can be errors, and the common error for operations that describe none. */
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
