import type { ApiContract, Ledger } from '@understudy/contract';
import { gapStatuses } from '../coverage/gap-statuses.js';
import type { RunResult } from '../results/result.js';
import type { Difference, GapVerdict } from './comparison.js';

/**
 * Decides for each gap what stage shows. A difference that rests on a gap contradicts it. A response that has the described
 * value at a marked place confirms it. So does a scenario that passed on stage and lists a claim whose text names the gap.
 * A call alone confirms only gaps that are `confirmedBy: call`.
 */
export function decideGaps(
  options: { stage: RunResult; contracts: ReadonlyMap<string, ApiContract>; ledger: Ledger },
  differences: readonly Difference[],
): GapVerdict[] {
  const { stage, contracts, ledger } = options;
  const standings = gapStatuses({ ledger, contracts, result: stage });
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

/** Workflows that passed, by the gaps that the text of their claims names. */
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
