import { drawDelay } from '../faults/faults.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Exchange } from './exchange.js';
import { readPreference } from './preference.js';
import { tenantOf } from './tenant-of.js';

/**
 * Step 3: what shall go wrong, by a rule of the sandbox or on request of the caller. `Prefer: code=<status>` takes any
 * status that the contract documents for the operation; a documented success lets the request go its usual way.
 * `Prefer: wait=<seconds>` holds the answer back. Delays run on the sandbox's clock.
 */
export function injectFault(exchange: Exchange): Promise<void> | void {
  const { operation, simulator, request, sandbox, world } = exchange;
  // The control plane must stay usable: it is the way to end a fault.
  if (operation === undefined || sandbox === undefined || simulator === world.control) return;
  if (sandbox.faults.list().length > 0 || request.headers['prefer'] !== undefined) return misbehave(exchange, sandbox);
}

async function misbehave(exchange: Exchange, sandbox: Sandbox): Promise<void> {
  const { operation, simulator, request } = exchange;
  if (operation === undefined) return;
  const { faults } = sandbox;
  if (faults.list().length > 0) {
    const facts = {
      api: simulator.name,
      operationId: operation.operationId,
      tenantId: tenantOf(exchange),
      method: request.method,
      path: exchange.path,
      headers: request.headers,
    };
    const rule = faults.apply(facts, sandbox.clock.now().getTime(), sandbox.random);
    if (rule !== undefined) {
      exchange.fault = rule.effect;
      if (exchange.entry !== undefined) exchange.entry.fault = rule.id;
      if (rule.effect.delay !== undefined) await sandbox.wait(drawDelay(rule.effect.delay, sandbox.random));
      if (rule.effect.status !== undefined) {
        exchange.result = simulator.refusals.injected(rule.effect.status);
        return;
      }
    }
  }
  const prefer = request.headers['prefer'];
  if (prefer === undefined) return;
  const wish = readPreference(prefer);
  if (typeof wish === 'string') {
    refusePreference(exchange, wish, prefer);
    return;
  }
  if (wish.wait !== undefined) await sandbox.wait(wish.wait * 1000);
  if (wish.code !== undefined) preferCode(exchange, wish.code);
}

function refusePreference(exchange: Exchange, message: string, actual: string): void {
  // Like a rule's, it is no answer of the operation itself, which may document no 400.
  exchange.fault ??= {};
  exchange.result = exchange.simulator.refusals.badRequest([
    { ruleId: 'request/prefer', severity: 'error', message, pointer: '/headers/Prefer', actual },
  ]);
}

function preferCode(exchange: Exchange, code: string): void {
  const { operation, simulator } = exchange;
  if (operation === undefined) return;
  if (!operation.statuses.includes(code)) {
    const documented = operation.statuses.join(', ');
    const rule = `{"match": {"operationId": "${operation.operationId}"}, "effect": {"status": ${code}}, "times": 1}`;
    const message = `Prefer asks for status ${code}, which ${operation.operationId} does not document; documented are ${documented}. For any error status set a fault rule: PUT /_sim/faults {"faults": [${rule}]}`;
    refusePreference(exchange, message, code);
  } else if (Number(code) >= 400) {
    exchange.result = simulator.refusals.injected(Number(code));
  }
}
