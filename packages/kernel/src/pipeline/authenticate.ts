import { timingSafeEqual } from 'node:crypto';
import type { Operation } from '@understudy/contract';
import type { TokenFault } from '../auth/token-service.js';
import type { Caller } from '../caller.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import type { Exchange } from './exchange.js';

const bearer = /^bearer +(.*)$/i;

const mostBearers = 1000;
const bearers = new Map<string, string>();

/**
 * Step 4: no bearer header at all is 401; a bearer value that is not valid here and now, or whose scope does not fit,
 * is 403 (analysis.gap.status-code-meanings).
 */
export function authenticate(exchange: Exchange): Promise<void> | void {
  const { world, simulator, sandbox, operation, request } = exchange;
  if (operation === undefined || sandbox === undefined || operation.security.length === 0) return;
  if (simulator === world.control) {
    authenticateControl(exchange);
    return;
  }
  if (!asksForBearer(operation, simulator)) return;
  const { refusals } = simulator;
  const header = request.headers['authorization'];
  if (header === undefined) {
    // A requirement that asks for nothing makes the token optional.
    if (operation.security.some((requirement) => Object.keys(requirement).length === 0)) return;
    exchange.result = refusals.unauthorized(
      'The Authorization header is missing; send "Authorization: Bearer <token>"',
    );
    return;
  }
  const token = bearerOf(header);
  if (!token) {
    exchange.result = refusals.unauthorized('The Authorization header must have the form "Bearer <token>"');
    return;
  }
  const known = sandbox.tokens.recall(token);
  if (known !== undefined) return admit(exchange, sandbox, known);
  return sandbox.tokens.verify(token).then((caller) => admit(exchange, sandbox, caller));
}

function admit(exchange: Exchange, sandbox: Sandbox, caller: Caller | TokenFault): void {
  const { simulator, operation } = exchange;
  if (operation === undefined) return;
  if ('fault' in caller) {
    exchange.result = simulator.refusals.tokenRefused(caller.fault);
    return;
  }
  const refusal = simulator.checkScope?.(caller.scopes, sandbox.settings.ofApi(simulator.name), operation);
  if (refusal !== undefined) exchange.result = refusal;
  else exchange.caller = caller;
}

const bearerOperations = new WeakMap<Operation, boolean>();

/** Whether a bearer token is one way to authenticate; keys in headers of their own are the handler's matter. */
function asksForBearer(operation: Operation, { contract }: Simulator): boolean {
  let asks = bearerOperations.get(operation);
  if (asks === undefined) {
    const schemes = Object.entries(Object(contract.document.components?.securitySchemes));
    const keys = schemes.filter(([, scheme]) => Object(scheme).type === 'apiKey').map(([name]) => name);
    const isKey = (name: string) => keys.includes(name);
    asks = !operation.security.every((requirement) => Object.keys(requirement).some(isKey));
    bearerOperations.set(operation, asks);
  }
  return asks;
}

/** A client sends the same header again and again: the token is taken out of it once. */
function bearerOf(header: string): string | undefined {
  const known = bearers.get(header);
  if (known !== undefined) return known;
  const token = bearer.exec(header)?.[1]?.trim();
  if (token === undefined) return undefined;
  if (bearers.size >= mostBearers) bearers.clear();
  bearers.set(header, token);
  return token;
}

/** The control plane needs a token only where others than this machine can reach it. */
function authenticateControl(exchange: Exchange): void {
  const { world, request } = exchange;
  if (world.controlToken === undefined) return;
  const given = Buffer.from(bearerOf(request.headers['authorization'] ?? '') ?? '');
  const expected = Buffer.from(world.controlToken);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  exchange.result = world.control.refusals.unauthorized(
    'The control plane can be reached from outside this machine and needs its token: "Authorization: Bearer <control token>"',
  );
}
