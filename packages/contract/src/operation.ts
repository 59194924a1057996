import type { Finding } from './finding.js';
import type { JsonSchema } from './open-api-document.js';

/** A parameter of an operation or its path item. */
export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
  /** Examples of the parameter, excluding those of its schema. */
  readonly examples?: readonly unknown[];
  /** The style of an array or object, such as `deepObject` or `pipeDelimited`. */
  readonly style?: string;
  /** True if the items of an array, or the members of an object, are written separately. */
  readonly explode?: boolean;
  /** True if an empty string is valid, regardless of the schema. */
  readonly allowsEmpty?: true;
  /** True if the value is JSON, because the parameter is described with `content`. */
  readonly isJson?: true;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Record<string, { readonly schema?: JsonSchema; readonly encoding?: unknown }>;
}

/** The parts of a request before validation. */
export interface RequestParts {
  /** Decoded path parameters, as returned by `match`. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** The query as sent. It shows whether a comma separates items or is part of an item. */
  rawQuery?: string;
  headers: Record<string, string | undefined>;
  /** The body as returned by `decodeBody`; `undefined` if there is none. */
  body?: unknown;
  /** The Content-Type header. Parameters such as `charset` are ignored. */
  mediaType?: string | undefined;
}

/** The parts of a request under their documented names, converted to their documented types, with defaults applied. */
export interface OperationInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

export interface ValidatedParts {
  input: OperationInput;
  findings: Finding[];
  notes?: Finding[];
}

export interface ResponseParts {
  status: number;
  /** Headers by lower-case name. */
  headers: Record<string, string | undefined>;
  /** Body as parsed JSON, or as text. */
  body: unknown;
  /** The Content-Type header. Parameters such as `charset` are ignored. */
  mediaType?: string | undefined;
  empty: boolean;
}

/** An operation of an API. Its validators are compiled on first use. */
export interface Operation {
  readonly api: string;
  readonly operationId: string;
  /** Method in upper case. */
  readonly method: string;
  /** Path template: `/io/data/{datasetId}`. */
  readonly path: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Security requirements of the operation or document: scheme names with scopes. `[]` means public. */
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly OperationParameter[];
  readonly requestBody?: RequestBody | undefined;
  /** Documented statuses as written: `200`, `4XX` or `default`. */
  readonly statuses: readonly string[];
  /** Names of the examples of each documented response, by status as written. A single `example` is called `default`. */
  readonly responseExamples: Readonly<Record<string, readonly string[]>>;
  /** Extension fields of the operation (`x-`). */
  readonly extensions: Readonly<Record<string, unknown>>;
  /**
   * Validates headers, cookies, path, query and body in this order. Converts strings to their types, applies defaults and
   * returns header names as described. Ignores unknown query and header names. `input` is complete without errors.
   * `notes` lists the parameters that are understood, although they are not written in the described style.
   */
  validateRequest(parts: RequestParts): ValidatedParts;
  /**
   * Validates status, required headers, content type and body. An undocumented property is an error unless its schema
   * allows additional properties.
   */
  validateResponse(parts: ResponseParts): Finding[];
}

/** The result of matching a method and path. `allow` is sorted. */
export type OperationMatch =
  | { kind: 'operation'; operation: Operation; path: Record<string, string> }
  | { kind: 'wrong-method'; allow: string[] }
  | { kind: 'unknown-path' }
  | { kind: 'malformed-path' };
