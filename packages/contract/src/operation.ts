import type { Finding } from './finding.js';
import type { JsonSchema } from './open-api-document.js';

/** A parameter of an operation or its path item. */
export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
  /** The style of an array or object, such as `deepObject` or `pipeDelimited`. */
  readonly style?: string;
  /** Whether its text is JSON: described with `content`. */
  readonly isJson?: true;
}

/** A request body by media type or range. */
export interface RequestBody {
  readonly required: boolean;
  readonly content: Record<string, { readonly schema?: JsonSchema }>;
}

/** The parts of a request before validation. */
export interface RequestParts {
  /** Decoded path parameters, as `match` hands them out. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** The body from `decodeBody`; `undefined` without one. */
  body?: unknown;
  /** The Content-Type header. Parameters such as `charset` are ignored. */
  mediaType?: string | undefined;
}

/** A request's parts under their documented names, coerced to their documented types, defaults applied. */
export interface OperationInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

export interface ResponseParts {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON, or text. */
  body: unknown;
  /** The Content-Type header. Parameters such as `charset` are ignored. */
  mediaType?: string | undefined;
  /** True when the response had no body bytes. */
  empty: boolean;
}

/** One operation of an API, with its validators (compiled on first use). */
export interface Operation {
  readonly api: string;
  readonly operationId: string;
  /** Upper case. */
  readonly method: string;
  /** The template: `/io/data/{datasetId}`. */
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** The requirements of the operation or document: scheme name to scopes. `[]` is public. */
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly OperationParameter[];
  readonly requestBody?: RequestBody | undefined;
  /** Documented statuses as written: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  /** The operation's `x-` fields. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /**
   * Validates headers, path, query and body in this order. Converts strings to their types, applies defaults and
   * returns header names as described. Ignores unknown query and header names. `input` is complete without errors.
   */
  validateRequest(parts: RequestParts): { input: OperationInput; findings: Finding[] };
  /**
   * Validates status, required headers, content type and body. An undocumented property is an error unless its schema
   * allows additional properties.
   */
  validateResponse(parts: ResponseParts): Finding[];
}

/** The match of a method and a path. `allow` is sorted. */
export type OperationMatch =
  | { kind: 'operation'; operation: Operation; path: Record<string, string> }
  | { kind: 'wrong-method'; allow: string[] }
  | { kind: 'unknown-path' }
  | { kind: 'malformed-path' };
