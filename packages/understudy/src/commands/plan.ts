import { exitCodes, type PlannedCall, planCalls, type RunPlan } from '@understudy/conformance';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { openTarget } from '../open-target.js';
import { loadWorkspace } from '../workspace.js';
import { checkFilter, readSelection, type SelectionFlags } from './run-options.js';
import { printResult } from './write-output.js';

/** Lists the state-changing requests of a run, without sending anything. */
export async function plan(scenarioFiles: string[], flags: SelectionFlags & { json?: boolean }): Promise<void> {
  const workspace = await loadWorkspace(scenarioFiles, await loadConfiguredApis(flags.config));
  checkFilter(workspace.files, readSelection(flags));
  const { target, contracts, allowedEffects, runId, close } = await openTarget(flags.target, {
    ...flags,
    contracts: workspace.contracts,
    apis: workspace.apis,
    dry: true,
  });
  try {
    const selection = { ...readSelection(flags), allowEffects: allowedEffects };
    const planned = planCalls({ files: workspace.files, contracts, target, ...selection });
    await printResult({ ...planned, runId }, flags.json, () => linesOf(planned).join('\n'));
    process.exitCode = planned.workflows.length === 0 ? exitCodes.findings : exitCodes.clean;
  } finally {
    await close();
  }
}

function linesOf({ target, workflows, skipped }: RunPlan): string[] {
  const changing = workflows.filter(({ calls, cleanup }) => calls.length + cleanup.length > 0);
  const width = Math.max(
    0,
    ...changing.flatMap(({ calls, cleanup }) => [...calls, ...cleanup].map(({ url }) => url.length)),
  );
  const describe = ({ effect, method, url, stepId }: PlannedCall, note = ''): string =>
    `  ${effect.padEnd(8)}${method.padEnd(7)}${url.padEnd(width)}  ${stepId}${note}`;
  const lines = changing.flatMap(({ file, workflowId, tenantId, calls, cleanup }) => [
    `${workflowId} (${file}${tenantId === undefined ? '' : `, tenant ${tenantId}`})`,
    ...calls.map((call) => describe(call)),
    ...cleanup.map((call) => describe(call, ' (cleaning up)')),
    '',
  ]);
  const count = changing.reduce((sum, { calls, cleanup }) => sum + calls.length + cleanup.length, 0);
  const reasons = new Map<string, string[]>();
  for (const { workflowId, reason } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), workflowId]);
  return [
    ...lines,
    `${workflows.length} workflows would run against ${target}: ${count} state-changing requests in ${changing.length} of them, ${workflows.length - changing.length} are read-only. Nothing was sent.`,
    ...(skipped.length === 0 ? [] : [`${skipped.length} would be skipped:`]),
    ...[...reasons].map(([reason, names]) => `  ${reason}: ${names.join(', ')}`),
    ...(workflows.length === 0 ? ['No workflow would run, so the run would fail.'] : []),
  ];
}
