import { exceedsDepth, maxJsonDepth } from './decode-body.js';
import { createErrorFinding, type Finding } from './finding.js';
import { joinPointer, resolveReference } from './json-pointer.js';
import { appendValue, defineMember, maxBracketDepth } from './nested-value.js';
import { parseJson } from './numbers/parse-json.js';
import { isObject, membersOf } from './objects.js';
import type { JsonSchema } from './open-api-document.js';
import { readStyle } from './parameter-style.js';
import { listAllowedTypes, listSchemaParts, listTypesAtPath } from './schema-types.js';
import { createTextFieldReader, type TextFieldReader } from './text-field.js';

/**
 * Converts a form's `[key, value]` pairs to the described object. Keeps unknown names. With `x-case-insensitive: true`,
 * names match regardless of case. If the schema has type `array`, the pairs are kept. Other values remain unchanged.
 *
 * @param encoding how the fields are written, by name
 */
export function readForm(
  document: unknown,
  schema: JsonSchema | undefined,
  body: unknown,
  findings: Finding[],
  encoding?: unknown,
): unknown {
  const resolved = resolveReference(document, schema ?? {});
  if (resolved === undefined || resolved.type === 'array' || !isPairs(body)) return body;
  const parts = [...listSchemaParts(document, [schema])].reverse();
  const properties: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part.properties));
  let jsonLeft = mostJson;
  const byLowerCase = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  const form: Record<string, unknown> = {};
  const repeated = new Set<string>();
  // Cached, because a form can have a hundred thousand fields with the same name or with unknown names.
  const readers = new Map<unknown, { readonly field: TextFieldReader; readonly types: ReadonlySet<string> }>();
  const readerOf = (property: unknown) => {
    const known = readers.get(property);
    if (known !== undefined) return known;
    const field = createTextFieldReader(document, isObject(property) ? property : true);
    const reader = { field, types: listAllowedTypes(document, isObject(property) ? property : undefined) };
    readers.set(property, reader);
    return reader;
  };
  for (const [key, text] of body) {
    const [base = '', ...inner] =
      properties[key] === undefined && isNested.test(key) ? key.slice(0, -1).split(/\]?\[/) : [key];
    // Forms write nested values as `address[city]` and `items[]`.
    if (inner.length > 0 && inner.length <= maxBracketDepth) {
      appendValue(form, [base, ...inner], text, (path) => listTypesAtPath(document, schema, path));
      continue;
    }
    const name = (resolved['x-case-insensitive'] === true ? byLowerCase.get(key.toLowerCase()) : undefined) ?? key;
    const { field, types } = readerOf(properties[name]);
    const json = types.has('string') || text.length > jsonLeft ? undefined : readJson(text);
    if (json !== undefined) jsonLeft -= text.length;
    const { explode, delimiter } = readStyle({ in: 'query', ...membersOf(membersOf(encoding)[name]) });
    const items = field.array && !explode ? text.split(delimiter).map((item) => field.read(item)) : undefined;
    const value = json ?? items ?? field.read(text);
    const earlier = Object.hasOwn(form, name) ? form[name] : undefined;
    if (Array.isArray(json) && field.array) defineMember(form, name, json);
    else if (field.array) defineMember(form, name, [earlier ?? [], value].flat());
    else if (earlier === undefined) defineMember(form, name, value);
    else if (Object.hasOwn(properties, name)) repeated.add(name);
  }
  for (const name of repeated) {
    const pointer = joinPointer('/body', name);
    const message = `${pointer} accepts only one value, but is given more than once.`;
    findings.push(createErrorFinding('request/repeated-field', message, pointer));
  }
  return form;
}

const mostJson = 2 ** 20;

/** Reads an object or array sent as JSON in one field, as multipart forms and some clients do. */
function readJson(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value = parseJson(text);
    return typeof value !== 'object' || value === null || exceedsDepth(value, maxJsonDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

const isNested = /^[^[\]]+(?:\[[^[\]]*\])+$/;

function isPairs(body: unknown): body is [string, string][] {
  return (
    Array.isArray(body) &&
    body.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}
