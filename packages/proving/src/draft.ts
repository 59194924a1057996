/** An Arazzo criterion. */
export interface DraftCriterion {
  readonly condition: string;
}

export interface DraftStep {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly contentType?: string; readonly payload: unknown };
  readonly successCriteria: readonly DraftCriterion[];
  readonly outputs?: Readonly<Record<string, string>>;
}

/** A claim as it appears in the ledger. */
export interface DraftClaim {
  readonly id: string;
  readonly kind: 'operation';
  readonly says: string;
  readonly section: string;
  readonly check: string;
  readonly deviation: string;
}

/** The promises of an operation, and the workflow that tests them with valid and invalid requests. */
export interface OperationDraft {
  readonly operationId: string;
  readonly claim: DraftClaim;
  readonly workflow: {
    readonly workflowId: string;
    readonly summary: string;
    readonly 'x-claims': readonly string[];
    readonly 'x-effects': 'read' | 'create' | 'mutate' | 'destroy';
    readonly inputs?: unknown;
    readonly steps: readonly DraftStep[];
  };
  /** Steps that show errors, each with its claim. A trial run determines the expected status. */
  readonly refusals: readonly { readonly stepId: string; readonly says: string }[];
}
