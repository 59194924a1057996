import { describe, expect, it } from 'vitest';
import { createHelpDeskDefinition, createShopDefinition } from './testing/definitions.js';
import { useRosteringApi } from './testing/rostering-api.js';

const start = useRosteringApi();

describe('a job', () => {
  it('is visible only to its client, with any customer and user header', async () => {
    const api = await start();
    const jobId = await api.start(createShopDefinition());
    await api.control('POST /_sim/actions/identity/registerClient', { clientId: 'other', clientSecret: 'secret' });
    const bare = { CUSTOMER_ID: undefined, USER_ID: undefined };
    expect((await api.send(`GET /jobs/${jobId}`, undefined, bare)).status).toBe(200);
    const authorization = `Bearer ${await api.logIn(undefined, 'other', 'secret')}`;
    for (const call of [
      `GET /jobs/${jobId}`,
      `GET /jobs/${jobId}/result`,
      `GET /jobs/${jobId}/request`,
      `PUT /jobs/${jobId}`,
    ]) {
      const { status, body } = await api.send(call, undefined, { authorization });
      expect([status, body.detail]).toEqual([
        404,
        `There is no job "${jobId}" of this client; start one by POST /jobs`,
      ]);
    }
  });

  it('has links that work whether clients resolve them or append them to the base URL', async () => {
    const api = await start();
    const authorization = `Bearer ${await api.logIn(undefined, undefined, undefined, '/~b')}`;
    const send = (call: string, body?: unknown) => api.send(call, body, { authorization });
    const { body } = await send('POST /~b/jobs', createShopDefinition());
    const { links } = (await send(`GET /~b/jobs/${body.jobId}`)).body;
    for (const { href } of [body.link, ...links]) {
      expect(new URL(href, 'http://sim.test/~b').pathname).toMatch(/^\/~b\/jobs\//);
      expect([href, (await send(`GET ${href}`)).status]).toEqual([href, 200]);
      expect([href, (await send(`GET /~b${href}`)).status]).toEqual([href, 200]);
    }
  });

  it('is visible only in its sandbox', async () => {
    const api = await start();
    const jobId = await api.start(createShopDefinition());
    const authorization = `Bearer ${await api.logIn(undefined, undefined, undefined, '/~b')}`;
    expect((await api.send(`GET /~b/jobs/${jobId}`, undefined, { authorization })).status).toBe(404);
  });
});

describe('on a manual clock', () => {
  it('the same requests produce the same rosters and the same journal', async () => {
    const runs = [];
    for (const _ of [1, 2]) {
      const api = await start();
      const answers = [await api.solve(createShopDefinition()), await api.solve(createHelpDeskDefinition())];
      runs.push(JSON.stringify([answers, (await api.control('GET /_sim/journal')).body.entries]));
    }
    expect(runs[0]).toBe(runs[1]);
  });
});
