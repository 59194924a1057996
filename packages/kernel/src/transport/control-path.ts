// The sandbox name must end where `splitAddress` ends it, so that no URL bypasses the access policy.
const controlPath = /^\/(?:~[^/?]*\/)?_sim(?:[/?#]|$)/;
const inboxPath = /^\/(?:~[^/?]*\/)?_sim\/inbox\/[^/?#]+(?:[?#]|$)/;

/** Returns whether a URL path belongs to the control plane of any sandbox. */
export function isControlPath(path: string): boolean {
  // Most paths are not, and a search is cheaper.
  return path.includes('/_sim') && controlPath.test(path);
}

/** Returns whether a request comes from a page of the console, which never creates the sandbox that it shows. */
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
