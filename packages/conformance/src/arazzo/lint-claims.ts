import type { Ledger } from '@understudy/contract';
import { didYouMean, sharedApis } from '@understudy/contract';
import type { LintProblem } from './lint-problem.js';
import type { ScenarioFile } from './model.js';
import type { Contracts } from './resolve.js';

/** Claims that a file lists: known, testable, and countable for the file's API. */
export function lintClaims(file: ScenarioFile, contracts: Contracts, ledger: Ledger): LintProblem[] {
  const claims = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  const apis = new Set(contracts.keys());
  const problems: LintProblem[] = [];
  const check = (ids: readonly string[] | undefined, pointer: string): void => {
    for (const [index, id] of (ids ?? []).entries()) {
      const at = `${pointer}/x-claims/${index}`;
      const claim = claims.get(id);
      if (claim === undefined) {
        problems.push({
          rule: 'scenario/unknown-claim',
          message: `The ledger has no claim "${id}".${didYouMean(id, claims.keys())}`,
          pointer: at,
          actual: id,
        });
        continue;
      }
      if (claim.untestable !== undefined) {
        const message = `The claim ${id} is untestable (${claim.untestable}); do not list it, or take "untestable" out of the ledger.`;
        problems.push({ rule: 'scenario/untestable-claim', severity: 'warning', message, pointer: at, actual: id });
      }
      const shared = sharedApis(claim, apis);
      if (shared === undefined || shared.includes(file.api ?? '')) continue;
      const message = `The claim ${id} counts per API (${shared.join(', ')}); ${file.api === undefined ? 'the file has no x-api' : `the file's x-api is ${file.api}`}, so it would count for none.`;
      problems.push({ rule: 'scenario/claim-without-api', message, pointer: at, expected: shared, actual: file.api });
    }
  };
  for (const [index, workflow] of file.document.workflows.entries()) {
    const pointer = `/workflows/${index}`;
    check(workflow['x-claims'], pointer);
    for (const [place, step] of workflow.steps.entries()) check(step['x-claims'], `${pointer}/steps/${place}`);
  }
  return problems;
}
