import { type Finding, joinPointer, type Ledger, locateSource, omitUndefined } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { wildcardArrayIndexes } from '../expressions/json-pointer.js';
import type { Cause } from '../results/cause.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { linkIssueToClaims } from './rank-claims.js';
import { collectIssues, findExpectedStatus, hashParts, pickValues, type StepIssue } from './step-issues.js';

/** The parts of a run that are needed to find its causes. */
type BareRun = Pick<RunResult, 'workflows' | 'findings' | 'unreachable'>;

export interface CauseContext {
  contracts: ContractsByApi;
  ledger: Ledger;
}

/**
 * Lists each cause of a run once. Causes in the run and its workflows come first, then causes in responses, the most
 * frequent first. Consequences are omitted: a missing output of a failed step, or a failed dependency.
 */
export function findCauses(run: BareRun, { contracts, ledger }: CauseContext): Cause[] {
  const ofRun = new Map<string, Cause>();
  for (const cause of runCauses(run)) {
    const known = ofRun.get(cause.fingerprint);
    if (known === undefined) ofRun.set(cause.fingerprint, cause);
    else known.occurrences.push(...cause.occurrences);
  }
  const ofSteps = [...collectIssues(run, contracts).values()].map((issue) => describe(issue, contracts, ledger));
  return [...ofRun.values(), ...ofSteps.sort((left, right) => right.occurrences.length - left.occurrences.length)];
}

function runCauses(run: BareRun): Cause[] {
  const { unreachable, findings, workflows } = run;
  return [
    ...(unreachable === undefined ? [] : [runCause(problem('run/unreachable', unreachable))]),
    ...findings.map((finding) => runCause(finding)),
    ...workflows.flatMap((workflow) => [
      ...(workflow.cleanupIncomplete === undefined
        ? []
        : [
            runCause(
              problem('run/left-behind', `Data remains on the target: ${workflow.cleanupIncomplete}.`),
              workflow,
              workflow.workflowId,
            ),
          ]),
      ...workflow.findings
        .filter(({ ruleId }) => ruleId !== 'run/dependency-failed')
        .map((finding) => runCause(finding, workflow)),
    ]),
  ];
}

function problem(ruleId: string, message: string): Finding {
  return { ruleId, severity: 'error', message, pointer: '' };
}

/**
 * Creates the cause of a finding outside the steps. It is identified by position for a file, and by expected value for
 * a workflow.
 */
function runCause(finding: Finding, workflow?: WorkflowResult, only?: string): Cause {
  const { ruleId, severity, message, pointer, file, line } = finding;
  const lint = file !== undefined && !/^(run|target)\//.test(ruleId);
  const where = { file: workflow?.file ?? '', workflowId: workflow?.workflowId ?? '', stepId: '' };
  const key = lint
    ? [file.split(/[\\/]/).slice(-2).join('/'), pointer]
    : [workflow === undefined ? message : (only ?? '')];
  return {
    fingerprint: hashParts(['run', ruleId, ...key, finding.expected ?? null]),
    title: message,
    kind: 'run',
    severity,
    ruleId,
    pointer,
    ...pickValues(finding),
    ...(file === undefined ? {} : { place: omitUndefined({ file, line }) }),
    claims: workflow?.claims ?? [],
    gaps: [],
    occurrences: [omitUndefined({ ...where, line: workflow?.line, message })],
  };
}

function describe(issue: StepIssue, contracts: ContractsByApi, ledger: Ledger): Cause {
  const { finding, kind, api, operationId, exchange, occurrences } = issue;
  const { claims, gaps, keys = [] } = linkIssueToClaims(issue, contracts, ledger);
  const described = kind === 'contract' ? locateSource(contracts.get(api)?.document, joinPointer('', ...keys)) : {};
  const [first] = occurrences;
  const place =
    described.file === undefined
      ? { file: finding.file ?? first?.file ?? '', line: finding.line ?? first?.line }
      : { file: described.file, line: described.line };
  return {
    ...omitUndefined({
      ...{ fingerprint: issue.signature, title: titleOf(issue), kind, about: finding.about },
      ...{ severity: finding.severity, ruleId: finding.ruleId },
      pointer: kind === 'contract' ? wildcardArrayIndexes(finding.pointer) : '',
      ...{ api: api || undefined, operationId: operationId || undefined },
      operations: issue.operations.length === 1 ? undefined : issue.operations,
      status: exchange?.response?.status,
    }),
    ...pickValues(finding),
    ...omitUndefined({ place: omitUndefined(place), claims, gaps, exchange, occurrences }),
  };
}

function titleOf({ finding, kind, operationId, operations, exchange }: StepIssue): string {
  const { message } = finding;
  const status = exchange?.response?.status;
  if (kind !== 'expectation' || status === undefined) return message;
  const who = operationId === '' ? `${exchange?.request.method} ${exchange?.request.url}` : operationId;
  const others = operations.length === 1 ? '' : ` and ${operations.length - 1} other operations`;
  const wanted = findExpectedStatus([finding]);
  if (wanted !== undefined && wanted !== status)
    return `${who}${others} answered ${status}, where ${wanted} is expected.`;
  return `${who}${others} answered ${status}: ${message}`;
}
