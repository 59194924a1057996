import { addressOf } from './send-http.js';
import type { HttpRequest, RequestGuard } from './target.js';

/** What a target lets out. */
export interface GuardRules {
  /** Whether a URL may be called at all. */
  isAllowed(url: string): boolean;
  /** The message for one that may not. */
  elsewhere: string;
  /** Without it only reading requests go out, and those that `isExempt` names. */
  mayChange: boolean;
  /** Requests that change nothing of the target's although their method could, such as one for a token. */
  isExempt(request: HttpRequest): boolean;
}

/** All that is known only to read. A method that is not known may do anything. */
const readingMethods = /^(GET|HEAD|OPTIONS)$/;
const changingMethods = /^(POST|PUT|PATCH|DELETE)$/;
/** Headers and query parameters by which servers take another method or path for the one that was sent. */
const overrideHeader =
  /^(x-)?(http-?)?method(-override)?$|method-override|^x-(original|rewrite)-(url|uri|method)$|^x-forwarded-(method|uri)$/i;
const overrideParameter = /[?&;]_(http_)?method=/i;

/** Whether a request asks for a token: a form posted to a path that ends in `/token`. */
export function asksForToken({ method, url, headers }: HttpRequest): boolean {
  return (
    method === 'POST' &&
    /^[^?#]*\/token$/.test(url) &&
    /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headerOf(headers, 'content-type') ?? '')
  );
}

/**
 * Makes the guard of a target that is not ours to change: no other hosts, only methods that are known, and, while only
 * reading is allowed, those that read. What makes a server see another request than was judged is refused always: headers
 * that override the method, the path or the host, and a length that lets the body begin a request of its own.
 */
export function guardOf(rules: GuardRules): RequestGuard {
  return (request) => {
    if (!rules.isAllowed(request.url)) return rules.elsewhere;
    const disguise = disguiseOf(request);
    if (disguise !== undefined) return disguise;
    if (readingMethods.test(request.method) || rules.isExempt(request)) return undefined;
    if (!changingMethods.test(request.method)) return `nobody knows what the method ${request.method} does`;
    return rules.mayChange ? undefined : 'this target may only be read';
  };
}

function disguiseOf({ url, headers, body }: HttpRequest): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (overrideHeader.test(name)) return `its header ${name} can make another request of it`;
    if (lower === 'transfer-encoding' || lower === 'upgrade')
      return `its header ${name} can hide another request in it`;
    if (lower === 'content-length' && value.trim() !== String(body?.byteLength ?? 0)) {
      return 'its header Content-Length is not the length of its body, which can hide another request';
    }
    if (lower === 'host' && !namesHost(value, url)) return 'its header Host is not the host of its URL';
  }
  return overrideParameter.test(url) ? 'its query can make another request of it' : undefined;
}

function namesHost(host: string, url: string): boolean {
  const scheme = /^https:/i.test(url) ? 'https' : 'http';
  const [named, called] = [addressOf(`${scheme}://${host.trim()}`), addressOf(url)];
  return named !== undefined && named.host === called?.host && named.port === called.port;
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
