import { createHash } from 'node:crypto';
import {
  countOfSkipped,
  escapeControlCharacters,
  exitCodes,
  type RunResult,
  type WorkflowResult,
} from '@understudy/conformance';
import { type ApiContract, stringifyJson } from '@understudy/contract';
import type { FuzzFinding, FuzzReport, StatementResult } from '@understudy/fuzzing';
import { wallIsoInstant, wallNowMs } from '@understudy/kernel';
import type { Command } from 'commander';
import { collectHeader } from './fuzz-server.js';
import { createAllowEffectsOption } from './run-options.js';
import { createSettingOption } from './start-settings.js';
import { collectReport, type ReportRequest, writeReports } from './write-reports.js';

/** Flags of the commands that test a server against its description. */
export interface ServerFlags {
  header?: Record<string, string>;
  otherHeader?: Record<string, string>;
  report?: ReportRequest[];
  json?: boolean;
}

/** The target, start time and duration of a run, for its report. */
interface TestedServer {
  readonly api: string;
  readonly target: string;
  readonly startedAt: string;
  readonly durationMilliseconds: number;
}

/** Adds the options of the commands that test a server against its description. */
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

/** Tests a server, and prints and writes the report. */
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

/** Converts a report about statements and generated requests to a run result, which every report format supports. */
function toRunResult(report: FuzzReport, { api, target, startedAt, durationMilliseconds }: TestedServer): RunResult {
  const { findings, statements, seed } = report;
  const told = new Set(statements.map(({ id }) => id));
  const others = findings.filter(({ id }) => !told.has(id));
  const workflows = [
    ...statements.map((each) => statementResult(api, each, findings)),
    ...others.map((each) => result(api, { workflowId: each.id, outcome: 'failed', findings: [each] })),
  ];
  const count = (outcome: WorkflowResult['outcome']) => workflows.filter((each) => each.outcome === outcome).length;
  return {
    schemaVersion: 3,
    ...{ target, seed, jobs: 1, startedAt, durationMilliseconds, apis: [api], workflows, findings: [] },
    totals: {
      workflows: workflows.length,
      passed: count('passed'),
      flaky: 0,
      failed: count('failed'),
      ...countOfSkipped(workflows),
      consequences: 0,
      steps: 0,
    },
    causes: findings.map((finding) => causeOf(api, finding)),
    exitCode: findings.length === 0 ? exitCodes.clean : exitCodes.findings,
  };
}

function statementResult(
  api: string,
  { id, says, outcome, why }: StatementResult,
  findings: readonly FuzzFinding[],
): WorkflowResult {
  const own = findings.filter((each) => each.id === id);
  if (own.length > 0) return result(api, { workflowId: id, summary: says, outcome: 'failed', findings: own });
  const [reason, isTried] = outcome === 'untried' ? [why ?? 'not tried', false] : ['', outcome === 'confirmed'];
  // If a statement is inferred only from names, a contradiction is a note.
  const skipped = {
    outcome: 'skipped',
    reason: reason || 'the server does otherwise, but no sentence says it',
  } as const;
  return result(api, { workflowId: id, summary: says, ...(isTried ? { outcome: 'passed' } : skipped), findings: [] });
}

function result(
  api: string,
  {
    findings,
    ...facts
  }: Pick<WorkflowResult, 'workflowId' | 'outcome'> &
    Partial<Pick<WorkflowResult, 'summary' | 'reason'>> & { readonly findings: readonly FuzzFinding[] },
): WorkflowResult {
  return {
    ...{ file: api, api, claims: [], steps: [], durationMilliseconds: 0 },
    ...facts,
    findings: findings.map((each) => ({
      ruleId: ruleOf(each),
      severity: 'error',
      message: messageOf(each),
      pointer: '',
    })),
  };
}

function causeOf(api: string, finding: FuzzFinding): RunResult['causes'][number] {
  const { cause, id, operationId, status, wrong } = finding;
  const occurrence = { file: api, workflowId: id, stepId: operationId, message: messageOf(finding) };
  return {
    fingerprint: createHash('sha1').update(`${api} ${cause}`).digest('hex').slice(0, 20),
    title: `${operationId}: ${wrong[0] ?? cause}`,
    ...{ kind: 'contract', severity: 'error', ruleId: ruleOf(finding), pointer: '', api, operationId },
    ...(status === undefined ? {} : { status }),
    ...{ claims: [], gaps: [], occurrences: [occurrence] },
  };
}

function ruleOf({ id }: FuzzFinding): string {
  return id.startsWith('/') ? 'statement/contradicted' : `fuzz/${id.split(':')[0] ?? 'requests'}`;
}

/** Formats a finding: its errors, its exchanges and the curl script that reproduces it. */
function messageOf({ wrong, exchanges = [], curl }: FuzzFinding): string {
  const shown = exchanges.flatMap(({ sent, received }) => [sent, `  ${received}`]);
  return [...wrong.slice(0, 3), ...shown, 'Repeat with:', curl].join('\n');
}
