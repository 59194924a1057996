import {
  compareRuns,
  exitCodes,
  formatComparison,
  proposeOverlay,
  type RunResult,
  type TargetComparison,
} from '@understudy/conformance';
import { Command } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { applyOverlays, readOverlays } from '../overlays.js';
import { loadRunResult } from '../read-run.js';
import { loadWorkspace } from '../workspace.js';
import { type Interruption, runInterruptibly } from './interruption.js';
import { addFilterOptions, checkFilter, readSelection, type SelectionFlags } from './run-options.js';
import { createSettingOption } from './start-settings.js';
import { printResult, writeOutput } from './write-output.js';

interface CompareFlags extends Omit<SelectionFlags, 'target'> {
  json?: boolean;
  overlays?: string[];
  writeOverlay?: string;
}

export function createCompareCommand(): Command {
  return addFilterOptions(
    new Command('compare')
      .description('Compare two targets with each other and with the documents, and report which one is wrong')
      .argument('<simulator>', 'a target such as in-process, or its JSON report file')
      .argument('<stage>', 'the other target, or its JSON report file'),
  )
    .addOption(createSettingOption('overlays'))
    .option('--write-overlay <file>', 'write proposed Overlays that make the descriptions match stage, as YAML')
    .addHelpText(
      'after',
      '\nExample:\n  understudy compare in-process stage --write-overlay corrections.yaml\n  understudy compare in-process stage --overlays corrections.yaml',
    )
    .action((first: string, second: string, flags: CompareFlags) =>
      runInterruptibly((interruption) => compare(first, second, flags, interruption)),
    );
}

async function compare(first: string, second: string, flags: CompareFlags, interruption: Interruption): Promise<void> {
  const loaded = await loadWorkspace([], await loadConfiguredApis(flags.config));
  const overlays = await readOverlays(flags.overlays, loaded.contracts.keys());
  const workspace = { ...loaded, contracts: applyOverlays(loaded.contracts, overlays) };
  checkFilter(workspace.files, readSelection(flags));
  const choice = { workspace, overlays, interruption, unmask: true, ...readSelection(flags) };
  const simulator = await loadRunResult(first, choice);
  const stage = await loadRunResult(second, choice);
  const { contracts, ledger } = workspace;
  const comparison = compareRuns({ simulator, stage, contracts, ledger });
  await printResult(comparison, flags.json, () => formatComparison(comparison));
  if (flags.writeOverlay !== undefined) await writeOutput(flags.writeOverlay, proposeOverlay(comparison));
  process.exitCode = exitCodeOf(comparison, [simulator, stage]);
}

function exitCodeOf({ differences }: TargetComparison, runs: readonly RunResult[]): number {
  if (runs.some(({ unreachable }) => unreachable !== undefined)) return exitCodes.unreachable;
  if (runs.some(({ exitCode }) => exitCode === exitCodes.cleanupIncomplete)) return exitCodes.cleanupIncomplete;
  // Runs without steps prove nothing.
  return differences.length > 0 || runs.some(({ totals }) => totals.steps === 0) ? exitCodes.findings : exitCodes.clean;
}
