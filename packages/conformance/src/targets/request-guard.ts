import { parseHostAndPort } from './send-http.js';
import type { HttpRequest, RequestGuard } from './target.js';

interface GuardRules {
  isAllowed(url: string): boolean;
  /** The message for a URL that is not allowed. */
  elsewhere: string;
  /** If false, only read requests and exempt requests are sent. */
  mayChange: boolean;
  /** Returns whether a request has no effect on the target despite its method, such as a token request. */
  isExempt(request: HttpRequest): boolean;
}

/** Read-only methods. Unknown methods could have any effect. */
const readingMethods = /^(GET|HEAD|OPTIONS)$/;
const changingMethods = /^(POST|PUT|PATCH|DELETE)$/;
/**
 * Headers that override the method, path or host. Underscores count as hyphens, because many servers convert headers
 * to variables.
 */
const overrideHeader =
  /^(x-)?(http-?)?(method|verb)(-override)?$|(method|verb|http-host)-override|^x-(original|rewrite)-(url|uri|method)$|^x-forwarded-(method|uri)$/;
/** Query parameters and form fields with the same effect. */
const overrideParameter = /^(_(http_)?method|x-http-method|(x-)?(http-)?method-override)(\[.*)?$/;
/** Matches the name of a field in a multipart form. */
const fieldName = /^content-disposition:.*?[;\s]name="?([^"\s;]*)/gim;

/** Returns whether a request is a token request, that is, whether it posts a form to a path ending in `/token`. */
export function isTokenRequest({ method, url, headers }: HttpRequest): boolean {
  return (
    method === 'POST' &&
    /^[^?#]*\/token$/.test(url) &&
    /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headerOf(headers, 'content-type') ?? '')
  );
}

/**
 * Creates the guard of a foreign target: only allowed hosts and known methods, and only reads unless changes are
 * allowed. Always rejects ambiguous requests, whose headers override method, path or host, or whose length hides a
 * second request.
 */
export function createRequestGuard(rules: GuardRules): RequestGuard {
  return (request) => {
    if (!rules.isAllowed(request.url)) return rules.elsewhere;
    const disguise = disguiseOf(request);
    if (disguise !== undefined) return disguise;
    if (readingMethods.test(request.method) || rules.isExempt(request)) return undefined;
    if (!changingMethods.test(request.method)) return `the effect of the method ${request.method} is unknown`;
    return rules.mayChange ? undefined : 'this target is read-only';
  };
}

function disguiseOf(request: HttpRequest): string | undefined {
  const { url, headers, body } = request;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (overrideHeader.test(lower.replaceAll('_', '-'))) return `its header ${name} can override the method`;
    if (lower === 'transfer-encoding' || lower === 'upgrade') return `its header ${name} can hide a second request`;
    if (lower === 'content-length' && value.trim() !== String(body?.byteLength ?? 0)) {
      return 'its Content-Length differs from the length of its body, which can hide a second request';
    }
    if (lower === 'host' && !namesHost(value, url)) return 'its Host header differs from the host of its URL';
  }
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  if (namesIn(query).some(isOverride)) return 'its query can override the method';
  return fieldsOf(request).some(isOverride) ? 'its form can override the method' : undefined;
}

function isOverride(name: string): boolean {
  return overrideParameter.test(name.toLowerCase());
}

function namesIn(query: string): string[] {
  return query.split(/[&;]/).map((pair) => {
    const [name = ''] = pair.split('=', 1);
    // Invalid encoding stays unchanged.
    return new URLSearchParams(`${name}=`).keys().next().value ?? name;
  });
}

function fieldsOf({ headers, body }: HttpRequest): string[] {
  const [, type] =
    /^\s*(application\/x-www-form-urlencoded|multipart\/)/i.exec(headerOf(headers, 'content-type') ?? '') ?? [];
  if (type === undefined || body === undefined) return [];
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return type.endsWith('/') ? [...text.matchAll(fieldName)].map(([, name = '']) => name) : namesIn(text);
}

function namesHost(host: string, url: string): boolean {
  const scheme = /^https:/i.test(url) ? 'https' : 'http';
  const [named, called] = [parseHostAndPort(`${scheme}://${host.trim()}`), parseHostAndPort(url)];
  return named !== undefined && named.host === called?.host && named.port === called.port;
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
