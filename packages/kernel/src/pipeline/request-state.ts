import type { OperationInput } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { ErrorResult } from '../error-result.js';
import type { FaultEffect } from '../faults/fault-rule.js';
import type { SuccessResponse } from '../handlers.js';
import { RequestRecorder } from '../journal/request-recorder.js';
import type { KernelContext } from '../kernel-context.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import type { IncomingRequest } from '../transport/incoming-request.js';
import { splitAddress } from '../transport/sandbox-address.js';
import type { ApiUnit } from '../unit/unit.js';
import type { RequestPreference } from './preference.js';
import type { Route } from './route.js';

/** The facts about a request, extended by each step. */
export interface RequestState {
  readonly world: KernelContext;
  readonly request: IncomingRequest;
  readonly sandboxName: string;
  /** Sandbox prefix of the URL; can be empty. */
  readonly prefix: string;
  readonly path: string;
  readonly query: string;
  /** The control plane until an API is found. */
  readonly simulator: Simulator;
  readonly sandbox: Sandbox | undefined;
  /** Commits in the archive when the request arrived. */
  readonly archivedBefore: number;
  readonly recorder: RequestRecorder;
  readonly route: Route | undefined;
  /** Decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly fault: FaultEffect | undefined;
  /** The header `Prefer`. */
  readonly preference: RequestPreference;
  readonly caller: Caller | undefined;
  readonly input: OperationInput | undefined;
  readonly unit: ApiUnit | undefined;
}

/** With an active sandbox and an open journal entry. */
export interface ReceivedState extends RequestState {
  readonly sandbox: Sandbox;
}

/** With a known operation. */
export interface MatchedState extends ReceivedState {
  readonly route: Route;
}

/** With valid input. */
export interface ValidState extends MatchedState {
  readonly input: OperationInput;
}

/** The result of a step that ends the line early. Processing continues at `answer`. */
export class PipelineOutcome {
  readonly state: RequestState;
  readonly result: SuccessResponse | ErrorResult;

  constructor(state: RequestState, result: SuccessResponse | ErrorResult) {
    this.state = state;
    this.result = result;
  }
}

const none: Readonly<Record<string, string>> = Object.freeze({});
const silent = new RequestRecorder();

/** Creates the facts before the first step. */
export function createInitialState(world: KernelContext, request: IncomingRequest): RequestState {
  const { sandbox: sandboxName, prefix, path, query } = splitAddress(request.url, request.origin);
  return {
    world,
    request,
    sandboxName,
    prefix,
    path,
    query,
    simulator: world.control,
    sandbox: undefined,
    archivedBefore: 0,
    recorder: silent,
    route: undefined,
    pathParameters: none,
    fault: undefined,
    preference: none,
    caller: undefined,
    input: undefined,
    unit: undefined,
  };
}

/** Finds the tenant of a request; undefined if its headers name none. */
export function findRequestTenant({ route, simulator, request, input, caller }: RequestState): string | undefined {
  if (route === undefined || simulator.tenantOf === undefined) return undefined;
  if (input !== undefined) return simulator.tenantOf(input.headers, caller);
  const headers: Record<string, string | undefined> = {};
  for (const { name, lowerName } of route.headers) headers[name] = request.headers[lowerName];
  return simulator.tenantOf(headers, caller);
}
