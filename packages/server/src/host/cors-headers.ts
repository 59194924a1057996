/** The origins whose pages can read responses of the simulated APIs: any origin, none, or the listed ones. */
export type CorsPolicy = 'any' | 'off' | readonly string[];

/** Returns whether pages of an origin can read responses. */
export function allowsOrigin(policy: CorsPolicy, origin: string): boolean {
  return policy === 'any' || (policy !== 'off' && policy.includes(origin));
}

/** Headers that pages can always read (Fetch, CORS-safelisted response headers) or can never read. */
const notExposed =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma|set-cookie|access-control-.*)$/i;

/** Lists the response headers that a cross-origin page can read only if they are exposed. */
export function listExposedHeaders(names: readonly string[]): string {
  return [...new Set([...names.map((name) => name.toLowerCase()), 'date'])]
    .filter((name) => !notExposed.test(name))
    .join(', ');
}

/** Creates the CORS headers that allow a front end on another origin to call without cookies. */
export function createCorsHeaders(headers: Readonly<Record<string, string>>): {
  always: Record<string, string>;
  /** Headers of the response to a preflight; absent for other requests. */
  preflight?: Record<string, string>;
} {
  if (headers['origin'] === undefined) return { always: {} };
  const always = { 'access-control-allow-origin': headers['origin'], vary: 'Origin' };
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
