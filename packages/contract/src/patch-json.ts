import { jsonpatch } from 'json-p3';
import { runWithTimeout, timedOut } from './run-with-timeout.js';

/** Milliseconds: each step may move a whole list. */
const patience = 50;

/**
 * A JSON value as the steps of a patch (RFC 6902) leave it; the one given stays as it is.
 *
 * @throws Error when a step cannot be carried out, or all of them take too long
 */
export function patchJson(steps: ReadonlyArray<Readonly<Record<string, unknown>>>, value: unknown): unknown {
  // The library refuses a step of another form, and says what is wrong.
  const apply = () => jsonpatch.apply(JSON.parse(JSON.stringify(steps)), JSON.parse(JSON.stringify(value)));
  const patched = runWithTimeout<unknown>(apply, patience);
  if (patched === timedOut) throw new Error(`its steps take longer than ${patience} ms; send fewer or simpler ones`);
  return patched;
}
