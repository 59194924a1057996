import type { Finding } from '@understudy/contract';
import { cookiePrefix } from './console-cookie.js';

/** Headers for framing and connection control. Only the host sets them. */
const ownHeaders = new Set(
  'connection content-length keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

/** Headers whose effect is not limited to the response, but to the origin, which the console shares. */
const originHeaders = new Set(
  'accept-ch alt-svc clear-site-data nel origin-agent-cluster public-key-pins report-to service-worker-allowed strict-transport-security'.split(
    ' ',
  ),
);

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** Matches exactly one media type, because browsers use the last one in a list. */
const mediaType = new RegExp(`^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\,]*"))*$`);

/** Checks response headers for errors that the schema `AnswerHeaders` cannot express. */
export function checkResponseHeaders(headers: Readonly<Record<string, string>>, pointer: string): Finding[] {
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
  if (originHeaders.has(name)) return 'applies to the whole origin, which includes the console; leave it out';
  if (name === 'content-type' && !mediaType.test(value)) {
    return `must be one media type such as "text/html; charset=utf-8", but is "${value}"`;
  }
  if (name === 'set-cookie' && value.toLowerCase().includes(cookiePrefix)) {
    return `must not set a cookie of the console; choose a name without "${cookiePrefix}"`;
  }
  return undefined;
}

export function lowerCaseHeaderNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
