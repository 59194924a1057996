import { isLoopback } from '@understudy/kernel';

/**
 * Why events may not go to an address: https, or http where that never leaves this machine
 * (einvoicing.gap.destination-scheme).
 *
 * @param allowHttp the setting `httpToLoopback`
 * @param ownUrl address of the simulators, whose inboxes are on this machine by any name
 */
export function faultOfDestination(destination: string, allowHttp: boolean, ownUrl: string): string | undefined {
  if (!URL.canParse(destination)) return '/body/destination must be a URL';
  const { protocol, hostname, host, username, password } = new URL(destination);
  if (!isEncoded(username) || !isEncoded(password)) {
    return '/body/destination must have user and password percent-encoded; a percent sign itself is %25';
  }
  if (protocol === 'https:') return undefined;
  const staysHere = isLoopback(hostname) || host === new URL(ownUrl).host;
  if (protocol === 'http:' && allowHttp && staysHere) return undefined;
  return '/body/destination must be an https address; http is accepted for this machine only';
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
