// What goes wrong on purpose while the load runs, on every call of the two APIs.
const shares = { 429: 0.01, 500: 0.01, delay: 0.02, slow: 0.005, reset: 0.003, truncate: 0.003 };

/** The rules for a sandbox. */
export const faults = [
  { id: 'status-429', match: { probability: shares[429] }, effect: { status: 429 } },
  { id: 'status-500', match: { probability: shares[500] }, effect: { status: 500 } },
  { id: 'delay', match: { probability: shares.delay }, effect: { delay: { median: 'PT0.05S', sigma: 1 } } },
  { id: 'slow', match: { probability: shares.slow }, effect: { bytesPerSecond: 2000 } },
  { id: 'reset', match: { probability: shares.reset }, effect: { reset: true } },
  { id: 'truncate', match: { probability: shares.truncate }, effect: { truncateAfter: 10 } },
];

/** How many broken answers the rules explain, with room for chance; only some of the requests are subject to them. */
export function mostBroken(requests: number): number {
  return 20 + requests * (shares.reset + shares.truncate) * 1.5;
}
