import type { RequestFinding } from '@understudy/contract';

interface EventFacts {
  /** ISO 8601 instant of real time. */
  readonly time: string;
  readonly sandbox: string;
  /** W3C trace context of the request that led to the event. */
  readonly traceparent: string | undefined;
}

export interface RequestEvent extends EventFacts {
  readonly kind: 'request';
  /** `X-Request-Id` of the response, which is the `seq` of its journal entry; undefined for the control plane. */
  readonly requestId: number | undefined;
  /** Name of the API, or `control`. */
  readonly api: string;
  readonly operationId: string | undefined;
  readonly tenantId: string | undefined;
  /** Name of the control token that the request used. */
  readonly token: string | undefined;
  readonly method: string;
  /** Path without the sandbox prefix, redacted. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds until the response was ready. */
  readonly milliseconds: number;
  /** Why the request was rejected, or what is wrong with the response. */
  readonly reason: string | undefined;
  /** A likely mistake of the client. */
  readonly note: string | undefined;
  /** Differences between the request and the description of its API. */
  readonly findings: readonly RequestFinding[];
  /** Id of the fault rule that applied. */
  readonly fault: string | undefined;
  /** URL of the server to which the request was forwarded. That server reports the same `requestId`. */
  readonly handedTo: string | undefined;
}

/** A job has finished. */
export interface JobEvent extends EventFacts {
  readonly kind: 'job';
  readonly api: string;
  readonly jobId: string;
  readonly tenantId: string | undefined;
  /** Final state, as the API names it. */
  readonly status: string;
}

/** A webhook attempt has finished. */
export interface DeliveryEvent extends EventFacts {
  readonly kind: 'delivery';
  readonly api: string;
  readonly tenantId: string | undefined;
  /** Redacted URL of the receiver. */
  readonly url: string;
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed' | 'refused';
  readonly status: number | undefined;
  readonly reason: string | undefined;
}

/** An event of a server. It contains no secrets. */
export type ServerEvent = RequestEvent | JobEvent | DeliveryEvent;
