import type { Finding, OperationInput } from '@understudy/contract';
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

/** The state of a request. Each step adds to it. */
export interface RequestState {
  readonly server: KernelContext;
  readonly request: IncomingRequest;
  readonly sandboxName: string;
  /** Sandbox prefix of the URL. It can be empty. */
  readonly prefix: string;
  readonly path: string;
  readonly query: string;
  /** The simulator of the requested API; the control plane until the API is known. */
  readonly simulator: Simulator;
  readonly sandbox: Sandbox | undefined;
  /** Number of commits in the archive when the request arrived. */
  readonly archivedBefore: number;
  readonly recorder: RequestRecorder;
  readonly route: Route | undefined;
  /** Decoded path parameters by name. */
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly fault: FaultEffect | undefined;
  /** The parsed `Prefer` header. */
  readonly preference: RequestPreference;
  readonly caller: Caller | undefined;
  /** All differences between the request and the description, including those that do not cause a rejection. */
  readonly findings: readonly Finding[];
  readonly input: OperationInput | undefined;
  /** Size of the decoded body in bytes, counted as used memory while the request is handled. */
  readonly decodedBytes: number;
  readonly unit: ApiUnit | undefined;
}

/** A request to an active sandbox, with an open journal entry. */
export interface ReceivedState extends RequestState {
  readonly sandbox: Sandbox;
}

/** A request with a known operation. */
export interface MatchedState extends ReceivedState {
  readonly route: Route;
}

/** A request with valid input. */
export interface ValidState extends MatchedState {
  readonly input: OperationInput;
}

/** The result of a step that ends the pipeline early. Processing continues with the response. */
export class PipelineOutcome {
  readonly state: RequestState;
  readonly result: SuccessResponse | ErrorResult;

  constructor(state: RequestState, result: SuccessResponse | ErrorResult) {
    this.state = state;
    this.result = result;
  }
}

const none: Readonly<Record<string, string>> = Object.freeze({});
const noFindings: readonly Finding[] = Object.freeze([]);
const silent = new RequestRecorder();

/** Creates the state before the first step. */
export function createInitialState(server: KernelContext, request: IncomingRequest): RequestState {
  const { sandbox: sandboxName, prefix, path, query } = splitAddress(request.url, request.origin);
  return {
    server,
    request,
    sandboxName,
    prefix,
    path,
    query,
    simulator: server.control,
    sandbox: undefined,
    archivedBefore: 0,
    recorder: silent,
    route: undefined,
    pathParameters: none,
    fault: undefined,
    preference: none,
    caller: undefined,
    findings: noFindings,
    input: undefined,
    decodedBytes: 0,
    unit: undefined,
  };
}

/** Finds a request's tenant; undefined if its headers name none. */
export function findRequestTenant({ route, simulator, request, input, caller }: RequestState): string | undefined {
  if (route === undefined || simulator.tenantOf === undefined) return undefined;
  if (input !== undefined) return simulator.tenantOf(input.headers, caller);
  const headers: Record<string, string | undefined> = {};
  for (const { name, lowerName } of route.headers) headers[name] = request.headers[lowerName];
  return simulator.tenantOf(headers, caller);
}
