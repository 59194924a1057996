import type { ProxiedResponse } from '../../clients/proxy.ts';
import type { Asked, Validator } from './prism-validator.ts';

/** What the judge has seen so far. */
export interface JudgeReport {
  answers: number;
  outside: number;
  readonly violations: string[];
}

/** Judges answers. */
export interface Judge {
  readonly report: JudgeReport;
  /** The violations of one answer, as sentences. */
  violationsOf(request: Asked, answer: ProxiedResponse): Promise<readonly string[]>;
  /** Keeps the violations of an answer in the report. */
  judge(request: Asked, answer: ProxiedResponse): Promise<void>;
}

/** What may be answered where no operation is found: unknown path, wrong method, a path that cannot be decoded. */
const outsideStatuses = [400, 404, 405];

/** Hands answers to the validator of their API and keeps what it finds. */
export function createJudge(validators: readonly Validator[]): Judge {
  const report: JudgeReport = { answers: 0, outside: 0, violations: [] };
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
    return outsideStatuses.includes(answer.status) ? [] : ['the description has no such operation'];
  }

  return {
    report,
    violationsOf,
    async judge(request, answer) {
      for (const violation of await violationsOf(request, answer)) {
        const shown = String(answer.body).slice(0, 500);
        report.violations.push(`${request.method} ${request.path} ${answer.status}: ${violation}\n  ${shown}`);
      }
    },
  };
}

/** The validator by the beginning of a path: its first segment, or its first two where several APIs share the first. */
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
