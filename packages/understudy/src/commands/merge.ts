import { createTerminalReport, mergeResults, type RunResult } from '@understudy/conformance';
import { Command } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { shouldUseColor } from '../log/should-use-color.js';
import { readReport } from '../read-run.js';
import { loadWorkspace } from '../workspace.js';
import { collectReport, type ReportRequest, writeReports } from './write-reports.js';

interface MergeFlags {
  config?: string;
  report?: ReportRequest[];
}

export function createMergeCommand(): Command {
  return new Command('merge')
    .description('Merge the results of shards, or of runs of different workflows, into one result and its reports')
    .argument('<report...>', 'JSON reports written by run --shard')
    .option(
      '--report <kind=path>',
      'write a report: json, junit, sarif or html to a file, har to a folder, or github (repeatable)',
      collectReport,
    )
    .addHelpText(
      'after',
      '\nThe exit code is the same as for a run without shards.\n\nExample:\n  understudy test run --shard 2/4 --report json=shard-2.json\n  understudy test merge shard-*.json --report html=report.html',
    )
    .action(merge);
}

async function merge(files: string[], flags: MergeFlags): Promise<void> {
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  const results: RunResult[] = [];
  for (const file of files) results.push(await readReport(file, workspace));
  const result = mergeResults(results, workspace);
  const report = createTerminalReport({
    write: (line) => process.stdout.write(`${line}\n`),
    color: shouldUseColor(process.stdout, process.env),
  });
  report({ type: 'run-finished', result });
  await writeReports(flags.report ?? [], { ...workspace, result, root: process.cwd() });
  process.exitCode = result.exitCode;
}
