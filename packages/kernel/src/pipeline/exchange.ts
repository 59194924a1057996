import type { Operation, OperationInput } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { FaultEffect } from '../faults/fault-rule.js';
import type { Answer } from '../handlers.js';
import type { JobRecord } from '../jobs/job.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Refusal } from '../refusal.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import type { UnitOfWork } from '../store/store.js';
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
}

/** An answer as any transport sends it. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body at all. A stream is sent as it comes. */
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
  /** How the transport shall fail, on purpose. */
  readonly spoiled?: Pick<FaultEffect, 'reset' | 'truncateAfter' | 'bytesPerSecond'>;
}

/** One request on its way through the pipeline; each step adds what the next ones need. */
export interface Exchange {
  readonly world: World;
  readonly request: IncomingRequest;
  /** Once there is a result, only the steps that answer and close still run. */
  result?: Answer | Refusal;
  // receive
  sandbox?: Sandbox;
  /** Path without the sandbox prefix and the query. */
  path: string;
  /** Query without the question mark. */
  query: string;
  /** Origin and sandbox prefix. */
  baseUrl: string;
  /** Absent for the control plane, whose calls are not part of what a sandbox lives through. */
  entry?: JournalEntry;
  // match-operation
  simulator: Simulator;
  operation?: Operation;
  pathParameters: Record<string, string>;
  // inject-fault
  fault?: FaultEffect;
  // authenticate
  caller?: Caller;
  // validate-request
  input?: OperationInput;
  // handle
  unit?: UnitOfWork;
  startedJobs: JobRecord[];
  seenJobs: Array<{ api: string; id: string }>;
  // respond
  mediaType?: string;
  body?: unknown;
  response?: OutgoingResponse;
}

export function isRefusal(result: Answer | Refusal): result is Refusal {
  return 'refused' in result;
}
