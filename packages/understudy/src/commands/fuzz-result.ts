import { createHash } from 'node:crypto';
import { countOfSkipped, exitCodes, type RunResult, type WorkflowResult } from '@understudy/conformance';
import type { FuzzFinding, FuzzReport, StatementResult } from '@understudy/fuzzing';

/** The place and the duration of a run in a report. */
export interface TestedServer {
  readonly api: string;
  readonly target: string;
  readonly startedAt: string;
  readonly durationMilliseconds: number;
}

/** A report of statements and generated requests in the form of a run, which every kind of report can show. */
export function toRunResult(
  report: FuzzReport,
  { api, target, startedAt, durationMilliseconds }: TestedServer,
): RunResult {
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
  // Contradictions of what only names say are notes.
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

/** The errors of a finding, its exchanges and the script that repeats it. */
function messageOf({ wrong, exchanges = [], curl }: FuzzFinding): string {
  const shown = exchanges.flatMap(({ sent, received }) => [sent, `  ${received}`]);
  return [...wrong.slice(0, 3), ...shown, 'Repeat with:', curl].join('\n');
}
