import { escapeControlCharacters } from '@understudy/conformance';
import { type ApiContract, stringifyJson } from '@understudy/contract';
import type { FuzzReport } from '@understudy/fuzzing';
import { wallIsoInstant, wallNowMs } from '@understudy/kernel';
import type { Command } from 'commander';
import { toRunResult } from './fuzz-result.js';
import { collectHeader } from './fuzz-server.js';
import { createAllowEffectsOption } from './run-options.js';
import { createSettingOption } from './start-settings.js';
import { collectReport, type ReportRequest, writeReports } from './write-reports.js';

/** Flags of the commands that judge a server by its description. */
export interface ServerFlags {
  header?: Record<string, string>;
  otherHeader?: Record<string, string>;
  report?: ReportRequest[];
  json?: boolean;
}

/** Adds the options of the commands that judge a server by its description. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--random-seed <text>', 'the same random seed generates the same requests', '1')
    .option(
      '--header <name:value>',
      'a header to send with every request, such as Authorization (repeatable)',
      collectHeader,
    )
    .option(
      '--other-header <name:value>',
      'a header that identifies another tenant, which must not see the data (repeatable)',
      collectHeader,
    )
    .addOption(createAllowEffectsOption())
    .addOption(createSettingOption('model'))
    .option(
      '--report <kind=path>',
      'write a report: json, junit, sarif or html to a file, or github (repeatable)',
      collectReport,
    );
}

/** Judges a server, and prints and writes what was found. */
export async function reportOn(
  contract: ApiContract,
  { report: wishes = [], json }: ServerFlags,
  judge: { readonly target: string; run(): Promise<FuzzReport>; textOf(report: FuzzReport): string },
): Promise<void> {
  const [started, startedAt] = [wallNowMs(), wallIsoInstant()];
  const report = await judge.run();
  console.log(escapeControlCharacters(json === true ? (stringifyJson(report, 2) ?? '') : judge.textOf(report)));
  const server = { api: contract.name, target: judge.target, startedAt, durationMilliseconds: wallNowMs() - started };
  const contracts = new Map([[contract.name, contract]]);
  const ledger = { claims: [], gaps: [] };
  const result = toRunResult(report, server);
  await writeReports(wishes, { result, contracts, ledger, files: [], root: process.cwd() });
  process.exitCode = result.exitCode;
}
