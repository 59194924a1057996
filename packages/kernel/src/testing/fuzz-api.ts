import type { Operation } from '@understudy/contract';
import type { ForeignCaller, FuzzEnvironment, KnownValues } from '../fuzz.js';

/** API-specific data for meaningful generated requests. */
export interface FuzzApi<Known = unknown> {
  /** Prepares the sandbox and resolves with known values from it. */
  prepare?(place: FuzzEnvironment, call: FuzzCall): Promise<Known>;
  /** Values for parameters and members, by name. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Returns values for an operation to use instead of the default ones. */
  knownValues?(environment: PreparedFuzzEnvironment<Known>, operation: Operation): Promise<KnownValues> | KnownValues;
  /** Returns alternative sets of headers. Default: a token from the identity provider. */
  credentialsFor?(environment: PreparedFuzzEnvironment<Known>, operation: Operation): Promise<Headers[]>;
  /** Returns credentials that are valid but insufficient for an operation. */
  foreignCallers?(environment: PreparedFuzzEnvironment<Known>, operation: Operation): Promise<ForeignCaller[]>;
  /** Bodies for operations that take a definition. */
  readonly definitions?: readonly unknown[];
  /** Seeds for the operation that seeds a sandbox. */
  readonly seeds?: readonly unknown[];
  /** True if `prepare` also creates data for actions. */
  readonly hasActions?: true;
  /** True if to compare lists after each change. */
  readonly readsBack?: true;
  /** ISO 8601 duration after which all effects of the requests are complete. */
  readonly afterwards?: string;
  /** Returns the number of requests, and of requests per comparison of state, if they differ from the defaults. */
  pacesOf?(operation: Operation): { readonly requests: number; readonly looks: number };
  /** Returns whether a response with a success status contains an error. */
  isRejection?(operation: Operation, body: unknown): boolean;
}

type Headers = Readonly<Record<string, string>>;

/** Sends a GET, or a POST if there is a body, as the demo client. Resolves with the response body. */
export type FuzzCall = (path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;

export interface PreparedFuzzEnvironment<Known> extends FuzzEnvironment {
  readonly known: Known;
}

export interface FuzzFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string;
}

/** Tools for creating values. */
export interface FuzzTools {
  /** Reads a file below `fixtures/`. */
  fixture(path: string): Uint8Array;
  /** Creates a ZIP archive of files by name. */
  zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array;
  /** Creates the body and media type of a `multipart/form-data` request. */
  multipart(fields: Readonly<Record<string, unknown>>): {
    readonly type: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  };
  /** Yields all mutations of a file, with their names. */
  mutateBytes(bytes: Uint8Array): Iterable<readonly [what: string, bytes: string | Uint8Array]>;
  /** Requests a token from the identity provider and returns the `Authorization` value. */
  tokenFrom(place: FuzzEnvironment, scope: string): Promise<string>;
}
