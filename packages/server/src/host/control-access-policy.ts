import { isIP } from 'node:net';
import { isLoopback } from '@understudy/kernel';
import { isInboxPath } from '@understudy/kernel/serving';

/** Which hosts and origins can access the control plane, in addition to this machine. */
export interface ControlAccessOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  readonly publicUrl?: string;
  /** Additional host names that requests can use, without a port. */
  readonly allowedHosts?: readonly string[];
  /** Additional origins whose pages can call the control plane, such as `http://localhost:5173`. */
  readonly allowedOrigins?: readonly string[];
}

/** A request to check against the access policy. */
interface Knock {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;
const anyAddress = new Set(['0.0.0.0', '::']);

/**
 * The access policy of the control plane. Any web page can send requests to this machine; the policy rejects those of
 * other sites.
 */
export interface ControlAccessPolicy {
  /** Returns why a request is rejected; undefined if it is accepted. */
  refusal(knock: Knock): string | undefined;
  /** Returns whether pages of an origin can read responses. */
  admits(origin: string): boolean;
}

/**
 * Creates the access policy of the control plane. The host must be known, because DNS can point any name here. The page
 * must not be cross-site. A change needs a header that a page cannot send without a preflight.
 */
export function createControlAccessPolicy(options: ControlAccessOptions): ControlAccessPolicy {
  const { host, publicUrl, allowedHosts = [], allowedOrigins = [] } = options;
  const publicAddress = publicUrl === undefined ? undefined : new URL(publicUrl);
  const own = [host, ...(publicAddress === undefined ? [] : [publicAddress.hostname])];
  const names = new Set([...allowedHosts, ...own].flatMap((name) => [name.toLowerCase(), `[${name}]`]));
  const origins = new Set([...allowedOrigins, ...(publicAddress === undefined ? [] : [publicAddress.origin])]);
  const isKnown = (authority: string): boolean => {
    const name = hostnameOf(authority);
    if (name === undefined) return false;
    // A server that listens on all addresses accepts any IP address as host, because DNS cannot redirect an address.
    return isLoopback(name) || names.has(name) || (anyAddress.has(host) && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  };
  return {
    admits: (origin) => origins.has(origin),
    refusal({ method, url, headers }) {
      const { host: authority = '', origin } = headers;
      if (!isKnown(authority)) {
        return `The control plane is not known by the host "${authority}"; to let it be, start with --allowed-hosts ${hostnameOf(authority) ?? '<name>'}`;
      }
      const itself = origin !== undefined && URL.canParse(origin) && new URL(origin).host === authority.toLowerCase();
      const admitted = itself || (origin !== undefined && origins.has(origin));
      if (origin !== undefined && !admitted) {
        return `Pages of ${origin} may not call the control plane; to let them, start with --allowed-origins ${origin}`;
      }
      if (!admitted && headers['sec-fetch-site'] === 'cross-site') {
        return 'Pages of other sites may not call the control plane; to let one, start with --allowed-origins <its origin>';
      }
      if (method === 'POST' && !isInboxPath(url) && !couldNotBeUnasked(headers)) {
        return 'A call that changes something needs a header that a page cannot send unasked: Content-Type: application/json, or X-Understudy with any value';
      }
      return undefined;
    },
  };
}

/**
 * Returns whether a request cannot come from a cross-site page. Of the methods that change state, only POST can be sent
 * without a preflight.
 */
function couldNotBeUnasked(headers: Readonly<Record<string, string>>): boolean {
  return (
    headers['x-understudy'] !== undefined ||
    headers['authorization'] !== undefined ||
    jsonType.test(headers['content-type'] ?? '')
  );
}

function hostnameOf(authority: string): string | undefined {
  const url = `http://${authority}`;
  if (authority === '' || /[/?#@\\\s]/.test(authority) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname;
}
