import type { Operation } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { HandlerContext, RawRequest } from '../context.js';
import type { ErrorResult } from '../error-result.js';
import { isErrorResult, type SuccessResponse } from '../handlers.js';
import type { KernelContext } from '../kernel-context.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { ArchiveFullError } from '../sandbox/sandbox-errors.js';
import { createRecordLimitError } from '../server-errors.js';
import type { DataScope } from '../store/scope.js';
import { commitUnit, type DoneUnit } from '../unit/run-unit.js';
import { ApiUnit } from '../unit/unit.js';
import type { RequestPreference } from './preference.js';
import { PipelineOutcome, type ValidState } from './request-state.js';

class RequestUnit extends ApiUnit implements HandlerContext {
  readonly #valid: ValidState;
  #request: RawRequest | undefined = undefined;

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
    this.#request ??= toRawRequest(this.#valid);
    return this.#request;
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

function toRawRequest({ request: { method, headers, body: bytes }, path, query }: ValidState): RawRequest {
  return { method, url: query === '' ? path : `${path}?${query}`, headers, bytes };
}

/** Step 7: runs the handler in a unit of work. Its changes become visible together, or not at all after an error. */
export function runInUnit(valid: ValidState): PipelineOutcome | Promise<PipelineOutcome> {
  const run = () => runNow(valid);
  return valid.route.isControl || !mayHaveChanged(valid) ? run() : valid.sandbox.turns.run(run);
}

type Result = SuccessResponse | ErrorResult;

function runNow(valid: ValidState): PipelineOutcome | Promise<PipelineOutcome> {
  const { route, input } = valid;
  const done = commitUnit<RequestUnit, Result>({
    begin: () => new RequestUnit(valid),
    work: (context) => route.handler(input, context),
    keep: isStored,
    admit: (context) => admitRecords(valid, valid.request.method === 'DELETE', context),
  });
  return done instanceof Promise ? done.then((each) => conclude(valid, each)) : conclude(valid, done);
}

function conclude(valid: ValidState, { unit, result, changed }: DoneUnit<RequestUnit, Result>): PipelineOutcome {
  if (result.status < 400 && (changed || mayHaveChanged(valid)) && mayHoldPlace(valid)) {
    valid.server.sandboxes.keep(valid.sandbox);
  }
  return new PipelineOutcome({ ...valid, unit }, result);
}

/** Factor by which deletions can exceed the limits, because they can write tombstones. */
const reserve = 1.1;

interface Admitting {
  readonly sandbox: Pick<Sandbox, 'name' | 'owner'>;
  readonly server: Pick<KernelContext, 'memory' | 'account' | 'guard' | 'admitGrowth'>;
}

/**
 * Checks that there is space for the records. Always admits deletions, so that space can be freed.
 * @returns a function that releases the reserved space after the commit
 * @throws NoRoomError if there is no space
 */
export function admitRecords(
  { sandbox, server }: Admitting,
  deletes: boolean,
  unit: Pick<RequestUnit, 'growsBeyond' | 'growth' | 'hasChanges'>,
): Promise<(() => void) | undefined> | undefined {
  const { memory, account, guard } = server;
  if (unit.growsBeyond(deletes ? memory.records * reserve : memory.records))
    throw new ArchiveFullError(createRecordLimitError(sandbox.name, memory.records));
  const isFull = deletes ? account.bytes > memory.memoryBytes * reserve : account.room <= 0;
  const isLimited = !deletes && guard?.mostStored(sandbox.owner) !== undefined;
  if ((!isFull && !isLimited) || !unit.hasChanges) return undefined;
  return server.admitGrowth(sandbox.owner, unit.growth);
}

/** Returns whether to store the staged changes. */
function isStored(result: SuccessResponse | ErrorResult): boolean {
  return !isErrorResult(result) || result.stores === true;
}

/**
 * Returns whether a call protects its sandbox from eviction. If the server has control tokens, only control plane calls
 * do. Otherwise anyone could occupy all sandboxes with API calls.
 */
function mayHoldPlace({ server, route }: ValidState): boolean {
  return server.guard === undefined || route.isControl;
}

function mayHaveChanged({ route, request }: ValidState): boolean {
  return !route.isInbox && request.method !== 'GET' && request.method !== 'HEAD';
}
