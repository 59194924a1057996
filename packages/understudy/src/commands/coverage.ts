import {
  computeCoverage,
  createTerminalReport,
  formatProofPlan,
  type LedgerCoverage,
  planProofs,
  runScenarios,
} from '@understudy/conformance';
import { Command } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { openTarget, targetHelp } from '../open-target.js';
import { loadWorkspace } from '../workspace.js';
import { type Interruption, runInterruptibly } from './interruption.js';
import { addWaitOption } from './run-options.js';
import { printResult } from './write-output.js';

export function createCoverageCommand(): Command {
  return addWaitOption(new Command('coverage'), defaultWait)
    .description('Run every scenario and list the documented claims that it proves')
    .option('-t, --target <target>', targetHelp, 'in-process')
    .option('--stage', 'only list the claims that a real environment can prove, by permission; nothing is sent')
    .action((flags: CoverageFlags) =>
      flags.stage === true ? planStage(flags) : runInterruptibly((interruption) => coverage(flags, interruption)),
    );
}

/** Milliseconds that `--stage` assumes for `--wait`. */
const defaultWait = 600_000;

interface CoverageFlags {
  target: string;
  config?: string;
  stage?: boolean;
  wait: number;
  json?: boolean;
}

/** Plans the claims that a configured environment, or one with all APIs, can prove. */
async function planStage(flags: CoverageFlags): Promise<void> {
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  const options = { ...workspace, config: flags.config, dry: true };
  const opened = flags.target === 'in-process' ? undefined : await openTarget(flags.target, options);
  const contracts = opened?.contracts ?? workspace.contracts;
  const plan = planProofs({
    ...workspace,
    contracts,
    apis: contracts.keys(),
    longestWait: flags.wait,
    target: opened?.target,
  });
  await opened?.close();
  await printResult(plan, flags.json, () => formatProofPlan(plan));
}

async function coverage(flags: CoverageFlags, interruption: Interruption): Promise<void> {
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  const { ledger, files } = workspace;
  const opened = await openTarget(flags.target, { ...workspace, config: flags.config });
  const { target, contracts, secrets, close } = opened;
  try {
    interruption.guard(opened);
    const failures = createTerminalReport({ write: (line) => process.stderr.write(`${line}\n`), color: false });
    const { signal } = interruption;
    const result = await runScenarios({ files, contracts, ledger, target, secrets, signal, onEvent: failures });
    const covered = computeCoverage({ ledger, apis: contracts.keys(), files, result });
    await printResult(covered, flags.json, () => tableOf(covered));
    process.exitCode = result.exitCode === 0 && covered.unproved.length > 0 ? 1 : result.exitCode;
  } finally {
    await close();
  }
}

function tableOf({ claims, testable, proved, unproved, untestable, detail }: LedgerCoverage): string {
  const width = Math.max(...detail.map(({ id }) => id.length));
  const rows = detail.map(({ id, outcome, scenarios }) => {
    const names = [...new Set(scenarios.map(({ workflowId }) => workflowId))];
    return `${id.padEnd(width)}  ${outcome.padEnd(10)}  ${names.join(', ')}`;
  });
  const why = untestable.map((claim) => `  ${claim.id}: ${claim.why}`);
  return [
    ...rows,
    '',
    `${proved} of ${testable} testable claims proved; ${claims} claims in total.`,
    ...(why.length === 0 ? [] : ['Untestable:', ...why]),
    ...(unproved.length === 0 ? [] : ['Not proved:', ...unproved.map((id) => `  ${id}`)]),
  ].join('\n');
}
