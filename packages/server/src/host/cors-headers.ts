/** The origins whose pages may read what the simulated APIs answer: of any, of none, or of those named. */
export type CorsPolicy = 'any' | 'off' | readonly string[];

/** Returns whether pages of an origin may read answers. */
export function allowsOrigin(policy: CorsPolicy, origin: string): boolean {
  return policy === 'any' || (policy !== 'off' && policy.includes(origin));
}

/** Creates the headers that a browser needs so that a front end on another origin may call, without cookies. */
export function createCorsHeaders(headers: Readonly<Record<string, string>>): {
  always: Record<string, string>;
  /** Present when the request is a preflight. */
  preflight?: Record<string, string>;
} {
  if (headers['origin'] === undefined) return { always: {} };
  const always = {
    'access-control-allow-origin': headers['origin'],
    'access-control-expose-headers': 'ETag, Retry-After, WWW-Authenticate, X-Request-Id, Allow',
    vary: 'Origin',
  };
  const method = headers['access-control-request-method'];
  if (method === undefined) return { always };
  const preflight: Record<string, string> = {
    'access-control-allow-methods': method,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
  };
  if (headers['access-control-request-private-network'] === 'true') {
    preflight['access-control-allow-private-network'] = 'true';
  }
  return { always, preflight };
}
