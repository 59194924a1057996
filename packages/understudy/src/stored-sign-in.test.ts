import { startPostgres } from '@understudy/persistence/testing';
import { expect, it } from 'vitest';
import { type RunningSimulators, startSimulators } from './start-simulators.js';
import { call as callWith } from './testing/call.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();
const redirectUri = 'http://localhost:3000/back';
const client = { client_id: 'demo-client', client_secret: 'demo-secret' };

/** Over HTTP, because only there servers forward requests to each other. */
const call = ({ url }: RunningSimulators, ...request: Tail<Parameters<typeof callWith>>) =>
  callWith({ fetch, url }, ...request);
type Tail<List> = List extends [unknown, ...infer Rest] ? Rest : never;

const token = (server: RunningSimulators, form: Readonly<Record<string, string>>) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return call(server, 'POST /~b/oidc/token', String(new URLSearchParams({ ...client, ...form })), type);
};
const refresh = (server: RunningSimulators, refresh_token: string) =>
  token(server, { grant_type: 'refresh_token', refresh_token });

/** Signs in at the first server, and uses the tokens at the next ones. */
async function signInAndRefresh(next: () => Promise<RunningSimulators>): Promise<void> {
  const input = { user: 'ada', clientId: client.client_id, redirectUri, scope: 'openid offline_access' };
  const first = await next();
  await call(first, 'POST /_sim/sandboxes', { name: 'b', clock: 'manual' });
  const issue = 'POST /~b/_sim/actions/identity/issueAuthorizationCode';
  const { body } = await call(first, issue, input);
  const grant = { grant_type: 'authorization_code', code: String(body.code), redirect_uri: redirectUri };
  const tokens = await token(await next(), grant);
  expect([tokens.status, (await token(await next(), grant)).status]).toEqual([200, 400]);
  const again = await call(await next(), issue, input);
  const { body: other } = await token(await next(), { ...grant, code: String(again.body.code) });
  const renewed = await refresh(await next(), other.refresh_token);
  expect(renewed).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
  // The first refresh token was replaced. Its second use revokes the grant everywhere.
  expect((await refresh(await next(), other.refresh_token)).status).toBe(400);
  expect((await refresh(await next(), renewed.body.refresh_token)).status).toBe(400);
}

it('a data folder keeps authorization codes, tokens and revocations across restarts', async () => {
  const data = await folderWith();
  let running: RunningSimulators | undefined;
  await signInAndRefresh(async () => {
    await running?.close();
    running = await startSimulators({ apis: ['inventory'], port: 0, data });
    return running;
  });
  await running?.close();
});

it('servers that share a database share authorization codes, tokens and revocations', { tags: 'slow' }, async () => {
  const postgres = await startPostgres();
  const data = await postgres.newDatabase();
  const start = () => startSimulators({ apis: ['inventory'], port: 0, data });
  const servers = [await start(), await start()];
  let turn = 0;
  await signInAndRefresh(async () => {
    turn += 1;
    const server = servers[turn % 2];
    // Halfway through, the server that owns the sandbox stops, and the other one takes over.
    if (turn === 5) {
      await servers[0]?.close();
      servers[0] = await start();
    }
    return server ?? (await start());
  });
  await Promise.all(servers.map((server) => server.close()));
  await postgres.close();
});
