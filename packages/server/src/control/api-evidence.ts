import type { ApiContract } from '@understudy/contract';
import type { components } from '../generated/types.js';

/** What an API is held to: the documented facts, what they leave open, and what shows that both are kept. */
export interface ApiEvidence {
  readonly operations: ReadonlyArray<{
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    /** Ids of gaps. */
    readonly gaps: readonly string[];
    /** Ids of scenarios that call it. */
    readonly scenarios: readonly string[];
  }>;
  readonly claims: ReadonlyArray<{
    readonly id: string;
    readonly says: string;
    readonly section: string;
    /** Why no run can show it. */
    readonly untestable?: string;
  }>;
  readonly gaps: ReadonlyArray<{
    readonly id: string;
    readonly gap: string;
    readonly assume: string;
    readonly basis: string;
  }>;
  readonly scenarios: ReadonlyArray<{
    readonly id: string;
    readonly summary: string;
    /** Ids of claims that it shows. */
    readonly claims: readonly string[];
    readonly steps: ReadonlyArray<{ readonly id: string; readonly calls: string }>;
  }>;
}

/** The result of a scenario, step by step. */
export type ScenarioRun = components['schemas']['ScenarioRun'];

/** Which scenario, and what it is run with. */
export interface ScenarioWish {
  readonly api: string;
  /** Its id. */
  readonly scenario: string;
  /** The descriptions that hold at this server, by the names of the APIs. */
  readonly contracts: ReadonlyMap<string, ApiContract>;
  /** The caller's own `Authorization` at the control plane: a scenario may do no more than who asked for it. */
  readonly authorization: string | undefined;
}

/** What APIs are held to. Its sources may be large, so they are read when someone asks. */
export interface Evidence {
  /** By the name of an API. */
  of(api: string): Promise<ApiEvidence>;
  /** Runs a scenario in a sandbox of its own; undefined when there is none of that name. */
  run(wish: ScenarioWish): Promise<ScenarioRun | undefined>;
}
