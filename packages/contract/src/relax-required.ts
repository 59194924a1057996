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
 * Makes read-only properties optional in requests and write-only ones in responses, as OpenAPI requires. A request can
 * name a read-only object by its key, because the schema only describes the response. Changes the schema in place.
 */
export function relaxRequired(document: unknown, schema: Record<string, unknown>, mode: ValidationMode): void {
  const { required, properties } = schema;
  const mark = foreign[mode];
  if (mark === undefined || !isObject(properties)) return;
  const isMarked = (node: unknown): boolean => {
    const property = resolveReference(document, node);
    return isObject(node) && (node[mark] === true || property?.[mark] === true);
  };
  if (Array.isArray(required)) {
    const kept = required.filter((name) => !isMarked(properties[String(name)]));
    if (kept.length < required.length) schema.required = kept;
  }
  if (mode !== 'request') return;
  for (const [name, property] of Object.entries(properties)) {
    const whole = resolveReference(document, property);
    const parts: unknown[] = Array.isArray(whole?.['allOf']) ? whole['allOf'] : [];
    const isReadOnly = isMarked(property) || parts.some(isMarked);
    const all = [whole, ...parts.map((part) => resolveReference(document, part))];
    if (isReadOnly && all.some((each) => [each?.['type']].flat().includes('object')))
      properties[name] = { anyOf: [property, { type: ['string', 'integer'] }] };
  }
}
