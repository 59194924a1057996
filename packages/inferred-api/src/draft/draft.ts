/** A criterion of Arazzo. */
export interface DraftCriterion {
  readonly condition: string;
}

/** A step of Arazzo, as far as it is drafted. */
export interface DraftStep {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly contentType?: string; readonly payload: unknown };
  readonly successCriteria: readonly DraftCriterion[];
  readonly outputs?: Readonly<Record<string, string>>;
}

/** A claim as the ledger has it. */
export interface DraftClaim {
  readonly id: string;
  readonly kind: 'operation';
  readonly says: string;
  readonly section: string;
  readonly check: string;
  readonly deviation: string;
}

/** One operation: what it promises, and the workflow that shows it from both sides. */
export interface Draft {
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
  /** Steps that show what is refused, each with what the claim says about it; a try shows with which status. */
  readonly refusals: readonly { readonly stepId: string; readonly says: string }[];
}
