/** What every event tells. */
interface EventFacts {
  /** ISO 8601 instant of the machine's own clock, whatever the sandbox's clock says. */
  readonly time: string;
  readonly sandbox: string;
}

/** A request was answered. */
export interface RequestEvent extends EventFacts {
  readonly kind: 'request';
  /** What the answer carries as `X-Request-Id`, the `seq` of its journal entry; absent for the control plane. */
  readonly requestId: number | undefined;
  /** The API that answered, or `control`. */
  readonly api: string;
  readonly operationId: string | undefined;
  readonly tenantId: string | undefined;
  /** Name of the control token that a call of the control plane came by. */
  readonly token: string | undefined;
  readonly method: string;
  /** Path and query without the sandbox's prefix, secrets redacted. */
  readonly path: string;
  readonly status: number;
  /** From the whole request until the answer was ready to be sent, to the microsecond. */
  readonly milliseconds: number;
  /** Why it was refused, or what was wrong with the answer. */
  readonly reason: string | undefined;
  /** What the client most likely did not mean. */
  readonly note: string | undefined;
  /** Id of the fault rule that was applied. */
  readonly fault: string | undefined;
  /** Address of the server that answered it, where this one has only handed it on; that one tells of the same `requestId`. */
  readonly handedTo: string | undefined;
}

/** A job came to its end. */
export interface JobEvent extends EventFacts {
  readonly kind: 'job';
  readonly api: string;
  readonly jobId: string;
  readonly tenantId: string | undefined;
  /** Its final state, in the words of the API. */
  readonly status: string;
}

/** An attempt at a webhook has ended. */
export interface DeliveryEvent extends EventFacts {
  readonly kind: 'delivery';
  readonly api: string;
  readonly tenantId: string | undefined;
  /** The receiver's address, secrets redacted. */
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed' | 'refused';
  readonly status: number | undefined;
  readonly reason: string | undefined;
}

/** One thing that a server has done, without its secrets, for anyone who follows it from outside. */
export type ServerEvent = RequestEvent | JobEvent | DeliveryEvent;
