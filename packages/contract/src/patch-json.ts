import { jsonpatch } from 'json-p3';

/**
 * A JSON value as the steps of a patch (RFC 6902) leave it; the one given stays as it is.
 *
 * @throws Error when a step cannot be carried out
 */
export function patchJson(steps: ReadonlyArray<Readonly<Record<string, unknown>>>, value: unknown): unknown {
  // The library refuses a step of another form, and says what is wrong.
  return jsonpatch.apply(JSON.parse(JSON.stringify(steps)), JSON.parse(JSON.stringify(value)));
}
