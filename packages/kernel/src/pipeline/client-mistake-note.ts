import type { RequestState } from './request-state.js';

/** A query that continues where none has begun: `id&toDate=2026-01-31`. */
const lostQuery = /&([^&=]+)=/g;

/** A note for the journal on a likely mistake: an unread body, or a query without its question mark. */
export function clientMistakeNote(state: RequestState): string | undefined {
  const ofBody = noteOfBody(state);
  const ofQuery = noteOfQuery(state);
  return ofBody === undefined || ofQuery === undefined ? (ofBody ?? ofQuery) : `${ofBody} ${ofQuery}`;
}

function noteOfBody({ route, request, simulator }: RequestState): string | undefined {
  const operation = route?.operation;
  if (operation === undefined || operation.requestBody !== undefined || request.body.length === 0) return undefined;
  const { method, path } = operation;
  const readers = [...simulator.contract.operations.values()].filter(
    (other) => other.path === path && other.requestBody !== undefined,
  );
  const near = readers.map((other) => `${other.method} ${path}`).join(' and ');
  const unread = `The body of ${request.body.length} bytes was not read: ${method} ${path} takes none`;
  return near === '' ? `${unread}.` : `${unread}; ${near} does.`;
}

/** Names all that look like query parameters; where the operation is known, only those that it has. */
function noteOfQuery({ route, path }: RequestState): string | undefined {
  if (!path.includes('&')) return undefined;
  const documented = route?.operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
  const names = [...path.matchAll(lostQuery)].map(([, name = '']) => name);
  const lost = names.filter((name) => documented === undefined || documented.includes(name));
  if (lost.length === 0) return undefined;
  const start = path.indexOf('&');
  return `${lost.join(', ')} stood in the path, not in the query, which begins with a question mark: ${path.slice(0, start)}?${path.slice(start + 1)}`;
}
