import type { FormPart, OperationParameter } from '@understudy/contract';
import type { InlinedSchema } from './inline-schema.js';

export type HeaderValues = Record<string, string>;

/** A generated request, valid or mutated. */
export interface GeneratedRequest {
  /** The mutation. */
  what: string;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: HeaderValues;
  credentials: HeaderValues;
  body: Uint8Array<ArrayBuffer> | undefined;
  /** The path, if it is not the first of the operation. */
  template?: string;
  mediaType?: string;
  /** The body before encoding. */
  value?: unknown;
  /** The schema of the body. */
  schema?: InlinedSchema | undefined;
  /** The shape of the value, if the description leaves it open. */
  shape?: InlinedSchema;
  /** Of a form. Undefined if it is unreadable. */
  parts?: readonly FormPart[] | undefined;
  /** True if it must be rejected despite the description. */
  refused?: boolean | undefined;
}

/** Creates a mutated copy of a request. */
export type RequestMutator = (what: string, change: (mutated: GeneratedRequest) => void) => GeneratedRequest;

export type InlinedParameter = Omit<OperationParameter, 'schema'> & { readonly schema: InlinedSchema };

/** A mutated value and its mutation. */
export interface MutatedValue {
  readonly what: string;
  readonly value: unknown;
}

/** Credentials that an operation must reject. */
export interface ForeignCaller {
  readonly what: string;
  readonly headers: Readonly<HeaderValues>;
  /** True if every request with these credentials must be rejected. */
  readonly refused?: boolean;
}

/** Known values and fixed parts of the requests to an operation. */
export interface RequestValues {
  /** Values for parameters and members, with their names. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Keys of records by parameter, and by member as `lines/partId` or, at the top, `partId`. They are always used. */
  readonly keys?: Readonly<Record<string, readonly unknown[]>>;
  /** Alternative sets of values that must be used together. `body` is a complete body. */
  readonly together?: readonly Readonly<Record<string, unknown>>[];
  /** Complete bodies. Undefined means a generated body. */
  readonly bodies?: readonly unknown[];
  /** True if the operation accepts undescribed bodies. */
  readonly open?: boolean;
  readonly always?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** What the requests to an operation of a prepared server use. */
export interface KnownRequests extends RequestValues {
  /** Sets of headers. Each request uses one. */
  readonly callers?: readonly Readonly<HeaderValues>[];
  /** Invalid or foreign credentials. With them, changed credentials are sent too. */
  readonly strangers?: readonly ForeignCaller[];
}
