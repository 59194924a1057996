import { type Ledger, omitUndefined } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { linkIssueToClaims, type RankedClaims } from '../causes/rank-claims.js';
import { collectIssues, type StepIssue, toStepKey } from '../causes/step-issues.js';
import { evaluateGaps } from '../coverage/gap-statuses.js';
import type { RunResult } from '../results/result.js';
import type { GapVerdict, TargetComparison, TargetDifference } from './comparison.js';
import { createCorrection } from './create-correction.js';

interface CompareOptions {
  /** The run against the simulators. */
  simulator: RunResult;
  /** The run against the real environment. */
  stage: RunResult;
  contracts: ContractsByApi;
  ledger: Ledger;
}

type Behavior = TargetDifference['stage'];

export function compareRuns(options: CompareOptions): TargetComparison {
  const { simulator, stage, contracts, ledger } = options;
  const [ours, theirs] = [collectIssues(simulator, contracts), collectIssues(stage, contracts)];
  const ran = { simulator: stepsOf(simulator), stage: stepsOf(stage) };
  const signatures = [...new Set([...ours.keys(), ...theirs.keys()])];
  const differences = signatures.flatMap((signature) => {
    const [own, other] = [ours.get(signature), theirs.get(signature)];
    const issue = other ?? own;
    if (issue === undefined) return [];
    const standings = { simulator: behaviorOf(own, other, ran.simulator), stage: behaviorOf(other, own, ran.stage) };
    return [describeDifference(issue, standings, contracts, ledger)];
  });
  const both = [...ran.simulator].filter(([key]) => ran.stage.has(key));
  const passed = both.filter(([key, outcome]) => outcome === 'passed' && ran.stage.get(key) === 'passed').length;
  const gaps = decideGaps(options, differences);
  const count = (verdict: string) => gaps.filter((gap) => gap.verdict === verdict).length;
  return {
    schemaVersion: 1,
    simulator: simulator.target,
    stage: stage.target,
    totals: {
      steps: new Set([...ran.simulator.keys(), ...ran.stage.keys()]).size,
      inBoth: both.length,
      agree: passed,
      differences: differences.length,
      gaps: {
        ...{ confirmed: count('confirmed'), contradicted: count('contradicted') },
        notExercised: count('not-exercised'),
      },
    },
    differences: differences.sort(byBlame),
    gaps,
    notExercised: skippedOn(stage),
  };
}

function behaviorOf(
  own: StepIssue | undefined,
  other: StepIssue | undefined,
  ran: ReadonlyMap<string, string>,
): Behavior {
  if (own !== undefined) return own.kind === 'environment' ? 'undecided' : 'departs';
  const met = other?.occurrences.some((place) => ran.has(toStepKey(place))) === true;
  return met ? 'holds' : 'not-exercised';
}

function describeDifference(
  issue: StepIssue,
  standings: Pick<TargetDifference, 'simulator' | 'stage'>,
  contracts: ContractsByApi,
  ledger: Ledger,
): TargetDifference {
  const { api, operationId, finding, exchange, kind, signature, occurrences } = issue;
  const contract = contracts.get(api);
  const operation = contract?.operations.get(operationId);
  const status = exchange?.response?.status ?? 0;
  const grounds = linkIssueToClaims(issue, contracts, ledger);
  const overlay =
    contract === undefined || operation === undefined || kind !== 'contract' || standings.stage !== 'departs'
      ? undefined
      : createCorrection(contract, operation, status, finding);
  const { claims, gaps, rests } = grounds;
  const { message, expected, actual } = finding;
  return omitUndefined({
    ...{ id: signature, api, operationId, kind, ...standings },
    documents: documentsOf[rests],
    blame: blameOf(kind, standings, grounds),
    ...{ claims, gaps, message, expected, actual, overlay, exchange, occurrences },
  });
}

const documentsOf = { gap: 'assumed', claim: 'stated', nothing: 'described' } as const;

