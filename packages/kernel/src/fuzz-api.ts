import type { Operation } from '@understudy/contract';

/** What requests generated from the description of an API need so that some of them mean something. */
export interface FuzzApi<Known = unknown> {
  /** Fills the sandbox that operations start from; resolves with what is known of it. */
  prepare?(place: FuzzPlace, call: FuzzCall): Promise<Known>;
  /** Values of parameters and of members of bodies, by their names. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Values for requests to one operation, instead of the usual ones for an operation of that name. */
  knownValues?(world: FuzzWorld<Known>, operation: Operation): Promise<KnownValues> | KnownValues;
  /** Sets of headers; one of them is used; a token of the identity provider where this is absent. */
  credentialsFor?(world: FuzzWorld<Known>, operation: Operation): Promise<Headers[]>;
  /** Valid credentials that do not suffice for an operation. */
  foreignCallers?(world: FuzzWorld<Known>, operation: Operation): Promise<ForeignCaller[]>;
  /** Bodies of operations that take a definition. */
  readonly definitions?: readonly unknown[];
  /** Seeds of this API for the operation that seeds a sandbox. */
  readonly seeds?: readonly unknown[];
  /** Whether it has something for actions of the outside world to act on. */
  readonly hasActions?: true;
  /** Whether its lists are read back after a change. */
  readonly readsBack?: true;
  /** ISO 8601 duration after which everything that requests have set off is done. */
  readonly afterwards?: string;
  /** How many requests an operation gets, where that differs from what is usual. */
  pacesOf?(operation: Operation): Readonly<Partial<Record<Pace, number>>>;
  /** Whether an answer says no by other means than its status. */
  isRejection?(operation: Operation, body: unknown): boolean;
}

/**
 * Numbers of valid and mutated requests, of sources of mutations, of all at least, and of requests per comparison of
 * state.
 */
type Pace = 'valid' | 'mutated' | 'sources' | 'least' | 'looks';

type Headers = Readonly<Record<string, string>>;

/** Where requests go: a sandbox, its control plane, and the server. */
export interface FuzzPlace {
  readonly simulators: { fetch(address: string, init?: RequestInit): Promise<Response> };
  /** Base URL of the sandbox. */
  readonly url: string;
  readonly control: FuzzControl;
}

/** Sends a GET, or a POST if there is a body, as the demo client; resolves with the response body. */
export type FuzzCall = (path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;

/** What is used of the control plane. */
export interface FuzzControl {
  action(api: string, name: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  advance(duration: string): Promise<unknown>;
  inbox(name: string): { readonly url: string };
  readonly jobs: { list(): Promise<readonly { readonly id: string; readonly status: string }[]> };
  readonly settings: { change(patch: { readonly progression: string }): Promise<unknown> };
}

/** The world of one operation. */
export interface FuzzWorld<Known> extends FuzzPlace {
  readonly known: Known;
}

/** Credentials that an operation must not accept as they are. */
export interface ForeignCaller {
  readonly what: string;
  readonly headers: Headers;
  /** Whether every request with them must be refused. */
  readonly refused?: boolean;
}

/** What the requests to an operation may name. */
export interface KnownValues {
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Values that go together; one set is taken. */
  readonly together?: readonly Readonly<Record<string, unknown>>[];
  /** Whole bodies; undefined is a generated one. */
  readonly bodies?: readonly unknown[];
  /** Share of the requests that take a familiar value where there is one. */
  readonly trust?: number;
  /** Whether bodies are taken although the description says nothing of their members. */
  readonly open?: true;
}

/** A file of a form. */
export interface FuzzFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly mediaType?: string;
}

/** What an API's values may be made with. */
export interface FuzzTools {
  /** A file below `fixtures/`. */
  fixture(path: string): Uint8Array;
  /** A zip archive of files by their names. */
  zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array;
  /** The body of a `multipart/form-data` request, and its media type. */
  multipart(fields: Readonly<Record<string, unknown>>): {
    readonly type: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  };
  /** Every mutation of the bytes of a file: what it is, and the bytes. */
  mutateBytes(bytes: Uint8Array): Iterable<readonly [what: string, bytes: string | Uint8Array]>;
  /** A token of the identity provider, as the value of `Authorization`. */
  tokenFrom(place: FuzzPlace, scope: string): Promise<string>;
}
