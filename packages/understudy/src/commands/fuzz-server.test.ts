import { createServer } from 'node:http';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { listen } = useResources();

const secret = 'key-of-another-9';
let url = '';
const seen: { here: string[]; there: string[] } = { here: [], there: [] };

/** Starts a server that redirects every request and returns terminal escape codes. */
beforeAll(async () => {
  const other = createServer(({ method = '' }, outgoing) => {
    seen.there.push(method);
    outgoing.end();
  });
  const elsewhere = await listen(other);
  const server = createServer(({ method = '', url: path, headers }, outgoing) => {
    seen.here.push(method);
    outgoing.writeHead(307, { location: `${elsewhere}${path}`, 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ headers, escape: '\u009b2J \u202e', coded: encodeURIComponent(`a ${secret}`) }));
  });
  url = await listen(server);
});
beforeEach(() => {
  seen.here = [];
  seen.there = [];
});

it.each([{ format: [] }, { format: ['--json'] }])(
  'follows no redirect, and prints neither a secret nor what a terminal obeys: $format',
  async ({ format }) => {
    const header = `x-api-key: ${secret}`;
    const { code, out } = await runCli(
      'fuzz',
      shopDescriptionPath,
      '--target',
      url,
      '--requests',
      '2',
      '--header',
      header,
      ...format,
    );
    expect(seen.here).toContain('DELETE');
    expect(seen.there).toEqual([]);
    expect([code, out]).toEqual([1, expect.stringContaining('curl -X DELETE')]);
    expect(out).toContain('[redacted]');
    expect(out).not.toContain(secret);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  },
);
