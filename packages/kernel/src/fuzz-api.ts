import type { Operation } from '@understudy/contract';

/** Supplies data that makes generated requests to an API meaningful. */
export interface FuzzApi<Known = unknown> {
  /** Prepares the sandbox; resolves with known facts about it. */
  prepare?(place: FuzzEnvironment, call: FuzzCall): Promise<Known>;
  /** Values of parameters and members, by name. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Values for an operation, instead of the default ones. */
  knownValues?(world: PreparedFuzzEnvironment<Known>, operation: Operation): Promise<KnownValues> | KnownValues;
  /** Alternative sets of headers; a token of the identity provider by default. */
  credentialsFor?(world: PreparedFuzzEnvironment<Known>, operation: Operation): Promise<Headers[]>;
  /** Valid but insufficient credentials for an operation. */
  foreignCallers?(world: PreparedFuzzEnvironment<Known>, operation: Operation): Promise<ForeignCaller[]>;
  /** Bodies of operations with a definition. */
  readonly definitions?: readonly unknown[];
  /** Seeds for the operation that seeds a sandbox. */
  readonly seeds?: readonly unknown[];
  /** Whether it prepares data for actions. */
  readonly hasActions?: true;
  /** Whether lists are compared after a change. */
  readonly readsBack?: true;
  /** ISO 8601 duration until all effects of requests are finished. */
  readonly afterwards?: string;
  /** Numbers of requests that differ from the default. */
  pacesOf?(operation: Operation): Readonly<Partial<Record<Pace, number>>>;
  /** Whether a success status can contain an error. */
  isRejection?(operation: Operation, body: unknown): boolean;
}

/**
 * Numbers of valid and mutated requests, of sources of mutations, of all at least, and of requests per comparison of
 * state.
 */
type Pace = 'valid' | 'mutated' | 'sources' | 'least' | 'looks';

type Headers = Readonly<Record<string, string>>;

/** The sandbox under test. */
export interface FuzzEnvironment {
  readonly simulators: { fetch(address: string, init?: RequestInit): Promise<Response> };
  readonly url: string;
  readonly control: FuzzControl;
}

/** Sends a GET, or a POST if there is a body, as the demo client; resolves with the response body. */
export type FuzzCall = (path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;

export interface FuzzControl {
  action(api: string, name: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  advance(duration: string): Promise<unknown>;
  inbox(name: string): { readonly url: string };
  readonly jobs: { list(): Promise<readonly { readonly id: string; readonly status: string }[]> };
  readonly settings: { change(patch: { readonly progression: string }): Promise<unknown> };
}

export interface PreparedFuzzEnvironment<Known> extends FuzzEnvironment {
  readonly known: Known;
}

/** Credentials that an operation must reject. */
export interface ForeignCaller {
  readonly what: string;
  readonly headers: Headers;
  /** Whether every request must be rejected. */
  readonly refused?: boolean;
}

export interface KnownValues {
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Alternative sets of values that belong together. */
  readonly together?: readonly Readonly<Record<string, unknown>>[];
  /** Complete bodies; undefined is a generated one. */
  readonly bodies?: readonly unknown[];
  /** Probability that a parameter reuses a known value. */
  readonly trust?: number;
  /** Whether bodies of undescribed form are accepted. */
  readonly open?: true;
}

export interface FuzzFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string;
}

/** Tools for creating values. */
export interface FuzzTools {
  /** A file below `fixtures/`. */
  fixture(path: string): Uint8Array;
  /** A zip archive of files by their names. */
  zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array;
  /** Body and media type of a `multipart/form-data` request. */
  multipart(fields: Readonly<Record<string, unknown>>): {
    readonly type: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  };
  /** All mutations of a file, with their names. */
  mutateBytes(bytes: Uint8Array): Iterable<readonly [what: string, bytes: string | Uint8Array]>;
  /** A token of the identity provider as `Authorization` value. */
  tokenFrom(place: FuzzEnvironment, scope: string): Promise<string>;
}
