import type { Finding } from './finding.js';
import type { JsonSchema } from './open-api-document.js';

/** A parameter of an operation; those of the path item are merged in. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
  /** How an array or object is written, where the document says so: `deepObject`, `pipeDelimited` and others. */
  readonly style?: string;
  /** Whether its text is JSON: documented by `content`. */
  readonly isJson?: true;
}

/** The body an operation takes, by media type or media range (`application/json`, any type). */
export interface RequestBody {
  readonly required: boolean;
  readonly content: Record<string, { readonly schema?: JsonSchema }>;
}

/** A request taken apart, nothing validated yet. */
export interface RequestParts {
  /** Decoded path parameters, as `match` hands them out. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** The parsed body, as `decodeBody` hands it out; `undefined` means that there was none. */
  body?: unknown;
  /** The Content-Type header; parameters such as `charset` are ignored. */
  mediaType?: string | undefined;
}

/** A request's parts under their documented names, coerced to their documented types, defaults applied. */
export interface OperationInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/** A response taken apart. */
export interface ResponseParts {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON, or text. */
  body: unknown;
  /** The Content-Type header; parameters such as `charset` are ignored. */
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
  /** The operation's own requirements or the document's, scheme name to scopes; `[]` is public. */
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody | undefined;
  /** Documented statuses as written: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  /** The operation's `x-` fields. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /**
   * Checks headers first, then path, query and body. Strings are coerced to the documented types, defaults are applied,
   * header names match without regard to case and are handed over as documented. Unknown query and header names are
   * ignored. `input` is complete only when there are no findings of severity `error`.
   */
  validateRequest(parts: RequestParts): { input: OperationInput; findings: Finding[] };
  /**
   * Checks status, required headers, content type and body. An undocumented property is an error unless its schema
   * allows additional properties explicitly.
   */
  validateResponse(parts: ResponseParts): Finding[];
}

/** What a method and a path mean to an API. `allow` is sorted. */
export type Match =
  | { kind: 'operation'; operation: Operation; path: Record<string, string> }
  | { kind: 'wrong-method'; allow: string[] }
  | { kind: 'unknown-path' }
  | { kind: 'malformed-path' };
