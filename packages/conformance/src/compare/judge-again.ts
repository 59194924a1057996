import type { Finding } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { inspectResponse } from '../engine/inspect-response.js';
import type { RedactedExchange } from '../results/exchange.js';
import { hasErrors, type StepResult, type WorkflowResult } from '../results/result.js';

/**
 * Removes contract violations from stored results if the current descriptions allow the responses. Violations of
 * responses with truncated bodies remain.
 */
export function judgeAgain(workflows: readonly WorkflowResult[], contracts: ContractsByApi): WorkflowResult[] {
  return workflows.map((workflow) => ({
    ...workflow,
    steps: workflow.steps.map((step) => judgeStep(step, contracts)),
  }));
}

function judgeStep(step: StepResult, contracts: ContractsByApi): StepResult {
  const exchanges = step.attempts.flatMap(({ exchange }) => exchange ?? []);
  if (step.outcome === 'passed' || !exchanges.every(isWhole)) return step;
  const violations = new Set(exchanges.flatMap((exchange) => validate(exchange, contracts)).map(identityOf));
  const findings = step.findings.filter(
    (finding) => finding.about?.kind !== 'contract' || violations.has(identityOf(finding)),
  );
  const isPassed = step.attempts.at(-1)?.passed === true && !hasErrors(findings);
  return { ...step, findings, outcome: isPassed ? 'passed' : 'failed' };
}

function isWhole({ response }: RedactedExchange): boolean {
  return response === undefined || Buffer.byteLength(response.body ?? '') >= response.bodyBytes;
}

function validate({ api, operationId, response }: RedactedExchange, contracts: ContractsByApi) {
  if (response === undefined) return [];
  const body = new TextEncoder().encode(response.body ?? '');
  return inspectResponse({ ...response, body }, contracts.get(api ?? '')?.operations.get(operationId ?? '')).findings;
}

function identityOf({ ruleId, pointer }: Finding): string {
  return `${ruleId} ${pointer}`;
}
