import { stringifyJson } from '@understudy/contract';
import { encodeValue } from './generate-request.js';
import type { GeneratedRequest } from './generated-request.js';

/** Maximum number of requests. */
const maxAttempts = 40;

/** Returns the smallest request that still satisfies a condition after removing parts. */
export async function shrinkRequest(
  request: GeneratedRequest,
  holds: (smaller: GeneratedRequest) => Promise<boolean>,
): Promise<GeneratedRequest> {
  let least = request;
  let tries = 0;
  for (let went = true; went && tries < maxAttempts; ) {
    went = false;
    for (const smaller of smallerRequests(least)) {
      tries += 1;
      if (tries > maxAttempts) break;
      if (!(await holds(smaller))) continue;
      least = smaller;
      went = true;
      break;
    }
  }
  return least;
}

function* smallerRequests(request: GeneratedRequest): Generator<GeneratedRequest> {
  if (request.body !== undefined) {
    const { 'content-type': _type, ...headers } = request.headers;
    yield { ...request, headers, body: undefined };
  }
  for (const [index] of request.query.entries())
    yield { ...request, query: request.query.filter((_pair, at) => at !== index) };
  for (const name of Object.keys(request.headers)) {
    if (name.toLowerCase() === 'content-type' || name in request.credentials) continue;
    const { [name]: _left, ...headers } = request.headers;
    yield { ...request, headers };
  }
  const { value, mediaType } = request;
  if (typeof value !== 'object' || value === null || mediaType?.includes('json') !== true) return;
  // Its bytes were mutated, so they differ from its value.
  if (new TextDecoder().decode(request.body) !== stringifyJson(value)) return;
  for (const less of smallerValues(value)) {
    const smaller = { ...request, value: less, headers: { ...request.headers } };
    encodeValue(smaller);
    yield smaller;
  }
}

/** Yields copies of the value without one member or item, outer ones first. */
function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  const without = (left: string, inner?: unknown) => {
    const rest = entries.flatMap(([name, member]) =>
      name !== left ? [[name, member] as const] : inner === undefined ? [] : [[name, inner] as const],
    );
    return Array.isArray(value) ? rest.map(([, item]) => item) : Object.fromEntries(rest);
  };
  for (const [name] of entries) yield without(name);
  for (const [name, member] of entries) for (const inner of smallerValues(member)) yield without(name, inner);
}
