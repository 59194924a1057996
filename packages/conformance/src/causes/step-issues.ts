import { createHash } from 'node:crypto';
import type { Finding } from '@understudy/contract';
import type { Exchange } from '../engine/exchange.js';
import type { RunResult, StepResult, WorkflowResult } from '../engine/result.js';
import type { Cause, Occurrence } from './cause.js';
import { wantedOutput } from './wanted-output.js';

/** One way in which a target departs from the descriptions or from what a scenario expects, wherever it did so. */
export interface Issue {
  /** The same in every run in which the same thing goes wrong. */
  signature: string;
  kind: Exclude<Cause['kind'], 'run'>;
  api: string;
  operationId: string;
  finding: Finding;
  exchange?: Exchange;
  /** Of the steps, or else of their workflows. */
  claims: string[];
  occurrences: Occurrence[];
  /** Names of the steps and workflows, and what they are about. */
  about: string[];
}

/** A step as both runs name it. */
export function stepKey(step: Pick<StepResult, 'file' | 'workflowId' | 'stepId'>): string {
  return `${step.file.split(/[\\/]/).slice(-2).join('/')}#${step.workflowId}#${step.stepId}`;
}

/** Everything that went wrong in a run, grouped by what it is. */
export function issuesOf(run: Pick<RunResult, 'workflows'>): Map<string, Issue> {
  const issues = new Map<string, Issue>();
  for (const workflow of run.workflows) {
    for (const step of workflow.steps) {
      if (wantedOutput(step, workflow) !== undefined) continue;
      for (const issue of issuesOfStep(step, workflow)) add(issues, issue);
    }
  }
  return issues;
}

function add(issues: Map<string, Issue>, issue: Issue): void {
  const known = issues.get(issue.signature);
  if (known === undefined) {
    issues.set(issue.signature, issue);
    return;
  }
  known.occurrences.push(...issue.occurrences);
  known.claims = [...new Set([...known.claims, ...issue.claims])];
  known.about.push(...issue.about);
}

/** The name of an issue or cause, by what makes it the same: 20 hexadecimal digits. */
export function fingerprintOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
}

/**
 * What is wrong with a step; where it broke the contract, unmet expectations of the scenario are mostly consequences.
 */
function issuesOfStep(step: StepResult, workflow: WorkflowResult): Issue[] {
  if (step.outcome === 'passed') return [];
  const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
  const status = exchange?.response?.status;
  const place = {
    api: exchange?.api ?? workflow.api ?? '',
    operationId: exchange?.operationId ?? '',
    claims: step.claims.length > 0 ? step.claims : workflow.claims,
    about: [step.stepId, step.workflowId, workflow.summary ?? ''],
    ...(exchange === undefined ? {} : { exchange }),
  };
  const make = (kind: Issue['kind'], finding: Finding, expected: unknown): Issue => ({
    ...place,
    kind,
    signature: fingerprintOf([
      kind,
      place.api,
      place.operationId,
      finding.ruleId === 'response/undocumented-status' ? null : (status ?? null),
      finding.ruleId,
      kind === 'contract' ? general(finding.pointer) : '',
      expected,
    ]),
    finding,
    occurrences: [
      {
        file: step.file,
        workflowId: workflow.workflowId,
        ...(step.workflowId === workflow.workflowId ? {} : { stepOf: step.workflowId }),
        stepId: step.stepId,
        ...(step.line === undefined ? {} : { line: step.line }),
        message: finding.message,
      },
    ],
  });
  const wrong = step.findings.filter(({ severity }) => severity === 'error');
  const unavailable = whyUnavailable(exchange, wrong);
  if (unavailable !== undefined) return [make('environment', unavailable, null)];
  const contract = wrong.filter(({ ruleId }) => /^(response|schema|body|json)\//.test(ruleId));
  if (contract.length > 0) {
    // An undocumented status is the same whatever is documented; anything else is known by what the description asks for.
    return contract.map((finding) =>
      make(
        'contract',
        finding,
        finding.ruleId === 'response/undocumented-status' ? finding.actual : (finding.expected ?? null),
      ),
    );
  }
  // A called workflow reports its own failure; it is not reported again.
  const expected = wrong.filter(({ ruleId }) => ruleId !== 'step/called-workflow-failed');
  return expected.slice(0, 1).map((finding) => make('expectation', finding, condition(finding)));
}

/** Why an answer says nothing about the contract: none came, the server was busy or broken, or it refused access. */
function whyUnavailable(exchange: Exchange | undefined, findings: readonly Finding[]): Finding | undefined {
  const base = { severity: 'error' as const, pointer: '/status' };
  if (exchange?.error !== undefined) {
    return { ...base, ruleId: 'environment/no-response', message: exchange.error, pointer: '' };
  }
  const status = exchange?.response?.status;
  if (status === undefined) return undefined;
  const wanted = expectedStatus(findings);
  if (wanted === status) return undefined;
  if (status === 429 || (status >= 500 && status <= 504)) {
    const what = status === 429 ? 'it was asked too often' : 'it failed';
    return {
      ...base,
      ruleId: `environment/status-${status}`,
      message: `It answered ${status}: ${what}.`,
      actual: status,
      ...(wanted === undefined ? {} : { expected: wanted }),
    };
  }
  if ((status === 401 || status === 403) && wanted !== undefined && wanted < 300) {
    return {
      ...base,
      ruleId: `environment/access-${status}`,
      message: `It answered ${status} where ${wanted} was expected: the credentials may not do this.`,
      actual: status,
      expected: wanted,
    };
  }
  return undefined;
}

/** The status that the scenario asks for, when that is what it misses. */
export function expectedStatus(findings: readonly Finding[]): number | undefined {
  for (const { message } of findings) {
    const asked = /\$statusCode == '?(\d{3})'?/.exec(message)?.[1];
    if (asked !== undefined) return Number(asked);
  }
  return undefined;
}

function condition({ message }: Finding): string {
  return message.replace(/ does not hold: .*$/s, '').slice(0, 200);
}

/** A pointer with `*` for every place of a list. */
export function general(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
