/** A decoded request, with its response if there is one. `$request`, `$response`, `$url` and others read it. */
export interface MessageView {
  url: string;
  method: string;
  /** The request. Header names are in lower case. */
  request: {
    headers: Record<string, string>;
    query: Record<string, string>;
    path: Record<string, string>;
    body: unknown;
  };
  response?: { status: number; headers: Record<string, string>; body: unknown; text: string };
}

/** The values that runtime expressions can read. */
export interface ExpressionScope {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** `$outputs`: the outputs of the called workflow, or of the workflow itself. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Outputs of the steps that ran, by stepId. */
  readonly steps: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly workflows: ReadonlyMap<string, WorkflowValues>;
  readonly message?: MessageView;
  /** Returns the base URL for calls to a source's operations. */
  sourceUrl(name: string): string | undefined;
  component(section: string, name: string): unknown;
}

/** The values of a finished workflow. */
export interface WorkflowValues {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}
