import type { Operation } from '@understudy/contract';
import { Outbox, type TimerDesk, type WebhookDesk } from '../background/outbox.js';
import { storedTimers } from '../background/stored-timer.js';
import type { RawRequest } from '../context.js';
import type { ControlContext } from '../control/control-context.js';
import type { JobDesk } from '../jobs/job-desk.js';
import type { Work } from '../jobs/worker-pool.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { scopesOf } from '../store/scope.js';
import type { UnitOfWork } from '../store/store.js';
import type { Exchange } from './exchange.js';
import { RequestJobDesk } from './request-job-desk.js';

/** Step 6: the operation's handler, in a unit of work of its own. */
export async function handle(exchange: Exchange): Promise<void> {
  const { simulator, sandbox, operation, input, world } = exchange;
  if (operation === undefined || sandbox === undefined || input === undefined) return;
  const handler = simulator.operations[operation.operationId];
  if (handler === undefined) throw new Error(`${simulator.name} has no handler for ${operation.operationId}`);
  exchange.unit = world.store.begin(sandbox.name);
  exchange.startedJobs = [];
  exchange.seenJobs = [];
  exchange.outbox = undefined;
  exchange.result = await handler(input, createContext(exchange, sandbox));
}

function createContext(exchange: Exchange, sandbox: Sandbox): ControlContext {
  const { operation, unit } = exchange;
  if (operation === undefined || unit === undefined) throw new Error('There is no operation to handle');
  return new RequestContext(exchange, sandbox, operation, unit);
}

/** Makes what a handler asks for when it asks for it: most handlers need little. */
class RequestContext implements ControlContext {
  readonly operation: Operation;
  readonly sandbox: Sandbox;
  readonly #exchange: Exchange;
  readonly #unit: UnitOfWork;

  constructor(exchange: Exchange, sandbox: Sandbox, operation: Operation, unit: UnitOfWork) {
    this.#exchange = exchange;
    this.sandbox = sandbox;
    this.operation = operation;
    this.#unit = unit;
  }

  get api() {
    return this.#exchange.simulator.name;
  }

  get world() {
    return this.#exchange.world;
  }

  get clock() {
    return this.sandbox.clock;
  }

  get ids() {
    return this.sandbox.ids;
  }

  get random() {
    return this.sandbox.random;
  }

  get caller() {
    return this.#exchange.caller;
  }

  get baseUrl() {
    return this.#exchange.baseUrl;
  }

  get settings() {
    return this.sandbox.settings.ofApi(this.api);
  }

  get tokens() {
    return this.sandbox.tokens;
  }

  get signer() {
    return this.sandbox.signer;
  }

  get request(): RawRequest {
    const { request, path, query } = this.#exchange;
    const url = query === '' ? path : `${path}?${query}`;
    return { method: request.method, url, headers: request.headers, bytes: request.body };
  }

  get scopes() {
    return scopesOf(this.#unit, this.api);
  }

  get scope() {
    const { simulator, input, caller } = this.#exchange;
    const tenantId = simulator.tenantOf?.(input?.headers ?? {}, caller);
    if (caller === undefined || tenantId === undefined) throw new Error('This operation has no tenant');
    return this.scopes.of({ clientId: caller.clientId, tenantId });
  }

  compute<Output>(work: Work, input: unknown): Promise<Output> {
    return this.sandbox.compute(work, input);
  }

  get jobs(): JobDesk {
    return new RequestJobDesk(this.#exchange, this.sandbox, this.#unit);
  }

  get timers(): TimerDesk {
    return this.#outbox().timers;
  }

  get webhooks(): WebhookDesk {
    return this.#outbox();
  }

  #outbox(): Outbox {
    const { entry } = this.#exchange;
    this.#exchange.outbox ??= new Outbox(
      () => this.scopes.shared.collection(storedTimers),
      () => this.sandbox.ids.next('timer'),
      entry?.seq ?? null,
    );
    return this.#exchange.outbox;
  }
}
