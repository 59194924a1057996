import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createInProcessTarget,
  loadScenarios,
  runScenarios,
  type StepResult,
  type WorkflowResult,
} from '@understudy/conformance';
import { writeYaml } from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import type { DraftStep, OperationDraft } from '@understudy/proving';
import { addApis, builtInApis } from './apis/apis.js';
import { reportProgress } from './report-progress.js';
import { startSimulators } from './start-simulators.js';
import { loadContracts } from './workspace.js';

export interface TriedDrafts {
  /** Working drafts, with the observed error statuses. */
  readonly drafts: readonly OperationDraft[];
  /** Operations without a working draft. */
  readonly left: readonly { readonly operationId: string; readonly why: string }[];
}

interface Tried {
  readonly draft: OperationDraft;
  readonly outcome?: WorkflowResult | undefined;
}

/**
 * Maximum number of rounds. Each round corrects at least one step of a workflow, and few workflows have more incorrect
 * steps.
 */
const mostRounds = 6;

interface SourceDescription {
  readonly api: string;
  /** URL of the description. */
  readonly url: string;
}

/**
 * Runs drafts against the simulator of their API. Wrong error statuses are corrected; wrong expectations are removed.
 *
 * @param tell called with a line for each round
 */
export async function tryDrafts(
  api: ApiDefinition,
  drafts: readonly OperationDraft[],
  tell?: (line: string) => void,
): Promise<TriedDrafts> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-drafts-'));
  try {
    let tried = drafts.map((draft): Tried => ({ draft }));
    for (let round = 1; ; round += 1) {
      const wrong = tried.filter(({ outcome }) => outcome?.outcome !== 'passed');
      const outcomes = await run(
        { api, folder, tell },
        wrong.map(({ draft }) => draft),
      );
      tried = tried.map((each) => ({ ...each, outcome: outcomes.get(each.draft.workflow.workflowId) ?? each.outcome }));
      const passed = tried.filter(({ outcome }) => outcome?.outcome === 'passed').length;
      tell?.(`Round ${round} of at most ${mostRounds}: ${passed} of ${tried.length} drafts pass`);
      const isDone = tried.every(({ outcome }) => outcome?.outcome === 'passed');
      if (isDone || round === mostRounds) break;
      tried = tried.map((each) => (each.outcome?.outcome === 'passed' ? each : correct(each)));
    }
    return {
      drafts: tried.flatMap(({ draft, outcome }) => (outcome?.outcome === 'passed' ? [withSaid(draft, outcome)] : [])),
      left: tried.flatMap(({ draft: { operationId }, outcome }) =>
        outcome?.outcome === 'passed' ? [] : [{ operationId, why: whyNot(outcome) }],
      ),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(
  { api, folder, tell }: { api: ApiDefinition; folder: string; tell: ((line: string) => void) | undefined },
  drafts: readonly OperationDraft[],
): Promise<Map<string, WorkflowResult>> {
  const file = join(folder, 'drafts.arazzo.yaml');
  await writeFile(file, await writeYaml(createScenarioDocument(drafts, { api: api.name, url: 'openapi.yaml' })));
  const simulators = await startSimulators({ apis: [api] });
  const progress = reportProgress('drafts', tell ?? (() => {}));
  let done = 0;
  try {
    const claims = drafts.map(({ claim }) => ({ ...claim }));
    const result = await runScenarios({
      files: await loadScenarios({ files: [file] }),
      contracts: await loadContracts(addApis(builtInApis, [api])),
      ledger: { claims, gaps: [] },
      target: createInProcessTarget(simulators),
      apis: [api.name],
      onEvent: ({ type }) => {
        if (type === 'workflow-finished') progress(++done, drafts.length);
      },
    });
    return new Map(result.workflows.map((workflow) => [workflow.workflowId, workflow]));
  } finally {
    await simulators.close();
  }
}

/** Corrects the first wrong step of the last run. */
function correct({ draft, outcome }: Tried): Tried {
  const tried = new Map(outcome?.steps.map((step) => [step.stepId, step]));
  const refusals = new Set(draft.refusals.map(({ stepId }) => stepId));
  // Requests with different invalid bodies usually get the same status.
  const isAboutBody = (stepId: string) => /^(without|wrong)-/.test(stepId);
  let learnt: number | undefined;
  const steps = draft.workflow.steps.flatMap((step) => {
    const one = tried.get(step.stepId);
    if (one === undefined && learnt !== undefined && refusals.has(step.stepId) && isAboutBody(step.stepId))
      return [{ ...step, successCriteria: [{ condition: `$statusCode == ${learnt}` }] }];
    if (one === undefined || one.outcome === 'passed') return [step];
    if (!refusals.has(step.stepId)) return [withoutWrong(step, one)];
    const status = statusOf(one);
    const criterion = { condition: `$statusCode == ${status}` };
    // An unexpected result with the expected status cannot be corrected.
    if (
      status === undefined ||
      status < 400 ||
      status >= 500 ||
      step.successCriteria[0]?.condition === criterion.condition
    )
      return [];
    if (isAboutBody(step.stepId)) learnt = status;
    return [{ ...step, successCriteria: [criterion] }];
  });
  return { draft: { ...draft, workflow: { ...draft.workflow, steps } }, outcome };
}

/** Adds the observed errors to the claim. */
function withSaid(draft: OperationDraft, { steps }: WorkflowResult): OperationDraft {
  const said = draft.refusals.flatMap(({ stepId, says }) => {
    const status = statusOf(steps.find((step) => step.stepId === stepId));
    return status === undefined ? [] : [`${says} by ${status}`];
  });
  return { ...draft, claim: { ...draft.claim, check: [draft.claim.check, ...said].join('; ') } };
}

/** Removes failed criteria, except for the status. */
function withoutWrong(step: DraftStep, result: StepResult | undefined): DraftStep {
  const wrong = new Set(
    result?.attempts.at(-1)?.problems.flatMap(({ pointer }) => /\/successCriteria\/(\d+)$/.exec(pointer)?.[1] ?? []),
  );
  const successCriteria = step.successCriteria.filter((_criterion, index) => index === 0 || !wrong.has(String(index)));
  return { ...step, successCriteria };
}

function statusOf(step: StepResult | undefined): number | undefined {
  return step?.attempts.at(-1)?.exchange?.response?.status;
}

function whyNot(result: WorkflowResult | undefined): string {
  if (result === undefined) return 'it was not run';
  const step = result.steps.find(({ outcome }) => outcome === 'failed');
  const [finding] = step?.findings ?? result.findings;
  return finding?.message ?? result.reason ?? result.outcome;
}

/** Creates an Arazzo document with the drafts' workflows. */
export function createScenarioDocument(drafts: readonly OperationDraft[], { api, url }: SourceDescription): object {
  const needsControl = drafts.some(({ workflow }) =>
    workflow.steps.some(({ operationId }) => operationId.startsWith('$sourceDescriptions.control.')),
  );
  const needsToken = drafts.some(({ workflow }) => workflow.steps.some(({ stepId }) => stepId === 'token'));
  return {
    arazzo: '1.0.1',
    info: { title: `Operations of ${api}`, version: '1.0', summary: 'Expected results and errors of each operation.' },
    'x-api': api,
    sourceDescriptions: [
      { name: api, url, type: 'openapi' },
      ...(needsControl ? [{ name: 'control', url: 'understudy:control', type: 'openapi' }] : []),
      ...(needsToken ? [{ name: 'identity', url: 'understudy:identity', type: 'openapi' }] : []),
    ],
    workflows: drafts.map(({ workflow }) => workflow),
  };
}
