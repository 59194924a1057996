import { isObject } from './is-object.js';
import { resolveReference } from './resolve-reference.js';

/**
 * `request` fills in defaults, `response` forbids undocumented properties, `plain` takes a schema as it is written.
 */
export type Mode = 'request' | 'response' | 'plain';

/** What a property says of itself that has no place in a request, and in a response. */
const foreign: Readonly<Record<Mode, string | undefined>> = {
  request: 'readOnly',
  response: 'writeOnly',
  plain: undefined,
};

/** Asks no request for what is only read, and no response for what is only written, in place, as OpenAPI wants it. */
export function relaxRequired(document: unknown, schema: Record<string, unknown>, mode: Mode): void {
  const { required, properties } = schema;
  const mark = foreign[mode];
  if (mark === undefined || !Array.isArray(required) || !isObject(properties)) {
    return;
  }
  const kept = required.filter((name) => {
    const property = properties[String(name)];
    return !(isObject(property) && (property[mark] === true || resolveReference(document, property)?.[mark] === true));
  });
  if (kept.length < required.length) {
    schema.required = kept;
  }
}
