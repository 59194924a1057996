import type { ApiContract, Operation } from '@understudy/contract';
import type { Draft, Explained } from '@understudy/inferred-api';

/** Input for an API package. */
export interface Scaffold {
  /** Name of the API; the package name adds `-api`. */
  readonly name: string;
  readonly title: string;
  readonly contract: ApiContract;
  /** The inferred behaviour of each operation. */
  readonly explained: readonly Explained[];
  /** Operations with a handler. */
  readonly chosen: readonly Operation[];
  /** Tested claims and scenarios. */
  readonly drafts: readonly Draft[];
  /** The Understudy version of the package, or its location. */
  readonly version: string;
}

/** Files by path. */
export type Files = Readonly<Record<string, string>>;
