import { isControlPath, isInboxPath } from '../transport/control-path.js';
import { isLoopback } from '../transport/is-loopback.js';
import type { SendReport } from './send-webhook.js';

/**
 * Why a webhook must not be sent. Only loopback and allowed hosts are reachable, and no part of a control plane except
 * inboxes. Otherwise a page could call a control plane through webhooks of a simulated API.
 */
export function checkReceiver(url: string, allowedHosts: readonly string[]): SendReport | undefined {
  if (!URL.canParse(url)) return { outcome: 'refused', error: `"${url}" is not a URL` };
  const { hostname, origin, pathname } = new URL(url);
  if (isControlPath(pathname) && !isInboxPath(pathname)) {
    const error = `Webhooks reach no part of the control plane but its inboxes, such as ${origin}/_sim/inbox/mine`;
    return { outcome: 'refused', error };
  }
  if (isLoopback(hostname) || allowedHosts.includes(hostname)) return undefined;
  return {
    outcome: 'refused',
    error: `Webhooks go to loopback only; to reach ${hostname}, allow it by --allow-webhook-host ${hostname}`,
  };
}
