import type { RunningSimulators } from '../start-simulators.js';

export interface AddressOptions {
  /**
   * The base URL that tests call, such as `https://api.example` or `http://localhost:5173/api`. Default: the
   * simulators' URL.
   */
  readonly baseUrl?: string;
  /** The sandbox for the requests. Default: the default sandbox. */
  readonly sandbox?: { readonly name: string };
}

interface ServedAddress {
  covers(url: string): boolean;
  /** Sends a request in process. Links in the response contain the called origin. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Creates a served address. @throws TypeError if `baseUrl` is not an absolute http or https URL */
export function createServedAddress(
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
      // Links in responses contain the sandbox name.
      return asked.origin === origin && (isBelow(asked.pathname) || isLink(asked.pathname));
    },
    fetch(url, init) {
      const asked = new URL(url);
      const path = isLink(asked.pathname) ? asked.pathname : prefix + (asked.pathname.slice(base.length) || '/');
      return simulators.fetch(`${origin}${path}${asked.search}`, init);
    },
  };
}
