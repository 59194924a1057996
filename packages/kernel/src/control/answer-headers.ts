import type { Finding } from '@understudy/contract';

/** Headers that frame an answer or steer its connection are set by the host alone: others would break both. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What is wrong with the header fields set for an answer, beyond their schema `AnswerHeaders`. */
export function checkAnswerHeaders(headers: Readonly<Record<string, string>>, pointer: string): Finding[] {
  return Object.keys(headers)
    .filter((name) => ownHeaders.has(name.toLowerCase()))
    .map((name) => {
      const at = `${pointer}/${name}`;
      return {
        ruleId: 'request/value',
        severity: 'error',
        message: `${at} is set by the server itself; leave it out`,
        pointer: at,
      };
    });
}

/** Header fields by their lower-case names; of two that differ in case only, the latter. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
