import type { Operation } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { RawRequest } from '../context.js';
import type { ControlContext } from '../control/control-context.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { Unit } from '../unit/unit.js';
import type { World } from '../world.js';
import type { Exchange } from './exchange.js';

/** The unit of work of one request, and what its handler may ask for. */
export class RequestUnit extends Unit implements ControlContext {
  readonly operation: Operation;
  readonly sandbox: Sandbox;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, sandbox: Sandbox, operation: Operation) {
    super({ sandbox, api: exchange.simulator.name, cause: exchange.entry?.seq ?? null });
    this.#exchange = exchange;
    this.sandbox = sandbox;
    this.operation = operation;
  }

  get world(): World {
    return this.#exchange.world;
  }

  get caller(): Caller | undefined {
    return this.#exchange.caller;
  }

  get baseUrl(): string {
    return this.#exchange.baseUrl;
  }

  get request(): RawRequest {
    const { request, path, query } = this.#exchange;
    const url = query === '' ? path : `${path}?${query}`;
    return { method: request.method, url, headers: request.headers, bytes: request.body };
  }

  get scope() {
    const { simulator, input, caller } = this.#exchange;
    const tenantId = simulator.tenantOf?.(input?.headers ?? {}, caller);
    if (caller === undefined || tenantId === undefined) throw new Error('This operation has no tenant');
    return this.scopes.of({ clientId: caller.clientId, tenantId });
  }
}
