import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';

const shop = fileURLToPath(new URL('../../../inferred-api/src/testing/shop.yaml', import.meta.url));
const secret = 'key-of-another-9';
/** A server that redirects every request and returns terminal escape codes. */
let server: Server;
let other: Server;
let url = '';
const seen: { here: string[]; there: string[] } = { here: [], there: [] };

async function listen(one: Server): Promise<string> {
  await once(one.listen(0, '127.0.0.1'), 'listening');
  const address = one.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

beforeAll(async () => {
  other = createServer(({ method = '' }, outgoing) => {
    seen.there.push(method);
    outgoing.end();
  });
  const elsewhere = await listen(other);
  server = createServer(({ method = '', url: path, headers }, outgoing) => {
    seen.here.push(method);
    outgoing.writeHead(307, { location: `${elsewhere}${path}`, 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ headers, escape: '\u009b2J \u202e', coded: encodeURIComponent(`a ${secret}`) }));
  });
  url = await listen(server);
});
afterAll(() => {
  server.close();
  other.close();
});
beforeEach(() => {
  seen.here = [];
  seen.there = [];
});

it.each([{ format: [] }, { format: ['--json'] }])(
  'follows no redirect, and prints neither a secret nor what a terminal obeys: $format',
  async ({ format }) => {
    const header = `x-api-key: ${secret}`;
    const { code, out } = await runCli('fuzz', shop, '--target', url, '--requests', '2', '--header', header, ...format);
    expect(seen.here).toContain('DELETE');
    expect(seen.there).toEqual([]);
    expect([code, out]).toEqual([1, expect.stringContaining('curl -X DELETE')]);
    expect(out).toContain('[redacted]');
    expect(out).not.toContain(secret);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  },
);
