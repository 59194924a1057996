import { isIP } from 'node:net';
import { isLoopback } from '@understudy/kernel';
import { isInboxPath } from '@understudy/kernel/serving';

/** Who may come to the control plane besides this machine itself. */
export interface ControlAccessOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  readonly publicUrl?: string;
  /** Host names besides loopback, without a port, that requests may name. */
  readonly allowedHosts?: readonly string[];
  /** Origins besides the server's own whose pages may call, such as `http://localhost:5173`. */
  readonly allowedOrigins?: readonly string[];
}

/** What is asked of the control plane. */
interface Knock {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;
const anyAddress = new Set(['0.0.0.0', '::']);

/** The door of the control plane: any page on the web can send requests to this machine, and this tells them apart. */
export interface ControlAccessPolicy {
  /** Why a request may not come in; undefined when it may. */
  refusal(knock: Knock): string | undefined;
  /** Whether pages of an origin may read the answers. */
  admits(origin: string): boolean;
}

/**
 * The access policy of the control plane. The host must be known, because DNS can point any name here. The page must
 * not be cross-site. A change needs a header that a page cannot send without a preflight.
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
    // Where every address of the machine listens, each is known by its number; a number cannot be made to lead here.
    return isLoopback(name) || names.has(name) || (anyAddress.has(host) && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
  };
  return {
    admits: (origin) => origins.has(origin),
    refusal({ method, url, headers }) {
      const { host: authority = '', origin } = headers;
      if (!isKnown(authority)) {
        return `The control plane is not known by the host "${authority}"; to let it be, start with --allow-host ${hostnameOf(authority) ?? '<name>'}`;
      }
      const itself = origin !== undefined && URL.canParse(origin) && new URL(origin).host === authority.toLowerCase();
      const admitted = itself || (origin !== undefined && origins.has(origin));
      if (origin !== undefined && !admitted) {
        return `Pages of ${origin} may not call the control plane; to let them, start with --allow-origin ${origin}`;
      }
      if (!admitted && headers['sec-fetch-site'] === 'cross-site') {
        return 'Pages of other sites may not call the control plane; to let one, start with --allow-origin <its origin>';
      }
      if (method === 'POST' && !isInboxPath(url) && !couldNotBeUnasked(headers)) {
        return 'A call that changes something needs a header that a page cannot send unasked: Content-Type: application/json, or X-Understudy with any value';
      }
      return undefined;
    },
  };
}

/** Other methods that change something are never sent by a page without a preflight; POST is. */
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
