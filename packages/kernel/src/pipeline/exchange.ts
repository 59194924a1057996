import type { Operation, OperationInput } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { FaultEffect } from '../faults/fault-rule.js';
import type { Answer } from '../handlers.js';
import type { RecordedEntry } from '../journal/journal-entry.js';
import type { Refusal } from '../refusal.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import type { Unit } from '../unit/unit.js';
import type { World } from '../world.js';

/** A request as any transport hands it over. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Scheme and authority by which the caller reached us, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Bytes of a body that was not read, because it is larger than the operation takes or there is no operation. */
  readonly unread?: number;
}

/** An answer as any transport sends it. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body at all. A stream is sent as it comes. */
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
  /** How the transport shall fail, on purpose. */
  readonly spoiled?: Pick<FaultEffect, 'reset' | 'truncateAfter' | 'bytesPerSecond'> | undefined;
}

const noPathParameters: Readonly<Record<string, string>> = Object.freeze({});
const noHeaders: Readonly<Record<string, string>> = Object.freeze({});

/**
 * One request on its way through the pipeline; each step adds what the next ones need. All fields are there from the
 * beginning: an object that grows while it is used is slow.
 */
export class Exchange {
  readonly world: World;
  readonly request: IncomingRequest;
  /** Once there is a result, only the steps that answer and close still run. */
  result: Answer | Refusal | undefined = undefined;
  // receive
  sandbox: Sandbox | undefined = undefined;
  /** Path without the sandbox prefix and the query. */
  path: string;
  /** Query without the question mark. */
  query = '';
  /** Origin and sandbox prefix. */
  baseUrl: string;
  /** Absent for the control plane, whose calls are not part of what a sandbox lives through. */
  entry: RecordedEntry | undefined = undefined;
  // match-operation
  simulator: Simulator;
  operation: Operation | undefined = undefined;
  pathParameters = noPathParameters;
  // inject-fault
  fault: FaultEffect | undefined = undefined;
  // authenticate
  caller: Caller | undefined = undefined;
  // validate-request
  input: OperationInput | undefined = undefined;
  // transact
  unit: Unit | undefined = undefined;
  // validate-response
  headers = noHeaders;
  mediaType: string | undefined = undefined;
  body: unknown = undefined;
  // respond
  response: OutgoingResponse | undefined = undefined;

  constructor(world: World, request: IncomingRequest) {
    this.world = world;
    this.request = request;
    this.simulator = world.control;
    this.path = request.url;
    this.baseUrl = request.origin;
  }
}

export function isRefusal(result: Answer | Refusal): result is Refusal {
  return 'refused' in result;
}
