import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkTraffic,
  type DriftCause,
  exitCodes,
  proposeTrafficOverlay,
  type RecordedTrafficFile,
  type TrafficReport,
} from '@understudy/conformance';
import { Command } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { applyOverlays, readOverlays } from '../overlays.js';
import { failWith, UsageError } from '../usage-error.js';
import { loadContracts } from '../workspace.js';
import { collectValues, createBaseUrlOption, requireKnown } from './server-options.js';
import { createSettingOption } from './start-settings.js';
import { printResult, readInput, writeOutput } from './write-output.js';

interface DriftFlags {
  baseUrl?: string[];
  api?: string[];
  config?: string;
  json?: boolean;
  overlays?: string[];
  writeOverlay?: string;
}

export function createDriftCommand(): Command {
  return new Command('drift')
    .description('Validate recorded traffic (HAR 1.2 archives or access logs) against the contract')
    .argument('<file...>', 'archives and access logs, folders with *.har and *.log files, or - for standard input')
    .addOption(createBaseUrlOption())
    .option('--api <api>', 'only operations of this API (repeatable)', collectValues)
    .addOption(createSettingOption('overlays'))
    .option('--write-overlay <file>', 'write proposed Overlays that make the descriptions match the responses, as YAML')
    .addHelpText(
      'after',
      '\nAccess logs show only which operations were called.\n\nExample:\n  understudy check drift traffic.har logs/ --base-url https://api.example.com\n  understudy check drift traffic.har --write-overlay corrections.yaml\n  understudy check drift traffic.har --overlays corrections.yaml',
    )
    .action(drift);
}

async function drift(files: string[], flags: DriftFlags): Promise<void> {
  const all = await loadContracts(await loadConfiguredApis(flags.config), 'written');
  requireKnown(flags.api, all);
  const overlays = await readOverlays(flags.overlays, all.keys());
  const contracts = new Map(
    [...applyOverlays(all, overlays)].filter(([api]) => flags.api?.includes(api) ?? api !== 'control'),
  );
  const names: string[] = [];
  for (const file of files) names.push(...(await within(file)));
  const traffic: RecordedTrafficFile[] = [];
  for (const name of names) traffic.push({ name, text: await readInput(name) });
  const report = checkTraffic({ traffic, contracts, baseUrls: flags.baseUrl });
  if (flags.writeOverlay !== undefined) await writeOutput(flags.writeOverlay, proposeTrafficOverlay(report, contracts));
  await printResult(report, flags.json, () => textOf(report, contracts.size));
  // Traffic outside the contract proves nothing.
  process.exitCode =
    report.causes.length > 0 || report.unknown.length > 0 || report.matched === 0
      ? exitCodes.findings
      : exitCodes.clean;
}

/** Returns the file itself, or all archives and logs under a folder. */
async function within(path: string): Promise<string[]> {
  if (path === '-' || !(await stat(path).catch(failWith(`Cannot read ${path}`))).isDirectory()) return [path];
  const names = (await readdir(path, { recursive: true })).filter((name) => /\.(har|log)$/i.test(name)).sort();
  if (names.length === 0) throw new UsageError(`The folder ${path} contains no *.har or *.log file`);
  return names.map((name) => join(path, name));
}

export function describeTrafficCause(cause: Omit<DriftCause, 'count' | 'first'>): string {
  const { side, api, operationId, status, message, ruleId, fingerprint } = cause;
  return `${api} ${operationId}, ${side} (${status}): ${message} [${ruleId} ${fingerprint}]`;
}

function textOf(report: TrafficReport, apis: number): string {
  const { sources, entries, matched, operations, causes, unknown, elsewhere, withoutBody } = report;
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  const lost = sources.filter(({ unread = 0 }) => unread > 0);
  return [
    ...causes.flatMap(({ count, first, ...cause }, index) => [
      `${index + 1}. ${describeTrafficCause(cause)}`,
      `   ${times(count)}, first in ${first.source} entry ${first.entry}: ${first.method} ${first.url}`,
    ]),
    ...unknown.map(
      ({ source, entry, method, url, why, count }) =>
        `${source} entry ${entry}: ${method} ${url}: ${why} ${times(count)}.`,
    ),
    ...operations.map(({ api, operationId, calls }) => `  ${api} ${operationId}: ${calls} calls`),
    `${entries} entries in ${sources.length} files: ${matched} call operations of ${apis} APIs, ${elsewhere} are unrelated.`,
    ...(withoutBody === 0
      ? []
      : [`${withoutBody} responses have no body in the archive and were checked without one.`]),
    ...lost.map(({ name, unread }) => `${name}: ${unread} lines contain no request and were skipped.`),
    ...(matched === 0
      ? ['Nothing was checked because no entry matches an operation of the contract. Check --base-url.']
      : []),
    `${causes.length} causes, ${unknown.length} unknown addresses.`,
  ].join('\n');
}
