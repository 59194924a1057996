import type { ApiContract, Operation } from '@understudy/contract';
import type { Draft, Explained } from '@understudy/inferred-api';

/** What an API package is made from. */
export interface Scaffold {
  /** Name of the API, and of the package with `-api` behind it. */
  readonly name: string;
  readonly title: string;
  readonly contract: ApiContract;
  /** What is inferred of each operation. */
  readonly explained: readonly Explained[];
  /** Operations that get a handler of their own. */
  readonly chosen: readonly Operation[];
  /** Claims and scenarios that the simulator carries out. */
  readonly drafts: readonly Draft[];
  /** The version of Understudy that the package is for, or where it is found. */
  readonly version: string;
}

/** Files of a package by their path. */
export type Files = Readonly<Record<string, string>>;
