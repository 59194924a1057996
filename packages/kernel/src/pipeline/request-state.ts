import type { OperationInput } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { FaultEffect } from '../faults/fault-rule.js';
import type { Answer } from '../handlers.js';
import { RequestRecorder } from '../journal/request-recorder.js';
import type { KernelContext } from '../kernel-context.js';
import type { Refusal } from '../refusal.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import type { IncomingRequest } from '../transport/incoming-request.js';
import { splitAddress } from '../transport/sandbox-address.js';
import type { Unit } from '../unit/unit.js';
import type { Preference } from './preference.js';
import type { Route } from './route.js';

/** The facts about a request. Each step receives the facts so far and adds to them. */
export interface RequestState {
  readonly world: KernelContext;
  readonly request: IncomingRequest;
  /** Name of the sandbox that it is addressed to. */
  readonly sandboxName: string;
  /** The sandbox's prefix as it stands in the address; empty for none. */
  readonly prefix: string;
  /** Path without the sandbox prefix and the query. */
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
  /** Who answers: the control plane until an API is found. */
  readonly simulator: Simulator;
  readonly sandbox: Sandbox | undefined;
  /** Changes of the sandbox that the archive had stored when the request arrived. */
  readonly archivedBefore: number;
  /** Records nothing for the control plane. */
  readonly recorder: RequestRecorder;
  readonly route: Route | undefined;
  /** As they came, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The effect of a fault rule. */
  readonly fault: FaultEffect | undefined;
  /** The header `Prefer`; empty for the control plane. */
  readonly preference: Preference;
  /** Absent on operations that need no token. */
  readonly caller: Caller | undefined;
  readonly input: OperationInput | undefined;
  readonly unit: Unit | undefined;
}

/** The sandbox is active, and the journal entry open. */
export interface Received extends RequestState {
  readonly sandbox: Sandbox;
}

/** The contract has the operation. */
export interface Matched extends Received {
  readonly route: Route;
}

/** Headers, path, query and body conform to the contract. */
export interface Valid extends Matched {
  readonly input: OperationInput;
}

/** The result of a step that ends the line early, with the facts so far. The request continues at `answer`. */
export class Outcome {
  readonly state: RequestState;
  readonly result: Answer | Refusal;

  constructor(state: RequestState, result: Answer | Refusal) {
    this.state = state;
    this.result = result;
  }
}

const none: Readonly<Record<string, string>> = Object.freeze({});
const silent = new RequestRecorder();

/** The facts about a request before the first step. */
export function initialState(world: KernelContext, request: IncomingRequest): RequestState {
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

/** The tenant that a request speaks for, from its headers as they came; undefined when it names none. */
export function requestTenant({ route, simulator, request, input, caller }: RequestState): string | undefined {
  if (route === undefined || simulator.tenantOf === undefined) return undefined;
  if (input !== undefined) return simulator.tenantOf(input.headers, caller);
  const headers: Record<string, string | undefined> = {};
  for (const { name, lowerName } of route.headers) headers[name] = request.headers[lowerName];
  return simulator.tenantOf(headers, caller);
}
