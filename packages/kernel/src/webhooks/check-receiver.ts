import { isControlPath, isInboxPath } from '../transport/control-path.js';
import { isLoopback } from '../transport/is-loopback.js';
import type { SendReport } from './send-webhook.js';

/**
 * Why a webhook may not go to an address: only loopback and the hosts that were allowed by name are reached, and no part of a
 * control plane but its inboxes, of this server or of another one. A page that may call the simulated APIs of one could
 * otherwise call the control plane of another by its webhooks.
 *
 * @returns undefined when it may
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
