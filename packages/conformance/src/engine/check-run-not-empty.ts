import type { Finding } from '@understudy/contract';
import type { WorkflowResult } from '../results/result.js';

/** Returns a finding if every workflow was skipped, because such a run proves nothing. */
export function checkRunNotEmpty(workflows: readonly Pick<WorkflowResult, 'outcome'>[]): Finding[] {
  if (workflows.length === 0 || workflows.some(({ outcome }) => outcome !== 'skipped')) return [];
  const message = `All ${workflows.length} selected workflows were skipped, so nothing was tested.`;
  return [{ ruleId: 'run/empty', severity: 'error', message, pointer: '' }];
}
