import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '@understudy/kernel';

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves hosts like `dns.lookup`, but `localhost` and names below it are always this machine (RFC 6761, section
 * 6.3).
 */
export const findLoopback: LookupFunction = (hostname, options, found) => {
  if (isIP(hostname) !== 0 || !isLoopback(hostname)) {
    lookup(hostname, options, found);
    return;
  }
  const [first] = loopback.filter(({ family }) => options.family !== 6 || family === 6);
  if (options.all === true) found(null, loopback);
  else found(null, first?.address ?? '127.0.0.1', first?.family ?? 4);
};
