import { createHash } from 'node:crypto';
import {
  type ApiContract,
  type Finding,
  type FindingSubject,
  type Operation,
  omitUndefined,
  stringifyJson,
  type WebhookSubject,
} from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { toWorkflowKey } from '../arazzo/resolve.js';
import type { Cause, CauseOccurrence } from '../results/cause.js';
import type { RedactedExchange } from '../results/exchange.js';
import type { RunResult, StepResult, WorkflowResult } from '../results/result.js';
import { findNearestSchema, locateHeader, locateResponse } from './locate-schema.js';
import { findMissingOutput } from './mark-consequences.js';

/** A deviation of the target from the descriptions or scenarios, with all its occurrences. */
export interface StepIssue {
  /** Identifies the issue across runs. */
  signature: string;
  kind: Exclude<Cause['kind'], 'run'>;
  api: string;
  operationId: string;
  finding: Finding;
  exchange?: RedactedExchange;
  /** Claims of the steps, or of their workflows if the steps have none. */
  claims: string[];
  occurrences: CauseOccurrence[];
  /** Names and summaries of the steps and workflows. */
  about: string[];
  operations: string[];
}

/** Returns a key for a step that is the same in both runs. */
export function toStepKey(step: Pick<StepResult, 'file' | 'workflowId' | 'stepId'>): string {
  return `${toWorkflowKey(step.file, step.workflowId)}#${step.stepId}`;
}

/** Collects the errors of a run, grouped by signature. */
export function collectIssues(run: Pick<RunResult, 'workflows'>, contracts: ContractsByApi): Map<string, StepIssue> {
  const issues = new Map<string, StepIssue>();
  for (const workflow of run.workflows) {
    for (const step of workflow.steps) {
      if (findMissingOutput(step, workflow) !== undefined) continue;
      for (const issue of issuesOfStep(step, workflow, contracts)) add(issues, issue);
    }
  }
  return issues;
}

function add(issues: Map<string, StepIssue>, issue: StepIssue): void {
  const known = issues.get(issue.signature);
  if (known === undefined) {
    issues.set(issue.signature, issue);
    return;
  }
  known.occurrences.push(...issue.occurrences);
  known.claims = [...new Set([...known.claims, ...issue.claims])];
  known.about.push(...issue.about);
  known.operations = [...new Set([...known.operations, ...issue.operations])];
}

/** Returns a fingerprint of 20 hexadecimal digits. */
export function hashParts(parts: readonly unknown[]): string {
  return createHash('sha256').update(stringifyJson(parts)).digest('hex').slice(0, 20);
}

/** Returns the issues of a step. After a contract violation, failed criteria are usually consequences. */
function issuesOfStep(step: StepResult, workflow: WorkflowResult, contracts: ContractsByApi): StepIssue[] {
  if (step.outcome === 'passed') return [];
  const exchange = step.attempts.findLast((attempt) => attempt.exchange !== undefined)?.exchange;
  const operationId = exchange?.operationId ?? '';
  const make = (kind: StepIssue['kind'], finding: Finding): StepIssue => {
    const { about } = finding;
    const isOfControl = about === undefined || !isWebhookSubject(about);
    const api = (isOfControl ? exchange?.api : undefined) ?? workflow.api ?? '';
    const own = omitUndefined({ kind, api, operationId, finding, exchange });
    return {
      ...own,
      signature: hashParts(identityOf(own, toStepKey(step), contracts.get(api))),
      // Scenarios of other APIs make no claims about the control plane.
      claims: api === 'control' && workflow.api !== api ? [] : step.claims.length > 0 ? step.claims : workflow.claims,
      about: [step.stepId, step.workflowId, workflow.summary ?? ''],
      operations: [operationId],
      occurrences: [
        omitUndefined({
          ...{ file: step.file, workflowId: workflow.workflowId },
          stepOf: step.workflowId === workflow.workflowId ? undefined : step.workflowId,
          ...{ stepId: step.stepId, line: step.line, message: finding.message },
        }),
      ],
    };
  };
  const wrong = step.findings.filter(({ severity }) => severity === 'error');
  const unavailable = unavailability(exchange, wrong);
  if (unavailable !== undefined) return [make('environment', unavailable)];
  const contract = withoutRepetitions(wrong.filter(({ about }) => about?.kind === 'contract'));
  if (contract.length > 0) return contract.map((finding) => make('contract', finding));
  // A called workflow reports its own failure.
  const [first] = wrong.filter(({ ruleId }) => ruleId !== 'step/called-workflow-failed');
  if (first === undefined) return [];
  return [make(first.about !== undefined && isWebhookSubject(first.about) ? first.about.kind : 'expectation', first)];
}

/**
 * Omits secondary findings of a defect: other rules violated by a value of the wrong type, and an undocumented property
 * that is a misspelled required one (`errorUuid` for `error_uuid`).
 */
