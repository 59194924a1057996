import type { OperationInput } from '@understudy/contract';
import type { Caller } from '../caller.js';
import type { FaultEffect } from '../faults/fault-rule.js';
import type { Answer } from '../handlers.js';
import type { RecordedEntry } from '../journal/journal-entry.js';
import type { KernelContext } from '../kernel-context.js';
import type { Refusal } from '../refusal.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Simulator } from '../simulator.js';
import type { IncomingRequest } from '../transport/incoming-request.js';
import type { Unit } from '../unit/unit.js';
import type { Route } from './route.js';
import { splitAddress } from './split-address.js';

/** What is known about a request when it is answered. Each step receives what is certain so far, and adds to it. */
export interface Known {
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
  /** Changes of the sandbox that were kept when the request came. */
  readonly keptBefore: number;
  /** Absent for the control plane, whose calls are not part of what a sandbox lives through. */
  readonly entry: RecordedEntry | undefined;
  readonly route: Route | undefined;
  /** As they came, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** What a rule, or the caller, wants to go wrong. */
  readonly fault: FaultEffect | undefined;
  /** Absent on operations that need no token. */
  readonly caller: Caller | undefined;
  readonly input: OperationInput | undefined;
  readonly unit: Unit | undefined;
}

/** Of a sandbox that is there, with its journal entry opened. */
export interface Received extends Known {
  readonly sandbox: Sandbox;
}

/** Of an operation of the contract. */
export interface Matched extends Received {
  readonly route: Route;
}

/** Whose headers, path, query and body are what the contract says. */
export interface Valid extends Matched {
  readonly input: OperationInput;
}

/** What a request is answered, and what is known of it by then: the line goes on at `answer`. */
export class Decided {
  readonly known: Known;
  readonly result: Answer | Refusal;

  constructor(known: Known, result: Answer | Refusal) {
    this.known = known;
    this.result = result;
  }
}

const none: Readonly<Record<string, string>> = Object.freeze({});

/** What is known of a request that has just come. */
export function arrived(world: KernelContext, request: IncomingRequest): Known {
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
    keptBefore: 0,
    entry: undefined,
    route: undefined,
    pathParameters: none,
    fault: undefined,
    caller: undefined,
    input: undefined,
    unit: undefined,
  };
}
