import { exchangeHeader } from './replay.mjs';
import { readBody, sendTo } from './send-to.mjs';

/** What may be answered where no operation is found: unknown path, wrong method, a path that cannot be decoded. */
const outsideStatuses = [400, 404, 405];

/**
 * Hands answers to the validator of their API and keeps what it finds.
 *
 * @param validators `{ url, paths, optionalSlash }`: address of the validator, the path templates of its description, and
 * whether that says that a path means the same with a slash at its end, which Prism does not know of
 */
export function createJudge(replay, validators) {
  const report = { answers: 0, outside: 0, violations: [] };
  const byPrefix = prefixesOf(validators);
  const slashless = new Set(validators.filter(({ optionalSlash }) => optionalSlash).map(({ url }) => url));

  /** The violations of one answer, as sentences. `path` is without the prefix of a sandbox. */
  async function violationsOf({ method, path, accept = '*/*' }, answer) {
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
  async function ask(url, { method, path, accept }, answer) {
    const headers = { accept, [exchangeHeader]: replay.keep(answer) };
    const asked = slashless.has(url) ? path.replace(/(?<=[^/])\/(?=\?|$)/, '') : path;
    const response = await sendTo(`${url}${asked}`, { method, headers });
    const body = await readBody(response);
    const found = JSON.parse(response.headers['sl-violations'] ?? '[]');
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
function prefixesOf(validators) {
  const prefixes = new Map();
  const shared = new Set();
  for (const { url, paths } of validators) {
    for (const path of paths) {
      const [first, second] = path.split('/').filter(Boolean);
      if (prefixes.has(first) && prefixes.get(first) !== url) shared.add(first);
      prefixes.set(first, url);
      if (second?.startsWith('{') === false) prefixes.set(`${first}/${second}`, url);
    }
  }
  for (const first of shared) prefixes.delete(first);
  return prefixes;
}
