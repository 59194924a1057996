import { jsonpatch } from 'json-p3';

/**
 * A JSON value as the steps of a patch (RFC 6902) leave it; the one given stays as it is.
 *
 * @throws Error when a step cannot be carried out
 */
export function patchJson(steps: ReadonlyArray<Readonly<Record<string, unknown>>>, value: unknown): unknown {
  // A step of another form is refused by the library, with what is wrong.
  return jsonpatch.apply(JSON.parse(JSON.stringify(steps)), JSON.parse(JSON.stringify(value)));
}
