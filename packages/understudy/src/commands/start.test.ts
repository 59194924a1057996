import { afterEach, describe, expect, it, vi } from 'vitest';
import { killLeftServers, startHere } from '../testing/run-cli.js';

afterEach(() => {
  vi.unstubAllEnvs();
  killLeftServers();
});

describe('a server that others can reach', () => {
  it('gives its control plane a token when others can reach it', async () => {
    const server = await startHere('identity', '--host', '0.0.0.0', '--port', '0', '--json', '--seed', 'empty');
    const { url, control, controlToken } = JSON.parse(server.line);
    expect((await fetch(control)).status).toBe(401);
    expect((await fetch(control, { headers: { authorization: `Bearer ${controlToken}` } })).status).toBe(200);
    expect((await fetch(`${url}/connect/token`)).status).toBe(405);
    await server.stop();
  });

  it('prints no token that it was given', async () => {
    const value = 'given-0123456789abcdef';
    vi.stubEnv('UNDERSTUDY_CONTROL_TOKEN', value);
    const args = ['identity', '--host', '0.0.0.0', '--port', '0', '--seed', 'empty'];
    const server = await startHere(...args, '--json');
    const { control } = JSON.parse(server.line);
    expect((await fetch(control, { headers: { authorization: `Bearer ${value}` } })).status).toBe(200);
    const told = [await server.stop(), await (await startHere(...args)).stop()];
    expect(JSON.stringify(told)).not.toContain(value);
  });
});
