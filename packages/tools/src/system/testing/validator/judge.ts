import type { ProxiedResponse } from '../../../testing/proxy.ts';
import type { Asked, Validator } from './prism-validator.ts';

export type Judge = ReturnType<typeof createJudge>;

/** Allowed statuses when no operation is found: unknown path, wrong method, undecodable path. */
const outsideStatuses = [400, 404, 405];

/** Passes responses to the validator of their API and collects the violations. */
export function createJudge(validators: readonly Validator[]) {
  const report = { answers: 0, outside: 0, violations: [] as string[] };
  const byPrefix = prefixesOf(validators);

  async function violationsOf(request: Asked, answer: ProxiedResponse): Promise<readonly string[]> {
    const [first = '', second = ''] = request.path.split(/[/?]/).filter(Boolean);
    const validator = byPrefix.get(`${first}/${second}`) ?? byPrefix.get(first);
    const found = await validator?.violationsOf(request, answer);
    if (found !== undefined) {
      report.answers++;
      return found;
    }
    report.outside++;
    return outsideStatuses.includes(answer.status) ? [] : ['the operation is not described'];
  }

  return {
    report,
    violationsOf,
    /** Adds the violations of a response to the report. */
    async judge(request: Asked, answer: ProxiedResponse): Promise<void> {
      for (const violation of await violationsOf(request, answer)) {
        const shown = String(answer.body).slice(0, 500);
        report.violations.push(`${request.method} ${request.path} ${answer.status}: ${violation}\n  ${shown}`);
      }
    },
  };
}

/** Validators by path prefix: the first segment, or the first two if several APIs share the first. */
function prefixesOf(validators: readonly Validator[]): ReadonlyMap<string, Validator> {
  const prefixes = new Map<string, Validator>();
  const shared = new Set<string>();
  for (const validator of validators) {
    for (const { path } of validator.operations) {
      const [first = '', second] = path.split('/').filter(Boolean);
      if (prefixes.has(first) && prefixes.get(first) !== validator) shared.add(first);
      prefixes.set(first, validator);
      if (second?.startsWith('{') === false) prefixes.set(`${first}/${second}`, validator);
    }
  }
  for (const first of shared) prefixes.delete(first);
  return prefixes;
}
