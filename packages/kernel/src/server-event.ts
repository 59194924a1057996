interface EventFacts {
  /** ISO 8601 instant of real time. */
  readonly time: string;
  readonly sandbox: string;
  /** W3C trace context of the request that led to the event. */
  readonly traceparent: string | undefined;
}

export interface RequestEvent extends EventFacts {
  readonly kind: 'request';
  /** `X-Request-Id` of the response, the `seq` of its journal entry; absent for the control plane. */
  readonly requestId: number | undefined;
  /** Name of the API, or `control`. */
  readonly api: string;
  readonly operationId: string | undefined;
  readonly tenantId: string | undefined;
  /** Name of the control token. */
  readonly token: string | undefined;
  readonly method: string;
  /** Without the sandbox prefix, redacted. */
  readonly path: string;
  readonly status: number;
  /** Until the response was ready. */
  readonly milliseconds: number;
  /** Why it was rejected, or the fault of the response. */
  readonly reason: string | undefined;
  /** A likely mistake of the client. */
  readonly note: string | undefined;
  /** Id of the fault rule that was applied. */
  readonly fault: string | undefined;
  /** Address of the server that the request was forwarded to. It reports the same `requestId`. */
  readonly handedTo: string | undefined;
}

/** A job has finished. */
export interface JobEvent extends EventFacts {
  readonly kind: 'job';
  readonly api: string;
  readonly jobId: string;
  readonly tenantId: string | undefined;
  /** Final state in the words of the API. */
  readonly status: string;
}

/** A webhook attempt has finished. */
export interface DeliveryEvent extends EventFacts {
  readonly kind: 'delivery';
  readonly api: string;
  readonly tenantId: string | undefined;
  /** Redacted. */
  readonly url: string;
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed' | 'refused';
  readonly status: number | undefined;
  readonly reason: string | undefined;
}

/** An event of a server, without secrets. */
export type ServerEvent = RequestEvent | JobEvent | DeliveryEvent;
