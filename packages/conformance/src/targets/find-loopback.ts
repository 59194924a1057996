import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Finds the addresses of a host as `dns.lookup` does, but `localhost` and every name below it are this machine, whatever
 * a name server says (RFC 6761, section 6.3).
 */
export const findLoopback: LookupFunction = (hostname, options, found) => {
  if (!/(?:^|\.)localhost$/i.test(hostname)) {
    lookup(hostname, options, found);
    return;
  }
  const [version6, version4] = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  if (options.all === true) found(null, [version4, version6]);
  else if (options.family === 6) found(null, version6.address, 6);
  else found(null, version4.address, 4);
};
