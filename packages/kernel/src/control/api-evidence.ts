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

/** Finds it by the name of an API; what it is read from may be large, so it is read when somebody asks. */
export type FindEvidence = (api: string) => Promise<ApiEvidence>;
