import { createHash } from 'node:crypto';
import type { Finding } from '@understudy/contract';
import type { Exchange, RunResult, StepResult, WorkflowResult } from '../engine/result.js';
import { relativePath } from './relative-path.js';

/** A finding of a run with where it belongs, for reports and baselines. */
export interface LocatedFinding {
  finding: Finding;
  workflow?: WorkflowResult;
  step?: StepResult;
  /** The last exchange of its step. */
  exchange?: Exchange;
  /** Relative; of the scenario, or of the file that the finding is about. */
  file?: string;
  /** One-based. */
  line?: number;
  /** The same for the same disagreement in every run and on every target. */
  fingerprint: string;
}

/**
 * Every finding of a run: of the run, of its workflows, of their steps, in that order. That the target was lost and what
 * was left behind count as findings here.
 */
export function locatedFindings(result: RunResult, root: string): LocatedFinding[] {
  const lost = result.unreachable === undefined ? [] : [problem('run/unreachable', result.unreachable)];
  const found = [...lost, ...result.findings].map((finding) => locate({ finding }, root));
  for (const workflow of result.workflows) {
    if (workflow.cleanupIncomplete !== undefined) {
      const message = `Left behind on the target: ${workflow.cleanupIncomplete}.`;
      found.push(locate({ finding: problem('run/left-behind', message), workflow }, root));
    }
    for (const finding of workflow.findings) found.push(locate({ finding, workflow }, root));
    for (const step of workflow.steps) {
      const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
      for (const finding of step.findings) {
        found.push(locate({ finding, workflow, step, ...(exchange === undefined ? {} : { exchange }) }, root));
      }
    }
  }
  return found;
}

function problem(ruleId: string, message: string): Finding {
  return { ruleId, severity: 'error', message, pointer: '' };
}

function locate(
  parts: Pick<LocatedFinding, 'finding' | 'workflow' | 'step' | 'exchange'>,
  root: string,
): LocatedFinding {
  const { finding, workflow, step, exchange } = parts;
  const file = finding.file ?? step?.file ?? workflow?.file;
  const line = finding.file === undefined ? (step?.line ?? workflow?.line) : finding.line;
  // Positions in lists, addresses and ids differ from run to run; the rule, the place and the operation do not.
  const key = [
    finding.ruleId,
    workflow?.workflowId,
    step?.workflowId,
    step?.stepId,
    exchange?.api,
    exchange?.operationId,
    finding.file === undefined ? finding.pointer.replace(/\/\d+(?=\/|$)/g, '/*') : finding.pointer,
  ];
  return {
    ...parts,
    ...(file === undefined ? {} : { file: relativePath(file, root) }),
    ...(line === undefined ? {} : { line }),
    fingerprint: createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 20),
  };
}
