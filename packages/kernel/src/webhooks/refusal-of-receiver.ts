import { isLoopback } from './is-loopback.js';
import type { SendReport } from './send-webhook.js';

/**
 * Why a webhook may not go to an address: only loopback and the hosts that were allowed by name are reached.
 *
 * @returns undefined when it may
 */
export function refusalOfReceiver(url: string, allowedHosts: readonly string[]): SendReport | undefined {
  if (!URL.canParse(url)) return { outcome: 'refused', error: `"${url}" is not a URL` };
  const { hostname } = new URL(url);
  if (isLoopback(hostname) || allowedHosts.includes(hostname)) return undefined;
  return {
    outcome: 'refused',
    error: `Webhooks go to loopback only; to reach ${hostname}, allow it by --allow-webhook-host ${hostname}`,
  };
}
