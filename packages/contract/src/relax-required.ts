import { isObject } from './is-object.js';
import { resolveReference } from './resolve-reference.js';

/**
 * The mode of validation. `request` applies defaults, `response` forbids undocumented properties, and `plain` uses the
 * schema unchanged.
 */
export type ValidationMode = 'request' | 'response' | 'plain';

/** The keyword that excludes a property from requests or responses. */
const foreign: Readonly<Record<ValidationMode, string | undefined>> = {
  request: 'readOnly',
  response: 'writeOnly',
  plain: undefined,
};

/**
 * Makes read-only properties optional in requests and write-only ones in responses, as OpenAPI requires. Changes the
 * schema in place.
 */
export function relaxRequired(document: unknown, schema: Record<string, unknown>, mode: ValidationMode): void {
  const { required, properties } = schema;
  const mark = foreign[mode];
  if (mark === undefined || !Array.isArray(required) || !isObject(properties)) return;
  const kept = required.filter((name) => {
    const property = properties[String(name)];
    return !(isObject(property) && (property[mark] === true || resolveReference(document, property)?.[mark] === true));
  });
  if (kept.length < required.length) schema.required = kept;
}
