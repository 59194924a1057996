type Headers = Readonly<Record<string, string>>;

/** The sandbox under test. */
export interface FuzzEnvironment {
  readonly simulators: { fetch(address: string, init?: RequestInit): Promise<Response> };
  readonly url: string;
  readonly control: FuzzControl;
}

export interface FuzzControl {
  action(api: string, name: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  advance(duration: string): Promise<unknown>;
  inbox(name: string): { readonly url: string };
  readonly jobs: { list(): Promise<readonly { readonly id: string; readonly status: string }[]> };
  readonly settings: { change(patch: { readonly progression: string }): Promise<unknown> };
}

/** Credentials that an operation must reject. */
export interface ForeignCaller {
  readonly what: string;
  readonly headers: Headers;
  /** True if every request with these credentials must be rejected. */
  readonly refused?: boolean;
}

export interface KnownValues {
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Alternative sets of values that must be used together. */
  readonly together?: readonly Readonly<Record<string, unknown>>[];
  /** Complete bodies; undefined stands for a generated one. */
  readonly bodies?: readonly unknown[];
  /** Probability that a parameter reuses a known value. */
  readonly trust?: number;
  /** True if bodies that are not described are accepted. */
  readonly open?: true;
}
