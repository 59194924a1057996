import type { TokenFault } from '../auth/token-service.js';
import type { Caller } from '../caller.js';
import { controlRefusals } from '../control/control-refusals.js';
import { bearerOf } from '../guard/bearer-of.js';
import type { ControlToken } from '../guard/control-token.js';
import { callerOf, whyNotAllowed } from '../guard/guard.js';
import { tooManyRequests } from '../guard/limit-refusals.js';
import type { Refusal } from '../refusal.js';
import { Decided, type Known, type Matched } from './known.js';

/**
 * Step 4: no bearer header at all is 401; a bearer value that is not valid here and now, or whose scope does not fit,
 * is 403 (analysis.gap.status-code-meanings).
 */
export function admit(matched: Matched): Matched | Decided | Promise<Matched | Decided> {
  const { simulator, sandbox, route, request } = matched;
  const { access } = route;
  if (access === 'open') return matched;
  if (access === 'control') return admitToControl(matched);
  if (access === 'own') return admitByApi(matched);
  const { refusals } = simulator;
  const header = request.headers['authorization'];
  if (header === undefined) {
    if (access === 'optional-bearer') return matched;
    const missing = 'The Authorization header is missing; send "Authorization: Bearer <token>"';
    return new Decided(matched, refusals.unauthorized(missing));
  }
  const token = bearerOf(header);
  if (!token) {
    const malformed = 'The Authorization header must have the form "Bearer <token>"';
    return new Decided(matched, refusals.unauthorized(malformed));
  }
  const known = sandbox.tokens.recall(token);
  if (known !== undefined) return admitCaller(matched, known);
  return sandbox.tokens.verify(token).then((caller) => admitCaller(matched, caller));
}

async function admitByApi(matched: Matched): Promise<Matched | Decided> {
  const { simulator, sandbox, route, request, query } = matched;
  const credentials = { headers: request.headers, query: new URLSearchParams(query) };
  const admission = { tokens: sandbox.tokens, settings: sandbox.settings.ofApi(simulator.name) };
  const admitted = await simulator.admit?.(route.operation, credentials, admission);
  if (admitted === undefined) return matched;
  return 'refused' in admitted ? new Decided(matched, admitted) : { ...matched, caller: admitted };
}

function admitCaller(matched: Matched, caller: Caller | TokenFault): Matched | Decided {
  const { simulator, route } = matched;
  if ('fault' in caller) return new Decided(matched, simulator.refusals.tokenRefused(caller.fault));
  const refusal = simulator.checkScope?.(caller.scopes, route.operation);
  return refusal === undefined ? { ...matched, caller } : new Decided(matched, refusal);
}

/** The token by which a call of the control plane came; a refusal without one. */
export function tokenOfControl({ world, request }: Known): ControlToken | Refusal {
  const token = world.guard?.tokenOf(bearerOf(request.headers['authorization'] ?? '') ?? '');
  const missing = 'The control plane needs a token of this server: "Authorization: Bearer <control token>"';
  return token ?? world.control.refusals.unauthorized(missing);
}

/** The control plane needs a token where others than this machine can reach it, or where someone has one. */
function admitToControl(matched: Matched): Matched | Decided {
  const { world, route, sandbox } = matched;
  const token = tokenOfControl(matched);
  if ('refused' in token) return new Decided(matched, token);
  const known = { ...matched, caller: callerOf(token) };
  const seconds = world.guard?.countRequest(token.name) ?? 0;
  if (seconds > 0) return new Decided(known, tooManyRequests(token.name, seconds));
  const reason = whyNotAllowed(token, route.operation, sandbox);
  return reason === undefined ? known : new Decided(known, controlRefusals.forbidden(reason));
}
