import type { ApiContract } from '@understudy/contract';
import type { components } from '../generated/types.js';

/** The ledger of an API: its claims, gaps and scenarios. */
export interface ApiEvidence {
  readonly operations: ReadonlyArray<{
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly tags: readonly string[];
    readonly gaps: readonly string[];
    readonly scenarios: readonly string[];
  }>;
  readonly claims: ReadonlyArray<{
    readonly id: string;
    readonly says: string;
    readonly section: string;
    /** The reason why no scenario can prove the claim. */
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
    readonly claims: readonly string[];
    readonly steps: ReadonlyArray<{ readonly id: string; readonly calls: string }>;
  }>;
}

export type ScenarioRun = components['schemas']['ScenarioRun'];

interface ScenarioRequest {
  readonly api: string;
  readonly scenario: string;
  readonly contracts: ReadonlyMap<string, ApiContract>;
  /** The caller's own `Authorization` header, so that a scenario does not get more privileges than its caller. */
  readonly authorization: string | undefined;
}

interface RecordingRequest {
  /** An HTTP archive. */
  readonly har: string;
  readonly contracts: ReadonlyMap<string, ApiContract>;
  /** Returns the URL of an API's description. */
  urlOf(api: string): string;
}

/** Provides the ledgers. They are loaded on demand. */
export interface EvidenceProvider {
  of(api: string): Promise<ApiEvidence>;
  /** Runs a scenario in a separate sandbox. Returns undefined if the scenario does not exist. */
  run(wish: ScenarioRequest): Promise<ScenarioRun | undefined>;
  /** Creates an Arazzo scenario in YAML from recorded requests. */
  record(request: RecordingRequest): Promise<{ readonly text: string } | { readonly problem: string }>;
}