function blameOf(
  kind: StepIssue['kind'],
  { simulator, stage }: Pick<TargetDifference, 'simulator' | 'stage'>,
  { rests }: RankedClaims,
): TargetDifference['blame'] {
  if (kind === 'environment') return 'environment';
  // If both servers agree, the description is wrong.
  if (simulator === 'departs' && stage === 'departs') return rests === 'gap' ? 'assumption' : 'documents';
  if (simulator === 'departs') return 'simulator';
  return rests === 'gap' ? 'assumption' : 'stage';
}

function stepsOf(run: RunResult): Map<string, 'passed' | 'failed'> {
  const steps = new Map<string, 'passed' | 'failed'>();
  for (const step of run.workflows.flatMap((workflow) => workflow.steps)) {
    const key = toStepKey(step);
    if (steps.get(key) !== 'failed') steps.set(key, step.outcome);
  }
  return steps;
}

function skippedOn(run: RunResult): { reason: string; workflows: number }[] {
  const reasons = new Map<string, number>();
  for (const { outcome, reason = 'no reason given' } of run.workflows) {
    if (outcome === 'skipped') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(([reason, workflows]) => ({ reason, workflows }));
}

const order: readonly TargetDifference['blame'][] = ['assumption', 'stage', 'simulator', 'documents', 'environment'];

function byBlame(left: TargetDifference, right: TargetDifference): number {
  return order.indexOf(left.blame) - order.indexOf(right.blame) || (left.id < right.id ? -1 : 1);
}

/**
 * Decides which gaps a comparison confirms or contradicts. A difference that depends on a gap contradicts the gap. It
 * is confirmed by a response with the described value at a marked location, or by a scenario that passes on stage and
 * whose claim names the gap. A call confirms only gaps with `confirmedBy: call`.
 */
function decideGaps(
  options: { stage: RunResult; contracts: ContractsByApi; ledger: Ledger },
  differences: readonly TargetDifference[],
): GapVerdict[] {
  const { stage, contracts, ledger } = options;
  const standings = evaluateGaps({ ledger, contracts, result: stage });
  const passing = passingClaims(stage, ledger);
  return standings.map(({ gap, standing, met, shown }) => {
    const common = { id: gap.id, assume: gap.assume, basis: gap.basis };
    const against = differences.filter(
      ({ blame, gaps, stage: there }) =>
        there === 'departs' && (blame === 'assumption' || blame === 'documents') && gaps.includes(gap.id),
    );
    if (against.length > 0) {
      return { ...common, verdict: 'contradicted', evidence: against.map(({ message }) => message) };
    }
    const places = gap.confirmedBy === 'call' ? met : shown;
    const evidence = [...(standing === 'held' ? places : []), ...(passing.get(gap.id) ?? [])];
    if (evidence.length > 0) return { ...common, verdict: 'confirmed', evidence: evidence.slice(0, 5) };
    return { ...common, verdict: 'not-exercised', evidence: [], verify: gap.verify };
  });
}

/** Maps gaps to passed workflows whose claims mention them. */
function passingClaims(run: RunResult, { claims }: Ledger): Map<string, string[]> {
  const byClaim = new Map(claims.map((claim) => [claim.id, `${claim.says} ${claim.check}`]));
  const passing = new Map<string, string[]>();
  for (const workflow of run.workflows) {
    if (workflow.outcome !== 'passed' && workflow.outcome !== 'flaky') continue;
    const listed = [...workflow.claims, ...workflow.steps.flatMap((step) => step.claims)];
    const named = listed.flatMap((claim) => byClaim.get(claim)?.match(/(?<![a-z])[a-z]+\.gap\.[a-z0-9-]+/g) ?? []);
    for (const gap of new Set(named)) passing.set(gap, [...(passing.get(gap) ?? []), `${workflow.workflowId} passed`]);
  }
  return passing;
}
