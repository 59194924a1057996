import { countClaims, type Ledger, listSharingApis, toCountedId } from '@understudy/contract';
import type { ScenarioFile } from '../arazzo/model.js';
import { selectWorkflows } from '../arazzo/select-workflows.js';
import type { RunResult, StepResult, WorkflowResult } from '../results/result.js';

/** How much of the ledger a run proves. */
export interface LedgerCoverage {
  claims: number;
  testable: number;
  proved: number;
  /** Ids of testable claims that this run does not prove. */
  unproved: string[];
  untestable: { id: string; why: string }[];
  detail: ClaimCoverage[];
}

export interface ClaimCoverage {
  id: string;
  api: string;
  says: string;
  outcome: 'proved' | 'failed' | 'skipped' | 'not-run' | 'not-listed' | 'untestable';
  /** The scenarios that list the claim. */
  scenarios: {
    file: string;
    workflowId: string;
    stepId?: string;
    outcome: 'passed' | 'failed' | 'skipped' | 'not-run';
  }[];
}

/**
 * Compares the ledger with a run. A claim is proved if at least one workflow or step that lists it passed and none
 * failed. Without a run, the detail lists the scenarios that would prove each claim.
 *
 * @param options `apis`: names of the described APIs
 */
export function computeCoverage(options: {
  ledger: Ledger;
  apis: Iterable<string>;
  files: readonly ScenarioFile[];
  result?: PlannedResult | undefined;
}): LedgerCoverage {
  const apis = new Set(options.apis);
  const listings = collectListings(options.ledger, apis, options.files, options.result);
  const counted = countClaims(options.ledger, apis);
  const detail = counted.map(({ id, api, claim, untestable: why }): ClaimCoverage => {
    const scenarios = listings.get(id) ?? [];
    return { id, api, says: claim.says, outcome: why === undefined ? outcomeOf(scenarios) : 'untestable', scenarios };
  });
  const untestable = counted.flatMap(({ id, untestable: why }) => (why === undefined ? [] : [{ id, why }]));
  const testable = detail.filter((claim) => claim.outcome !== 'untestable');
  const unproved = testable.filter((claim) => claim.outcome !== 'proved').map((claim) => claim.id);
  const proved = testable.length - unproved.length;
  return { claims: detail.length, testable: testable.length, proved, unproved, untestable, detail };
}

/** Computes the coverage of the claims of `result.apis`. */
export function computeRunCoverage(
  options: Omit<Parameters<typeof computeCoverage>[0], 'apis'> & { result: RunResult },
): LedgerCoverage {
  const apis = new Set(options.result.apis);
  const claims = options.ledger.claims.filter((claim) =>
    (listSharingApis(claim, apis) ?? [claim.id.split('.')[0] ?? '']).some((api) => apis.has(api)),
  );
  return computeCoverage({ ...options, ledger: { ...options.ledger, claims }, apis });
}

/** The parts of a run result or plan that coverage needs. */
interface PlannedResult {
  readonly workflows: readonly (Pick<WorkflowResult, 'file' | 'workflowId' | 'outcome' | 'claims'> & {
    readonly steps: readonly Pick<StepResult, 'file' | 'workflowId' | 'stepId' | 'claims' | 'outcome'>[];
  })[];
}

type Listing = ClaimCoverage['scenarios'][number];

function collectListings(
  ledger: Ledger,
  apis: ReadonlySet<string>,
  files: readonly ScenarioFile[],
  result: PlannedResult | undefined,
): Map<string, Listing[]> {
  const claims = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  const apiOf = new Map(files.map((file) => [file.file, file.api]));
  const listings = new Map<string, Listing[]>();
  const add = (id: string, file: string, listing: Listing): void => {
    const counted = toCountedId(id, claims, apis, apiOf.get(file));
    listings.set(counted, [...(listings.get(counted) ?? []), listing]);
  };
  const ran = new Set<string>();
  for (const workflow of result?.workflows ?? []) {
    const { file, workflowId, outcome } = workflow;
    ran.add(`${file}#${workflowId}`);
    for (const id of workflow.claims)
      add(id, file, { file, workflowId, outcome: outcome === 'flaky' ? 'passed' : outcome });
    for (const step of workflow.steps) {
      ran.add(`${step.file}#${step.workflowId}#${step.stepId}`);
      const { stepId } = step;
      for (const id of step.claims)
        add(id, step.file, { file: step.file, workflowId: step.workflowId, stepId, outcome: step.outcome });
    }
  }
  for (const file of files) listNotRun(file, ran, add);
  return listings;
}

function listNotRun(
  file: ScenarioFile,
  ran: ReadonlySet<string>,
  add: (id: string, file: string, listing: Listing) => void,
): void {
  const cases = new Set(selectWorkflows([file], {}).map(({ workflow }) => workflow));
  for (const workflow of file.document.workflows) {
    const { workflowId } = workflow;
    const place = { file: file.file, workflowId, outcome: 'not-run' as const };
    if (cases.has(workflow) && !ran.has(`${file.file}#${workflowId}`)) {
      for (const id of workflow['x-claims'] ?? []) add(id, file.file, place);
    }
    for (const { stepId, 'x-claims': ids = [] } of workflow.steps) {
      if (ran.has(`${file.file}#${workflowId}#${stepId}`)) continue;
      for (const id of ids) add(id, file.file, { ...place, stepId });
    }
  }
}

function outcomeOf(scenarios: readonly Listing[]): ClaimCoverage['outcome'] {
  if (scenarios.length === 0) return 'not-listed';
  if (scenarios.some((scenario) => scenario.outcome === 'failed')) return 'failed';
  if (scenarios.some((scenario) => scenario.outcome === 'passed')) return 'proved';
  return scenarios.some((scenario) => scenario.outcome === 'skipped') ? 'skipped' : 'not-run';
}
