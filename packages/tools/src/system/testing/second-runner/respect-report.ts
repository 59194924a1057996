interface RanStep {
  readonly stepId: string;
  readonly status: string;
  readonly request?: { readonly method?: string; readonly url?: string };
  readonly response?: { readonly statusCode?: number; readonly body?: unknown };
  readonly checks?: readonly { readonly name: string; readonly status: string; readonly message?: string }[];
}

interface RanWorkflow {
  readonly workflowId: string;
  readonly status: string;
  readonly executedSteps: readonly RanStep[];
}

/** The used fields of the output of `redocly respect --json-output`. */
export interface RespectReport {
  readonly files?: Readonly<Record<string, { readonly executedWorkflows?: readonly RanWorkflow[] }>>;
}

/** @returns the number of steps that ran, and each failure as a sentence */
export function readReport(
  { files }: RespectReport,
  file: string,
  workflowIds: readonly string[],
): { steps: number; failures: string[] } {
  const ran = files?.[file]?.executedWorkflows ?? [];
  const missing = workflowIds.filter((id) => !ran.some((one) => one.workflowId === id));
  const failures = missing.map((id) => `${file} ${id}: did not run`);
  for (const workflow of ran) if (workflow.status !== 'success') failures.push(...describeFailure(file, workflow));
  return { steps: ran.reduce((sum, { executedSteps }) => sum + executedSteps.length, 0), failures };
}

/** Describes a failed workflow by the last response of each failed step, because steps can be retried. */
function describeFailure(file: string, { workflowId, executedSteps }: RanWorkflow): string[] {
  const last = new Map(executedSteps.map((step) => [step.stepId, step]));
  const failed = [...last.values()].filter(({ status }) => status !== 'success' && status !== 'warn');
  if (failed.length === 0) return [`${file} ${workflowId}: failed`];
  return failed.map(({ stepId, request, response, checks = [] }) => {
    const broken = checks.filter((check) => check.status !== 'success' && check.status !== 'skipped');
    const exchange = `${request?.method?.toUpperCase()} ${request?.url} answered ${response?.statusCode} ${JSON.stringify(response?.body)}`;
    return [
      `${file} ${workflowId} ${stepId}`,
      ...broken.map(({ name, message }) => `  ${name}: ${message}`),
      `  ${exchange}`,
    ].join('\n');
  });
}
