import type { Finding } from '@understudy/contract';
import { cookiePrefix } from './console-cookie.js';

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

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** One media type: browsers take the last one of a list. A comma in quotes would be well formed, but not every reader knows. */
const mediaType = new RegExp(`^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\,]*"))*$`);

/** What is wrong with the header fields set for an answer, beyond their schema `AnswerHeaders`. */
export function checkAnswerHeaders(headers: Readonly<Record<string, string>>, pointer: string): Finding[] {
  return Object.entries(headers).flatMap(([name, value]): Finding[] => {
    const what = whatIsWrong(name.toLowerCase(), value);
    const at = `${pointer}/${name}`;
    return what === undefined
      ? []
      : [{ ruleId: 'request/value', severity: 'error', message: `${at} ${what}`, pointer: at, actual: value }];
  });
}

function whatIsWrong(name: string, value: string): string | undefined {
  if (ownHeaders.has(name)) return 'is set by the server itself; leave it out';
  if (name === 'content-type' && !mediaType.test(value)) {
    return `must be one media type such as "text/html; charset=utf-8", but is "${value}"`;
  }
  if (name === 'set-cookie' && value.toLowerCase().includes(cookiePrefix)) {
    return `must not set a cookie of the console; choose a name without "${cookiePrefix}"`;
  }
  return undefined;
}

/** Header fields by their lower-case names; of two that differ in case only, the latter. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
