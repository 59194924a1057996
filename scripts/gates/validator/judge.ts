import type { Answer, Asked } from './answer.ts';
import { exchangeHeader, type Replay } from './replay.ts';
import { readBody, sendTo } from './send-to.ts';

/** A validator that listens. */
export interface Validator {
  readonly url: string;
  /** Path templates of its description. */
  readonly paths: readonly string[];
  /** Whether the description says that a path means the same with a slash at its end, which Prism does not know of. */
  readonly optionalSlash: boolean;
}

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
  violationsOf(request: Asked, answer: Answer): Promise<string[]>;
  /** Keeps the violations of an answer in the report. */
  judge(request: Asked, answer: Answer): Promise<void>;
}

interface PrismViolation {
  readonly location: readonly string[];
  readonly message: string;
}

/** What may be answered where no operation is found: unknown path, wrong method, a path that cannot be decoded. */
const outsideStatuses = [400, 404, 405];

/** Hands answers to the validator of their API and keeps what it finds. */
export function createJudge(replay: Replay, validators: readonly Validator[]): Judge {
  const report: JudgeReport = { answers: 0, outside: 0, violations: [] };
  const byPrefix = prefixesOf(validators);
  const slashless = new Set(validators.filter(({ optionalSlash }) => optionalSlash).map(({ url }) => url));

  async function violationsOf({ method, path, accept = '*/*' }: Asked, answer: Answer): Promise<string[]> {
    const [first = '', second = ''] = path.split(/[/?]/).filter(Boolean);
    const validator = byPrefix.get(`${first}/${second}`) ?? byPrefix.get(first);
    const found = validator === undefined ? undefined : await ask(validator, { method, path, accept }, answer);
    if (found !== undefined) {
      report.answers++;
      return found;
    }
    report.outside++;
    return outsideStatuses.includes(answer.status) ? [] : ['the description has no such operation'];
  }

  /** Resolves with nothing when the description has no such path or method. */
  async function ask(url: string, { method, path, accept }: Asked, answer: Answer): Promise<string[] | undefined> {
    const headers = { accept, [exchangeHeader]: replay.keep(answer) };
    const asked = slashless.has(url) ? path.replace(/(?<=[^/])\/(?=\?|$)/, '') : path;
    const response = await sendTo(`${url}${asked}`, { method, headers });
    const body = await readBody(response);
    const found: readonly PrismViolation[] = JSON.parse(String(response.headers['sl-violations'] ?? '[]'));
    if (found.some(({ message }) => message === 'Selected route not found')) return undefined;
    if (response.statusCode !== answer.status) return [`Prism answers ${response.statusCode} itself: ${body}`];
    return found
      .filter(({ location }) => location[0] === 'response')
      .map(({ location, message }) => `${location.slice(1).join('/') || 'the answer'}: ${message}`);
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
function prefixesOf(validators: readonly Validator[]): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  const shared = new Set<string>();
  for (const { url, paths } of validators) {
    for (const path of paths) {
      const [first = '', second] = path.split('/').filter(Boolean);
      if (prefixes.has(first) && prefixes.get(first) !== url) shared.add(first);
      prefixes.set(first, url);
      if (second?.startsWith('{') === false) prefixes.set(`${first}/${second}`, url);
    }
  }
  for (const first of shared) prefixes.delete(first);
  return prefixes;
}
