import type { ApiContract, Gap, Ledger } from '@understudy/contract';
import { gapStatuses } from '../coverage/gap-statuses.js';
import type { RunResult } from '../results/result.js';
import type { Difference, GapVerdict } from './comparison.js';

/**
 * Says for each gap what stage shows. A difference that rests on it contradicts it. It is confirmed by an answer that
 * has
 * what the description says at a place marked with it, or by a scenario that passed on stage and lists a claim whose
 * text names the gap. That an operation was merely called confirms only what is assumed about its address.
 */
export function decideGaps(
  options: { stage: RunResult; contracts: ReadonlyMap<string, ApiContract>; ledger: Ledger },
  differences: readonly Difference[],
): GapVerdict[] {
  const { stage, contracts, ledger } = options;
  const standings = gapStatuses({ ledger, contracts, result: stage });
  const passing = passingClaims(stage, ledger);
  return standings.map(({ gap, standing, met }) => {
    const common = { id: gap.id, assume: gap.assume, basis: gap.basis };
    const against = differences.filter(
      ({ blame, gaps, stage: there }) =>
        there === 'departs' && (blame === 'assumption' || blame === 'documents') && gaps.includes(gap.id),
    );
    if (against.length > 0) {
      return { ...common, verdict: 'contradicted', evidence: against.map(({ message }) => message) };
    }
    const evidence = standing === 'held' ? met.filter((place) => isEvidence(place, gap)) : [];
    evidence.push(...(passing.get(gap.id) ?? []));
    if (evidence.length > 0) return { ...common, verdict: 'confirmed', evidence: evidence.slice(0, 5) };
    return { ...common, verdict: 'not-exercised', evidence: [], verify: gap.verify };
  });
}

/** A place below the operation shows its gap; the operation itself shows only its address. */
function isEvidence(place: string, { assume }: Gap): boolean {
  if (place.includes(' ')) return true;
  return /\b(GET|POST|PUT|DELETE|PATCH) \/\w/.test(assume);
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
