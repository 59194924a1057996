import { classifyOperationEffect, escapeControlCharacters, type OperationEffect } from '@understudy/conformance';
import { type ApiContract, type Operation, stringifyJson } from '@understudy/contract';
import type { FuzzFinding, FuzzReport, StatementResult } from '@understudy/fuzzing';
import { isLoopback } from '@understudy/kernel';
import { Command } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { reportProgress } from '../report-progress.js';
import { createRequestCredentials } from '../request-credentials.js';
import { UsageError } from '../usage-error.js';
import { loadContracts, viewForTarget } from '../workspace.js';
import { collectHeader, fuzzServer } from './fuzz-server.js';
import { createAllowEffectsOption } from './run-options.js';
import { signIn } from './sign-in.js';

interface TestFlags {
  target: string;
  header?: Record<string, string>;
  otherHeader?: Record<string, string>;
  allowEffects?: OperationEffect[];
  seed: string;
  config?: string;
  json?: boolean;
}

export function createTestCommand(): Command {
  return new Command('test')
    .description('Test a server against the behavior that its OpenAPI description implies')
    .argument('<api>', 'an OpenAPI description, or an API by name, package or folder')
    .requiredOption('--target <url>', 'base URL of the server')
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
    .option('--seed <text>', 'random seed; the same seed generates the same requests', '1')
    .option('--config <file>', 'the configuration file (default: understudy.config.yaml)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  understudy test ./openapi.yaml --target http://127.0.0.1:8080\n  understudy test ./openapi.yaml --target https://stage.example.com --allow-effects create,mutate --header "Authorization: Bearer …"\n\nA server on this machine gets state-changing requests; others only with --allow-effects.',
    )
    .action(async (name: string, flags: TestFlags) => {
      const contract = await loadContract(name, flags);
      const report = await testServer(contract, flags);
      console.log(escapeControlCharacters(flags.json === true ? stringifyJson(report, 2) : textOf(report)));
      process.exitCode = report.findings.length === 0 ? 0 : 1;
    });
}

async function loadContract(name: string, flags: TestFlags): Promise<ApiContract> {
  const { known, chosen } = await chooseApis([name], await loadConfiguredApis(flags.config));
  const api = chosen[0] ?? known.get(name);
  const contract = api && (await loadContracts(known, viewForTarget(flags.target))).get(api.name);
  if (contract === undefined) throw new UsageError(`Unknown API "${name}"`);
  return contract;
}

async function testServer(contract: ApiContract, flags: TestFlags): Promise<FuzzReport> {
  const { target, header = {}, otherHeader, allowEffects, seed } = flags;
  if (!URL.canParse(target)) throw new UsageError(`--target must be a URL, not "${target}"`);
  const isLocal = isLoopback(new URL(target).hostname);
  if (isLocal && allowEffects !== undefined)
    throw new UsageError('--allow-effects applies to servers on other machines; a server on this one may be changed');
  const allowed = new Set<OperationEffect>(['read', ...(allowEffects ?? [])]);
  const mayCall = (operation: Operation) => isLocal || allowed.has(classifyOperationEffect(operation));
  const hasCredentials = Object.keys(header).length > 0;
  const token = hasCredentials ? undefined : await signIn(contract, target.replace(/\/$/, ''));
  if (!hasCredentials)
    console.error(
      token === undefined
        ? 'Sending placeholder credentials; pass --header for real ones.'
        : 'Signed in with the example of the description.',
    );
  return await fuzzServer(contract, target, {
    requests: 20,
    seed,
    headers: header,
    otherHeaders: otherHeader,
    mayCall,
    // Placeholders are accepted only by servers that verify none.
    isAuthentic: hasCredentials || token !== undefined,
    isForgiving: true,
    onProgress: reportProgress('operations', console.error),
    withToken: (operation, own) => createRequestCredentials(contract, operation, own),
    credentials: (operation) =>
      hasCredentials ? { headers: header } : createRequestCredentials(contract, operation, token ?? 'understudy'),
  });
}

function textOf(report: FuzzReport): string {
  const { findings, notes, statements, requests, operations } = report;
  const of = (outcome: StatementResult['outcome']) => statements.filter((each) => each.outcome === outcome);
  const [confirmed, contradicted, untried] = [of('confirmed'), of('contradicted'), of('untried')];
  const lines = [
    ...findings.map(findingText),
    ...(notes.length === 0 ? [] : [noteText(notes)]),
    ...(untried.length === 0 ? [] : [listOf('Not tried', untried)]),
    ...(confirmed.length === 0 ? [] : [listOf('Confirmed', confirmed)]),
    `${requests} requests to ${operations} operations: ${findings.length} findings. Statements of the model: ${confirmed.length} confirmed, ${contradicted.length} contradicted, ${untried.length} not tried.`,
  ];
  return lines.join('\n\n');
}

function listOf(title: string, statements: readonly StatementResult[]): string {
  return [`${title}:`, ...statements.map(({ says, why }) => `  ${says}${why === undefined ? '' : ` (${why})`}`)].join(
    '\n',
  );
}

function noteText(notes: readonly FuzzFinding[]): string {
  const shown = notes.slice(0, maxNotes).map(({ cause }) => `  ${cause}`);
  const more = notes.length > maxNotes ? [`  and ${notes.length - maxNotes} more; see --json`] : [];
  return ['Invalid requests that are not refused as described, which may be intended:', ...shown, ...more].join('\n');
}

const maxNotes = 30;

function findingText({ cause, wrong, exchanges = [], curl, id }: FuzzFinding): string {
  const [operationId = '', ...rest] = cause.split(/ (?:\d+|no answer): /);
  const shown = exchanges.map(({ sent, received }) => `  ${sent}\n    ${received}`);
  const script = curl.split('\n').map((line) => `  ${line}`);
  const details = wrong.slice(0, 3).filter((each) => !rest.includes(each));
  return [
    `${operationId}: ${rest.join(' ')}`,
    ...details.map((each) => `  ${each}`),
    ...shown,
    '  Repeat with:',
    ...script,
    `  or understudy fuzz … --replay ${id}`,
  ].join('\n');
}
