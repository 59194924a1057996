import type { ApiContract } from '@understudy/contract';
import type { ResolvedWorkflow } from '../arazzo/resolve.js';
import { runScenario } from '../engine/run-scenario.js';
import type { WorkflowResult } from '../results/result.js';
import type { Target } from '../targets/target.js';

/** The suite's verdict on one deviation. */
export interface DeviationVerdict {
  readonly id: string;
  readonly caught: boolean;
  /** The workflow that failed. */
  readonly by?: {
    readonly file: string;
    readonly workflowId: string;
    readonly stepId?: string;
    readonly message: string;
  };
  /** Why no workflow failed. */
  readonly reason?: string;
  readonly ran: number;
}

/** The input for testing a deviation. */
interface Trial {
  readonly id: string;
  readonly target: Target;
  readonly contracts: Map<string, ApiContract>;
  /** Workflows that pass without a deviation, the most likely to detect it first. */
  readonly candidates: readonly ResolvedWorkflow[];
  /** Returns the number of changed messages, if they are counted. */
  changed?(): number;
}

/** Runs the candidates one after another on the deviating target until one fails. */
export async function testDeviation(trial: Trial): Promise<DeviationVerdict> {
  const { id, target, contracts, candidates } = trial;
  let ran = 0;
  for (const candidate of candidates) {
    const result = await runScenario({ target, contracts }, candidate);
    ran += 1;
    if (result.outcome === 'failed') return { id, caught: true, by: failureOf(result), ran };
  }
  if (ran === 0) return { id, caught: false, reason: 'No scenario receives such a message.', ran };
  const reason =
    trial.changed?.() === 0
      ? `The deviation had no effect in the ${ran} workflows that use the operation.`
      : `All ${ran} workflows that use the changed part pass.`;
  return { id, caught: false, reason, ran };
}

function failureOf(result: WorkflowResult): NonNullable<DeviationVerdict['by']> {
  const { file, workflowId } = result;
  for (const step of result.steps) {
    const finding = step.findings[0] ?? step.attempts.at(-1)?.problems[0];
    if (step.outcome === 'failed' && finding !== undefined)
      return { file, workflowId, stepId: step.stepId, message: finding.message };
  }
  return { file, workflowId, message: result.findings[0]?.message ?? result.reason ?? 'it failed' };
}
