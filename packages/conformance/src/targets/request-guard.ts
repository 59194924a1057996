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

/** The reason for rejecting a body that can override the method. */
export const bodyOverrides = 'its form or body can override the method';

/** Names of query parameters and form fields that servers read as the method. */
const overrideName = /^(_(http_)?method|x-http-method|(x-)?(http-)?method-override)(\[.*)?$/;

/** Names in a query or form. Values, which follow `=`, contain `&`, `;` and `=` only in encoded form. */
const pairName = /(?:^|[&;])([^&;=]{1,200})(?==)/g;
/** The name of a field in a multipart form. */
const fieldName = /^content-disposition:.{0,500}?[;\s]name="?([^"\s;]{1,200})(?=["\s;])/gim;
/** The name of a member in JSON. */
const memberName = /"([^"]{1,200})"\s{0,100}:/g;

/** Number of characters to keep from the previous piece, because a name can begin there. */
const overlap = 1000;

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
 * allowed. Always rejects ambiguous requests: if headers override the method, path or host, or a wrong length hides a
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
  if (namesOfPairs(query).some(isOverride)) return 'its query can override the method';
  return body !== undefined && new OverrideScanner().finds(body) ? bodyOverrides : undefined;
}

function namesHost(host: string, url: string): boolean {
  const scheme = /^https:/i.test(url) ? 'https' : 'http';
  const [named, called] = [parseHostAndPort(`${scheme}://${host.trim()}`), parseHostAndPort(url)];
  return named !== undefined && named.host === called?.host && named.port === called.port;
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Returns whether servers read the value of a query parameter or form field as the method. */
function isOverride(name: string): boolean {
  return overrideName.test(name.toLowerCase());
}

/** Returns the decoded names of a query or a form. */
function namesOfPairs(text: string): string[] {
  return text.split(/[&;]/).map((pair) => decodeName(pair.split('=', 1)[0] ?? ''));
}

/**
 * Searches a body for a name that overrides the method. Servers determine the type of a body in different ways, so it
 * always searches for names in forms, multipart forms and JSON.
 */
export class OverrideScanner {
  #last = '';

  /** Adds the next piece of the body and returns whether the body can override the method. */
  finds(piece: Uint8Array): boolean {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const text = this.#last + bytes.toString('latin1');
    this.#last = text.slice(-overlap);
    return (
      namesIn(text, pairName).some((name) => isOverride(decodeName(name))) ||
      namesIn(text, fieldName).some(isOverride) ||
      namesIn(text, memberName).some((name) => isOverride(decodeEscapes(name)))
    );
  }
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function decodeName(name: string): string {
  // A name with invalid percent-encoding is returned unchanged.
  return new URLSearchParams(`${name}=`).keys().next().value ?? name;
}

function decodeEscapes(name: string): string {
  return name.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
