import type { TokenFault } from '../auth/token-service.js';
import type { Caller } from '../caller.js';
import type { ErrorResult } from '../error-result.js';
import { createBodyOverLimitError, createRequestLimitError } from '../server-errors.js';
import { type MatchedState, PipelineOutcome, type RequestState } from './request-state.js';
import type { Route } from './route.js';
import { readQuery } from './validate-request.js';

const bearer = /^bearer +(.*)$/i;
const mostBearers = 1000;
const bearers = new Map<string, string>();

/**
 * Step 4: authorizes the caller. A missing bearer header is a 401; an invalid token or scope is a 403
 * (analysis.gap.status-code-meanings).
 */
export function authorizeRequest(
  matched: MatchedState,
): MatchedState | PipelineOutcome | Promise<MatchedState | PipelineOutcome> {
  const { simulator, sandbox, route, request } = matched;
  const { access } = route;
  if (access === 'open') return matched;
  if (access === 'control') return authorizeControl(matched);
  if (access === 'own') return authorizeByApi(matched);
  const { refusals } = simulator;
  const header = request.headers['authorization'];
  if (header === undefined) {
    if (access === 'optional-bearer') return matched;
    const missing = 'The Authorization header is missing; send "Authorization: Bearer <token>"';
    return new PipelineOutcome(matched, refusals.unauthorized(missing));
  }
  const token = parseBearerToken(header);
  if (!token) {
    const malformed = 'The Authorization header must have the form "Bearer <token>"';
    return new PipelineOutcome(matched, refusals.unauthorized(malformed));
  }
  const caller = sandbox.tokens.recall(token);
  if (caller !== undefined) return authorizeCaller(matched, caller);
  return sandbox.tokens.verify(token).then((verified) => authorizeCaller(matched, verified));
}

function authorizeByApi(
  matched: MatchedState,
): MatchedState | PipelineOutcome | Promise<MatchedState | PipelineOutcome> {
  const { simulator, sandbox, route, request, query } = matched;
  const credentials = { headers: request.headers, query: readQuery(query) };
  const admission = { tokens: sandbox.tokens, settings: sandbox.settings.ofApi(simulator.name) };
  const conclude = (admitted: Caller | ErrorResult | undefined) => {
    if (admitted === undefined) return matched;
    return 'refused' in admitted ? new PipelineOutcome(matched, admitted) : { ...matched, caller: admitted };
  };
  const admitted = simulator.admit?.(route.operation, credentials, admission);
  return admitted instanceof Promise ? admitted.then(conclude) : conclude(admitted);
}

function authorizeCaller(matched: MatchedState, caller: Caller | TokenFault): MatchedState | PipelineOutcome {
  const { simulator, route } = matched;
  if ('fault' in caller) return new PipelineOutcome(matched, simulator.refusals.tokenRefused(caller.fault));
  const refusal = simulator.checkScope?.(caller.scopes, route.operation);
  return refusal === undefined ? { ...matched, caller } : new PipelineOutcome(matched, refusal);
}

/** Returns the caller of the control plane, or an error if there is no valid control token. */
function controlCaller({ server, request }: RequestState): Caller | ErrorResult {
  const caller = server.guard?.callerOf(parseBearerToken(request.headers['authorization'] ?? '') ?? '');
  const missing = 'The control plane needs a token of this server: "Authorization: Bearer <control token>"';
  return caller ?? server.control.refusals.unauthorized(missing);
}

/** Finds the name of a request's control token; undefined if none is required or the token is unknown. */
export function findControlTokenName(state: RequestState, access: string | undefined): string | undefined {
  if (state.server.guard === undefined || access !== 'control') return undefined;
  const caller = controlCaller(state);
  return 'refused' in caller ? undefined : caller.clientId;
}

function authorizeControl(matched: MatchedState): MatchedState | PipelineOutcome {
  const { server, route, sandbox, request } = matched;
  const caller = controlCaller(matched);
  if ('refused' in caller) return new PipelineOutcome(matched, caller);
  const state = { ...matched, caller };
  const seconds = server.guard?.countRequest(caller.clientId) ?? 0;
  if (seconds > 0) return new PipelineOutcome(state, createRequestLimitError(caller.clientId, seconds));
  const reason = server.guard?.denialOf(caller, route.operation, sandbox);
  const most = server.guard?.mostStored(caller.clientId) ?? Number.POSITIVE_INFINITY;
  const size = request.unread ?? request.body.length;
  // Rejected before parsing, which would cost memory and time that the token is not entitled to.
  if (size > most) return new PipelineOutcome(state, createBodyOverLimitError(caller.clientId, size, most));
  return reason === undefined ? state : new PipelineOutcome(state, server.control.refusals.forbidden(reason));
}

/** Authorizes a request about the server itself, which concerns no sandbox. */
export function authorizeServer<State extends RequestState & { readonly route: Route }>(
  state: State,
): State | PipelineOutcome {
  if (state.route.access !== 'control') return state;
  const caller = controlCaller(state);
  return 'refused' in caller ? new PipelineOutcome(state, caller) : state;
}

/**
 * Returns the bearer token of an `Authorization` header; undefined for any other scheme. Cached, because clients repeat
 * the header.
 */
export function parseBearerToken(header: string): string | undefined {
  const known = bearers.get(header);
  if (known !== undefined) return known;
  const token = bearer.exec(header)?.[1]?.trim();
  if (token === undefined) return undefined;
  if (bearers.size >= mostBearers) bearers.clear();
  bearers.set(header, token);
  return token;
}
