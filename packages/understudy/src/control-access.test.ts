import { describe, expect, it } from 'vitest';
import type { StartOptions } from './start-options.js';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call } from './testing/call.js';
import { requestDemoToken } from './testing/demo-token.js';
import { useResources } from './testing/use-resources.js';

const { start } = useResources();

describe('a server that other machines can reach', () => {
  const statusOf = async (server: RunningSimulators, token: string, sandbox = '') =>
    (await call(server, `GET ${sandbox}/io/status`, undefined, { authorization: `Bearer ${token}`, tenantId: 't1' }))
      .status;
  const reachable: StartOptions[] = [
    { publicUrl: 'https://sim.example' },
    { allowedHosts: ['sim.example'] },
    { host: '0.0.0.0' },
  ];

  it('requires a token for its control plane', async () => {
    for (const options of reachable) {
      await expect(startSimulators({ apis: ['inventory'], port: 0, ...options })).rejects.toThrow('set controlToken');
    }
    // No other machine can reach a server without a port, or on a loopback name.
    await start({ apis: ['inventory'], publicUrl: 'https://sim.example' });
    await start({ apis: ['inventory'], port: 0, publicUrl: 'http://localhost:8080', allowedHosts: ['b2.localhost'] });
  });

  it('rejects tokens signed by another server or with a public seed', async () => {
    const forger = await start({ apis: ['inventory'] });
    const forged = await requestDemoToken(forger);
    expect(await statusOf(await start({ apis: ['inventory'] }), forged)).not.toBe(403);
    for (const options of reachable) {
      const server = await start({ apis: ['inventory'], port: 0, controlToken: 'control-token', ...options });
      expect(await statusOf(server, forged)).toBe(403);
      expect(await statusOf(server, await requestDemoToken(server))).not.toBe(403);
    }
  });

  it('signs tokens of a sandbox with a secret that cannot be derived from the random seed', async () => {
    const tokens = await Promise.all(
      [{}, { port: 0, controlToken: 'control-token', host: '0.0.0.0' }].map(async (options) => {
        const server = await start({ apis: ['inventory'], ...options });
        const { url } = await server.control.sandboxes.create('b2', { randomSeed: 'known' });
        return { server, token: await requestDemoToken(server, 'io', url) };
      }),
    );
    const [forger, open] = tokens;
    if (forger === undefined || open === undefined) throw new Error('two servers were started');
    expect(await statusOf(open.server, open.token, '/~b2')).not.toBe(403);
    expect(await statusOf(open.server, forger.token, '/~b2')).toBe(403);
  });
});
