import type { Operation } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { HandlerContext, RawRequest } from '../context.js';
import type { KernelContext } from '../kernel-context.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { DataScope } from '../store/scope.js';
import { ApiUnit } from '../unit/unit.js';
import type { RequestPreference } from './preference.js';
import type { ValidState } from './request-state.js';

export class RequestUnit extends ApiUnit implements HandlerContext {
  readonly #valid: ValidState;

  constructor(valid: ValidState) {
    const { sandbox, simulator, recorder } = valid;
    super({ sandbox, api: simulator.name, cause: recorder.entry?.seq ?? null });
    this.#valid = valid;
  }

  get operation(): Operation {
    return this.#valid.route.operation;
  }

  get sandbox(): Sandbox {
    return this.#valid.sandbox;
  }

  get server(): KernelContext {
    return this.#valid.server;
  }

  get caller(): Caller | undefined {
    return this.#valid.caller;
  }

  get baseUrl(): string {
    return `${this.#valid.request.origin}${this.#valid.prefix}`;
  }

  get request(): RawRequest {
    const { request, path, query } = this.#valid;
    const url = query === '' ? path : `${path}?${query}`;
    return { method: request.method, url, headers: request.headers, bytes: request.body };
  }

  get preference(): RequestPreference {
    return this.#valid.preference;
  }

  get scope(): DataScope {
    const { simulator, input, caller } = this.#valid;
    const tenantId = simulator.tenantOf?.(input.headers, caller);
    if (caller === undefined || tenantId === undefined) throw new Error('This operation has no tenant');
    return this.scopes.of({ clientId: caller.clientId, tenantId });
  }

  note(text: string | undefined): void {
    this.#valid.recorder.note(text);
  }
}