function withoutRepetitions(findings: readonly Finding[]): readonly Finding[] {
  const spellingOf = ({ pointer }: Finding) => pointer.replaceAll(/[-_]/g, '').toLowerCase();
  const placesOf = (rule: string) => new Set(findings.filter(({ ruleId }) => ruleId === rule).map(spellingOf));
  const [missing, mistyped] = [placesOf('response/body-required'), placesOf('response/body-type')];
  return findings.filter((each) => {
    const places = each.ruleId === 'response/undocumented-property' ? missing : mistyped;
    return each.ruleId === 'response/body-type' || !places.has(spellingOf(each));
  });
}

/**
 * Returns an identity that does not depend on the run or its values. A response part is identified by its schema
 * definition, so operations that share a definition share the issue.
 *
 * @param step key of the step, for errors in the step itself
 */
function identityOf(
  { kind, api, operationId, finding }: Pick<StepIssue, 'kind' | 'api' | 'operationId' | 'finding'>,
  step: string,
  contract: ApiContract | undefined,
): unknown[] {
  const { ruleId, about } = finding;
  const common = [kind, api, ruleId];
  if (kind === 'environment') return [...common, operationId];
  if (about === undefined) return [...common, operationId, step];
  const operation = contract?.operations.get(operationId);
  switch (about.kind) {
    case 'webhook-late':
      return common;
    case 'contract':
    case 'expectation':
      return [...common, ...(schemaPlaceOf(about, contract, operation) ?? [operationId, about])];
    case 'missing-output':
    case 'failed-dependency':
      return [...common, operationId, about];
    default:
      return [...common, about.after, about.pointer];
  }
}

/** Returns the location of the violated definition, if known. */
function schemaPlaceOf(
  about: Extract<FindingSubject, { part: string }>,
  contract: ApiContract | undefined,
  operation: Operation | undefined,
): unknown[] | undefined {
  const { status = 0 } = about;
  if (contract === undefined || operation === undefined) return undefined;
  if (about.part === 'status') {
    const { wanted = 0 } = about;
    // Error definitions are shared between operations; success responses are not.
    const place = wanted >= 400 && status >= 400 ? locateResponse(contract, operation, wanted) : undefined;
    return place && [place.keys, status];
  }
  if (about.part === 'header') return locateHeader(contract, operation, status, about.name)?.keys;
  if (about.part !== 'body') return undefined;
  const place = findNearestSchema(contract, operation, status, `/body${about.pointer}`);
  return place && [place.keys, `/body${about.pointer}`.slice(place.pointer.length), about.path];
}

/**
 * Returns why a response cannot be checked against the contract: it is missing, or the server was busy, failed or
 * denied access.
 */
function unavailability(exchange: RedactedExchange | undefined, findings: readonly Finding[]): Finding | undefined {
  const base = { severity: 'error' as const, pointer: '/status' };
  const who = exchange?.operationId ?? `${exchange?.request.method} ${exchange?.request.url}`;
  if (exchange?.error !== undefined) {
    return { ...base, ruleId: 'environment/no-response', message: `${who}: ${exchange.error}`, pointer: '' };
  }
  const status = exchange?.response?.status;
  if (status === undefined) return undefined;
  const wanted = findExpectedStatus(findings);
  // A contract violation that does not concern the status means that the error response was expected.
  const isExpected =
    findings.some(({ about }) => about?.kind === 'contract') &&
    !findings.some(({ about }) => about?.kind === 'contract' && about.part === 'status');
  if (wanted === status || (wanted === undefined && isExpected)) return undefined;
  const values = omitUndefined({ actual: status, expected: wanted });
  if (status === 429 || (status >= 500 && status <= 504)) {
    const what = status === 429 ? 'too many requests were sent' : 'it failed';
    const message = `${who} answered ${status}: ${what}.`;
    return { ...base, ruleId: `environment/status-${status}`, message, ...values };
  }
  if (!(status === 401 || status === 403) || wanted === undefined || wanted >= 300) return undefined;
  const message = `${who} returned ${status} instead of ${wanted}: the credentials do not permit this request.`;
  return { ...base, ruleId: `environment/access-${status}`, message, ...values };
}

/** Returns the expected and actual values of a finding, if it has them. */
export function pickValues(finding: Pick<Finding, 'expected' | 'actual'>): Pick<Finding, 'expected' | 'actual'> {
  return {
    ...('expected' in finding ? { expected: finding.expected } : {}),
    ...('actual' in finding ? { actual: finding.actual } : {}),
  };
}

/** Returns the status that a failed criterion expected. */
export function findExpectedStatus(findings: readonly Finding[]): number | undefined {
  const asked = findings.flatMap(({ about }) => (about !== undefined && 'wanted' in about ? about.wanted : undefined));
  return asked.find((wanted) => wanted !== undefined);
}

function isWebhookSubject(about: FindingSubject): about is WebhookSubject {
  return 'inbox' in about;
}
