// What stands for a sandbox ends where `splitAddress` ends it: two readings of one address would be a way past the door.
const controlPath = /^\/(?:~[^/?]*\/)?_sim(?:[/?#]|$)/;
const inboxPath = /^\/(?:~[^/?]*\/)?_sim\/inbox\/[^/?#]+(?:[?#]|$)/;

/** Whether a path, with or without a query, leads to the control plane of whatever sandbox. */
export function isControlPath(path: string): boolean {
  return controlPath.test(path);
}

/** Whether a path, with or without a query, is one by which an inbox receives. */
export function isInboxPath(path: string): boolean {
  return inboxPath.test(path);
}

const healthPath = '/_sim/health/';

/** Whether a path, without the sandbox's prefix, asks after the server itself: its health, or its figures. */
export function isServerPath(path: string): boolean {
  return path.startsWith(healthPath) || path === '/_sim/metrics';
}
