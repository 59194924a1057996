import type { RunningSimulators } from '../start-simulators.js';

/** Where the pages or programs of a test look for the APIs. */
export interface AddressOptions {
  /** The address that they call, such as `https://api.example` or `http://localhost:5173/api`; that of the simulators when absent. */
  readonly baseUrl?: string;
  /** The sandbox that serves them; the default one when absent. */
  readonly sandbox?: { readonly name: string };
}

/** An address whose every request the simulators serve in process, whatever else is reachable. */
export interface ServedAddress {
  covers(url: string): boolean;
  /** Links in the answer carry the origin that was called. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/**
 * Serves an address by simulators.
 *
 * @throws TypeError when `baseUrl` is no absolute http or https URL
 */
export function servedAddress(
  simulators: Pick<RunningSimulators, 'fetch' | 'url'>,
  { baseUrl = simulators.url, sandbox }: AddressOptions = {},
): ServedAddress {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError(`baseUrl must be an absolute http or https URL, but is "${baseUrl}"`);
  }
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/(?<!\/)\/+$/, '');
  const prefix = sandbox === undefined ? '' : `/~${sandbox.name}`;
  const isLink = (path: string) => path.startsWith('/~');
  const isBelow = (path: string) => path === base || path.startsWith(`${base}/`);
  return {
    covers(url) {
      if (!URL.canParse(url)) return false;
      const asked = new URL(url);
      // Links of answers name the sandbox themselves.
      return asked.origin === origin && (isBelow(asked.pathname) || isLink(asked.pathname));
    },
    fetch(url, init) {
      const asked = new URL(url);
      const path = isLink(asked.pathname) ? asked.pathname : prefix + (asked.pathname.slice(base.length) || '/');
      return simulators.fetch(`${origin}${path}${asked.search}`, init);
    },
  };
}
