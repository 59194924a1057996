import { isObject, resolveReference, stringifyJson } from '@understudy/contract';
import type { SchemaReader } from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { hasFormat } from '../meaning/has-format.js';
import type { ValueFacts } from './create-minimal-value.js';

type Headers = Readonly<Record<string, string>>;

interface HeaderFacts {
  readonly facts: ValueFacts;
  /** The same seed gives the same values. */
  readonly seed: string;
  /** Headers that already have a value. */
  readonly given: Headers;
  /** True if the response always has a `Location`: a redirect, or a creation. */
  readonly isLocated?: boolean;
}

/**
 * Returns the described headers of a response with their examples, or else with generated values. There is one
 * `Set-Cookie` line per cookie.
 */
export function describeHeaders(
  schemas: SchemaReader,
  described: Readonly<Record<string, unknown>>,
  { facts, seed, given, isLocated = false }: HeaderFacts,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const all = Object.entries(described);
  if (all.length === 0) return headers;
  const taken = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  for (const [written, node] of all) {
    const name = written.toLowerCase();
    const header = resolveReference(schemas.document, node);
    if (header === undefined || taken.has(name)) continue;
    const isRequired = header['required'] === true;
    // Headers about the message or the connection are set only by the server.
    const about = schemas.names.get(written)?.header;
    if (about === 'message' && !(isRequired && name === 'x-request-id')) continue;
    // An example that does not match the format of its schema is not a valid header.
    const { keywords } = schemas.chosen(schemaOf(header));
    const values = examplesOf(schemas, header).filter((value) => hasFormat(keywords, value));
    const [value] = values;
    if (name === 'set-cookie' && values.length > 0) headers['set-cookie'] = values.flat().map(toHeaderText).join('\n');
    else if (value !== undefined) headers[written] = inStyle(value, header);
    else if (name === 'content-disposition') headers[written] = 'attachment';
    else if (isRequired || (isLocated && name === 'location') || about === undefined) {
      // Headers that apply only in some cases are sent only if there is an example.
      // By its name alone, `location` would be generated as a place.
      const schema = name === 'location' ? { type: 'string', format: 'uri' } : schemaOf(header);
      headers[written] = inStyle(generateMeaningfulValue(schemas, schema, { ...facts, seed, name }), header);
    }
  }
  return headers;
}

function schemaOf({ schema, content }: Readonly<Record<string, unknown>>): unknown {
  const [entry] = Object.values(isObject(content) ? content : {});
  return schema ?? (isObject(entry) ? entry['schema'] : {});
}

/** The examples and the default of a header, of its content and of its schema. */
function examplesOf(schemas: SchemaReader, header: Readonly<Record<string, unknown>>): unknown[] {
  const [content] = Object.values(isObject(header['content']) ? header['content'] : {});
  const shown = [header, isObject(content) ? content : {}].flatMap(({ example, examples }) => [
    example,
    ...Object.values(isObject(examples) ? examples : {}).map(
      (each) => resolveReference(schemas.document, each)?.['value'],
    ),
  ]);
  const { keywords } = schemas.chosen(schemaOf(header));
  const ofSchema = Array.isArray(keywords['examples']) ? keywords['examples'] : [];
  return [...shown, ...ofSchema, keywords['const'], keywords['default']].filter((value) => value !== undefined);
}

/** Formats a value in the style `simple`: `a,b` for a list, `a,1,b,2` for an object, or `a=1,b=2` with `explode`. */
function inStyle(value: unknown, { explode, content }: Readonly<Record<string, unknown>>): string {
  if (content !== undefined && typeof value === 'object') return toHeaderText(stringifyJson(value));
  if (Array.isArray(value)) return toHeaderText(value.join(','));
  if (!isObject(value)) return toHeaderText(value);
  const pairs = Object.entries(value).map(([name, member]) => `${name}${explode === true ? '=' : ','}${member}`);
  return toHeaderText(pairs.join(','));
}

/** Formats a value as the single line of a header. */
export function toHeaderText(value: unknown): string {
  return String(value).replace(/[^\x20-\x7e]/g, '?');
}
