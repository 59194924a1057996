import { writeFile } from 'node:fs/promises';
import {
  type Comparison,
  compareRuns,
  comparisonText,
  exitCodes,
  overlayOf,
  type RunResult,
} from '@understudy/conformance';
import { Command } from 'commander';
import { configuredApis } from '../config/configured-apis.js';
import { readRun } from '../read-run.js';
import { refuseWrongFilter } from '../refuse-wrong-filter.js';
import { loadWorkspace } from '../workspace.js';
import { type Interruption, withInterruption } from './interruption.js';
import { type SelectionFlags, withFilters } from './run-options.js';

interface CompareFlags extends Omit<SelectionFlags, 'target'> {
  json?: string | true;
  overlay?: string;
}

/** `understudy compare`: documents, simulator and stage, fact by fact. */
export function compareCommand(): Command {
  return withFilters(
    new Command('compare')
      .description(
        'Hold two targets side by side: what do the documents say, what the simulator, what stage, and who is wrong',
      )
      .argument('<simulator>', 'a target such as in-process, or the file of its JSON report')
      .argument('<stage>', 'the other target, or the file of its JSON report'),
  )
    .option('--json [file]', 'write the comparison as JSON, to standard output without a file')
    .option('--overlay <file>', 'write the Overlays that would correct the descriptions, as JSON by API')
    .addHelpText('after', '\nExample:\n  understudy compare in-process stage --overlay corrections.json')
    .action((first: string, second: string, flags: CompareFlags) =>
      withInterruption((interruption) => compare(first, second, flags, interruption)),
    );
}

async function compare(first: string, second: string, flags: CompareFlags, interruption: Interruption): Promise<void> {
  const workspace = await loadWorkspace([], await configuredApis(flags.config));
  refuseWrongFilter(workspace.files, { tags: flags.tag, apis: flags.api, claims: flags.claim });
  const choice = {
    workspace,
    interruption,
    unmask: true,
    config: flags.config,
    apis: flags.api,
    tags: flags.tag,
    claims: flags.claim,
    inputs: flags.input,
    allowEffects: flags.allowEffects,
  };
  const simulator = await readRun(first, choice);
  const stage = await readRun(second, choice);
  const { contracts, ledger } = workspace;
  const comparison = compareRuns({ simulator, stage, contracts, ledger });
  const json = `${JSON.stringify(comparison, null, 2)}\n`;
  if (flags.json === true) process.stdout.write(json);
  else {
    if (flags.json !== undefined) await writeFile(flags.json, json);
    console.log(comparisonText(comparison));
  }
  if (flags.overlay !== undefined) await writeFile(flags.overlay, overlaysOf(comparison));
  process.exitCode = exitCodeOf(comparison, [simulator, stage]);
}

function overlaysOf({ differences }: Comparison): string {
  const apis = [...new Set(differences.flatMap(({ api, overlay }) => (overlay === undefined ? [] : [api])))];
  const overlays = apis.map((api) => {
    const actions = differences.flatMap((one) => (one.api === api && one.overlay !== undefined ? [one.overlay] : []));
    const unique = new Map(actions.map((action) => [JSON.stringify(action), action]));
    return [api, overlayOf(api, [...unique.values()])];
  });
  return `${JSON.stringify(Object.fromEntries(overlays), null, 2)}\n`;
}

function exitCodeOf({ differences }: Comparison, runs: readonly RunResult[]): number {
  if (runs.some(({ unreachable }) => unreachable !== undefined)) return exitCodes.unreachable;
  if (runs.some(({ exitCode }) => exitCode === exitCodes.cleanupIncomplete)) return exitCodes.cleanupIncomplete;
  // Two runs that share no step show nothing, and so does an empty one.
  return differences.length > 0 || runs.some(({ totals }) => totals.steps === 0) ? exitCodes.findings : exitCodes.clean;
}
