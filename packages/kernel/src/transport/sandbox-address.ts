export const defaultSandboxName = 'default';

const hosted = /^(https?:\/\/)([^./:[\]]+)\.localhost(?=:\d+$|$)/i;

// The sandbox name must end at the same character as in `splitAddress`, so that no URL bypasses the access policy.
const controlPath = /^\/(?:~[^/?]*\/)?_sim(?:[/?#]|$)/;
const inboxPath = /^\/(?:~[^/?]*\/)?_sim\/inbox\/[^/?#]+(?:[?#]|$)/;

/**
 * Returns the sandbox named in an origin such as `http://b2.localhost:4010`, for clients that drop the path of their
 * base URL. `*.localhost` is this machine (RFC 6761).
 */
export function parseSandboxHost(origin: string): string | undefined {
  return origin.includes('.localhost') ? hosted.exec(origin)?.[2]?.toLowerCase() : undefined;
}

export function stripSandboxHost(origin: string): string {
  return origin.replace(hosted, '$1localhost');
}

/** Returns the URL that addresses a sandbox by host name; undefined unless the origin is loopback. */
export function createSandboxHostUrl(origin: string, name: string): string | undefined {
  const { protocol, hostname, port } = new URL(stripSandboxHost(origin));
  return isLoopback(hostname) ? `${protocol}//${name}.localhost${port === '' ? '' : `:${port}`}` : undefined;
}

const sandboxPrefix = /^\/~([^/]*)(?=\/|$)/;

interface Address {
  readonly sandbox: string;
  readonly prefix: string;
  readonly path: string;
  readonly query: string;
}

/** Splits a request URL. @param origin origin of the request, whose host can name the sandbox */
export function splitAddress(url: string, origin: string): Address {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  const query = queryStart === -1 ? '' : url.slice(queryStart + 1);
  const match = path.startsWith('/~') ? sandboxPrefix.exec(path) : null;
  if (match === null) return { sandbox: parseSandboxHost(origin) ?? defaultSandboxName, prefix: '', path, query };
  const [prefix, sandbox = ''] = match;
  const rest = path.slice(prefix.length);
  // Clients append an absolute path from a link to their base URL, which already contains the prefix.
  const isRepeated = rest === prefix || rest.startsWith(`${prefix}/`);
  return { sandbox, prefix, path: (isRepeated ? rest.slice(prefix.length) : rest) || '/', query };
}

/** Returns whether a host name, in the form of `URL.hostname`, refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Returns whether a URL path belongs to the control plane of any sandbox. */
export function isControlPath(path: string): boolean {
  // Searches first, because most paths do not match and searching is cheaper.
  return path.includes('/_sim') && controlPath.test(path);
}

/**
 * Returns whether a request comes from a console page. Such a request never creates the sandbox that the page shows.
 */
export function isConsoleCall(headers: Readonly<Record<string, string | undefined>>, path: string): boolean {
  return headers['x-understudy'] === 'console' && isControlPath(path);
}

/** Returns whether a URL path receives inbox messages. */
export function isInboxPath(path: string): boolean {
  return path.includes('/_sim') && inboxPath.test(path);
}

const healthPath = '/_sim/health/';

/** Returns whether a path, without the sandbox prefix, is the server's health or metrics endpoint. */
export function isServerPath(path: string): boolean {
  return path.startsWith(healthPath) || path === '/_sim/metrics';
}
