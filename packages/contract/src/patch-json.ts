import { jsonpatch } from 'json-p3';
import { runWithTimeout, timedOut } from './run-with-timeout.js';

/** Milliseconds. Each step can move a whole list. */
const timeoutMs = 50;

/** Applies the steps of a patch (RFC 6902) to a copy. @throws Error for an impossible step or a timeout */
export function patchJson(steps: ReadonlyArray<Readonly<Record<string, unknown>>>, value: unknown): unknown {
  // The library rejects invalid steps.
  const apply = () => jsonpatch.apply(JSON.parse(JSON.stringify(steps)), JSON.parse(JSON.stringify(value)));
  const patched = runWithTimeout<unknown>(apply, timeoutMs);
  if (patched === timedOut) throw new Error(`its steps take longer than ${timeoutMs} ms; send fewer or simpler ones`);
  return patched;
}
