import { readFile } from 'node:fs/promises';
import { checkHar, type DriftOptions, type DriftReport, exitCodes, NotAnArchive } from '@understudy/conformance';
import { Command } from 'commander';
import { loadContracts } from '../workspace.js';
import { WrongUse } from '../wrong-use.js';
import { collect, parseUrl } from './server-options.js';

interface DriftFlags {
  baseUrl?: string[];
  api?: string[];
  json?: boolean;
}

/** `understudy drift`: recorded traffic of any tool, held against the contract. */
export function driftCommand(): Command {
  return new Command('drift')
    .description('Hold the traffic of an HTTP archive (HAR 1.2) against the contract')
    .argument('<file>', 'the archive, as browsers save it')
    .option(
      '--base-url <url>',
      'where the paths of the contract begin (repeatable; default: on any host)',
      (text, earlier?: string[]) => [...(earlier ?? []), parseUrl(text)],
    )
    .option('--api <api>', 'only operations of this API (repeatable)', collect)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  understudy drift traffic.har --base-url https://api.example.com')
    .action(drift);
}

async function drift(file: string, flags: DriftFlags): Promise<void> {
  const all = await loadContracts();
  const unknown = flags.api?.find((api) => !all.has(api));
  if (unknown !== undefined)
    throw new WrongUse(`There is no API "${unknown}"; there are ${[...all.keys()].join(', ')}`);
  const contracts = new Map([...all].filter(([api]) => flags.api?.includes(api) ?? api !== 'control'));
  const report = check(file, { har: await read(file), contracts, baseUrls: flags.baseUrl });
  console.log(flags.json === true ? JSON.stringify(report, null, 2) : textOf(report, file));
  // Traffic that has nothing to do with the contract shows nothing.
  process.exitCode =
    report.findings.length > 0 || report.unknown.length > 0 || report.matched === 0
      ? exitCodes.findings
      : exitCodes.clean;
}

function check(file: string, options: DriftOptions): DriftReport {
  try {
    return checkHar(options);
  } catch (error) {
    if (error instanceof NotAnArchive) throw new WrongUse(`${file}: ${error.message}`);
    throw error;
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new WrongUse(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function textOf(
  { findings, unknown, entries, matched, elsewhere, withoutBody, operations }: DriftReport,
  file: string,
): string {
  const counts = operations.map(
    ({ api, operationId, calls, findings: count }) => `  ${api} ${operationId}: ${calls} calls, ${count} findings`,
  );
  return [
    ...findings.map(
      ({ entry, side, method, url, status, message, ruleId }) =>
        `${file} entry ${entry}: ${side} of ${method} ${url} (${status}): ${message} [${ruleId}]`,
    ),
    ...unknown.map(({ entry, method, url, why }) => `${file} entry ${entry}: ${method} ${url}: ${why}`),
    ...counts,
    `${entries} entries: ${matched} call the contract, ${unknown.length} call what it does not know, ${elsewhere} have nothing to do with it.`,
    ...(withoutBody.length === 0
      ? []
      : [`The archive does not hold the bodies of entries ${withoutBody.join(', ')}; they were not checked.`]),
    ...(matched === 0 ? ['Nothing was checked: no entry calls an operation of the contract. Check --base-url.'] : []),
    `${findings.length} findings.`,
  ].join('\n');
}
