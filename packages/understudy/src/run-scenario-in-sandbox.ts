import {
  createInProcessTarget,
  runScenario,
  type ScenarioFile,
  type StepResult,
  type Workflow,
} from '@understudy/conformance';
import { type ApiContract, omitUndefined, stringifyJson } from '@understudy/contract';
import type { ScenarioRun } from '@understudy/server';

type ScenarioStep = ScenarioRun['steps'][number];
type StepAttempt = ScenarioStep['attempts'][number];

export interface ScenarioChoice {
  readonly files: readonly ScenarioFile[];
  readonly api: string;
  /** A workflow id. */
  readonly scenario: string;
  readonly contracts: ReadonlyMap<string, ApiContract>;
  /** Base URL of the server, without a trailing slash. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Runs a scenario in its own sandbox and reports every step. Returns undefined if the scenario does not exist. */
export async function runScenarioInSandbox(choice: ScenarioChoice): Promise<ScenarioRun | undefined> {
  const { files, api, scenario, contracts, url, fetch } = choice;
  const item = files
    .filter((file) => file.api === api)
    .flatMap((file) => file.document.workflows.map((workflow) => ({ file, workflow })))
    .find(({ workflow }) => workflow.workflowId === scenario);
  if (item === undefined) return undefined;
  const target = createInProcessTarget({ url, fetch });
  const { outcome, durationMilliseconds, findings, steps } = await runScenario({ target, contracts }, item);
  const reached = new Map([...filesFrom(item.file)].map((file) => [file.file, file]));
  return {
    scenario,
    outcome: outcome === 'passed' ? 'passed' : 'failed',
    durationMilliseconds,
    findings: findings.map(({ message }) => message),
    steps: steps.map((step) => stepOf(step, workflowOf(step, reached))),
  };
}

/** Collects a file and all its sources. */
function filesFrom(file: ScenarioFile, found: Set<ScenarioFile> = new Set()): Set<ScenarioFile> {
  if (found.has(file)) return found;
  found.add(file);
  for (const source of file.imports.values()) filesFrom(source, found);
  return found;
}

function workflowOf({ file, workflowId }: StepResult, files: ReadonlyMap<string, ScenarioFile>): Workflow | undefined {
  return files.get(file)?.document.workflows.find((workflow) => workflow.workflowId === workflowId);
}

function stepOf(result: StepResult, workflow: Workflow | undefined): ScenarioStep {
  const { stepId, workflowId, outcome, claims, findings, attempts } = result;
  const expected = workflow?.steps.find((step) => step.stepId === stepId)?.successCriteria ?? [];
  return {
    id: stepId,
    workflow: workflowId,
    outcome,
    claims,
    findings: findings.map(({ message }) => message),
    attempts: attempts.map((attempt) => attemptOf(attempt, expected)),
  };
}

function attemptOf(
  { passed, exchange, problems }: StepResult['attempts'][number],
  expected: NonNullable<Workflow['steps'][number]['successCriteria']>,
): StepAttempt {
  const { request, response, error } = exchange ?? {};
  const unanswered = problems.some(({ ruleId }) => ruleId === 'step/not-sent' || ruleId === 'step/no-response');
  return {
    passed,
    ...(request === undefined ? {} : { request: withoutBytes(request) }),
    ...(response === undefined ? {} : { response: withoutBytes(response) }),
    ...(error === undefined ? {} : { error }),
    criteria: expected.map(({ condition, context }, index) => {
      const problem = problems.find(({ pointer }) => pointer.endsWith(`/successCriteria/${index}`));
      return {
        condition: context === undefined ? condition : `${context} : ${condition}`,
        ...(unanswered ? {} : { holds: problem === undefined }),
        ...(problem === undefined ? {} : { message: problem.message }),
        // A criterion with a context is a pattern, not a comparison.
        ...(context === undefined && problem !== undefined ? comparisonOf(problem) : {}),
      };
    }),
  };
}

/** Maximum number of shown characters of a compared value. */
const longestValue = 2000;

function comparisonOf({ expected, actual }: { readonly expected?: unknown; readonly actual?: unknown }) {
  const texts = { expected: stringifyJson(expected), actual: stringifyJson(actual)?.slice(0, longestValue) };
  return expected === undefined ? {} : omitUndefined(texts);
}

function withoutBytes<Message extends { bodyBytes?: unknown }>({ bodyBytes: _, ...message }: Message) {
  return message;
}
