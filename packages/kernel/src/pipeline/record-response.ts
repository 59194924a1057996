import type { Journal } from '../journal/journal.js';
import type { OutgoingResponse } from '../transport/incoming-request.js';
import { findRequestTenant, type RequestState } from './request-state.js';

export function recordResponse(state: RequestState, response: OutgoingResponse, milliseconds: number): void {
  const { sandbox, recorder, request, route, simulator, unit } = state;
  if (sandbox !== undefined && recorder.entry === undefined) noteControl(state, sandbox.journal, response);
  recorder.complete({
    api: simulator.name,
    operationId: route?.operation.operationId,
    // Rejected requests can also have a tenant.
    tenantId: findRequestTenant(state) || undefined,
    jobId: unit?.startedJob,
    headers: request.headers,
    body: request.body,
    response,
    milliseconds,
    note: clientMistakeNote(state),
  });
}

/** Records a state-changing control plane call if the server requires tokens. */
function noteControl(
  { server, route, request, sandbox, caller }: RequestState,
  journal: Journal,
  { status }: OutgoingResponse,
) {
  if (server.guard === undefined || route?.access !== 'control' || sandbox === undefined) return;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  journal.append({
    at: sandbox.clock.timestamp(),
    type: 'control',
    cause: null,
    operationId: route.operation.operationId,
    method: request.method,
    url: request.url,
    status,
    ...(caller === undefined ? {} : { token: caller.clientId }),
  });
}

/** Matches a query without a question mark: `id&toDate=2026-01-31`. */
const lostQuery = /&([^&=]+)=/g;

/** Returns a journal note about a likely mistake: an ignored body, or a query without its question mark. */
function clientMistakeNote(state: RequestState): string | undefined {
  const ofBody = noteOfBody(state);
  const ofQuery = noteOfQuery(state);
  const notes = [ofBody, ofQuery, noteOfFindings(state)].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** Returns a note about violations of the description that the API's settings allow. */
function noteOfFindings({ findings, input }: RequestState): string | undefined {
  if (findings.length === 0 || input === undefined) return undefined;
  return `Served although the request does not fit the description: ${findings.map(({ message }) => message).join(' ')}`;
}

function noteOfBody({ route, request, simulator }: RequestState): string | undefined {
  const operation = route?.operation;
  if (operation === undefined || operation.requestBody !== undefined || request.body.length === 0) return undefined;
  const { method, path } = operation;
  const readers = [...simulator.contract.operations.values()].filter(
    (other) => other.path === path && other.requestBody !== undefined,
  );
  const near = readers.map((other) => `${other.method} ${path}`).join(' and ');
  const unread = `The body of ${request.body.length} bytes was ignored, because ${method} ${path} does not accept a body`;
  return near === '' ? `${unread}.` : `${unread}; ${near} does.`;
}

/** Returns a note about query parameters in the path. */
function noteOfQuery({ route, path }: RequestState): string | undefined {
  if (!path.includes('&')) return undefined;
  const documented = route?.operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
  const names = [...path.matchAll(lostQuery)].map(([, name = '']) => name);
  const lost = names.filter((name) => documented === undefined || documented.includes(name));
  if (lost.length === 0) return undefined;
  const start = path.indexOf('&');
  return `Query parameters in the path: ${lost.join(', ')}. Start the query string with a question mark: ${path.slice(0, start)}?${path.slice(start + 1)}`;
}
