import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeApi } from '../../describe-api.js';
import { createSender, serveDescribed } from '../../testing/serve-described.js';

const file = fileURLToPath(new URL('../../testing/workshop.yaml', import.meta.url));

async function serve() {
  const { api } = await describeApi(file);
  return createSender(await serveDescribed(api));
}

const blocked = 'find("clients", body.clientId).name == "Blocked"';

it('a fault rule can depend on the record that a request refers to', async () => {
  const call = await serve();
  const { body: good } = await call('POST /clients', { name: 'Good' });
  const { body: bad } = await call('POST /clients', { name: 'Blocked' });
  const rule = { match: { operationId: 'createRepair', if: blocked }, effect: { status: 402 } };
  expect((await call('POST /_sim/faults', rule)).status).toBe(200);
  expect((await call('POST /repairs', { clientId: good.id })).status).toBe(201);
  expect((await call('POST /repairs', { clientId: bad.id })).status).toBe(402);
  const { body } = await call('GET /_sim/faults');
  expect(body.faults).toMatchObject([{ match: { if: blocked }, seen: 1, applied: 1 }]);
});

it('a fault condition can use the path, query, headers and records of a request', async () => {
  const call = await serve();
  const many = 'all("clients").size() > 1 && query.bay == "7" && headers["x-kind"] == "test"';
  const rule = { match: { if: many, nth: 2 }, effect: { body: { full: true } } };
  await call('POST /_sim/faults', rule);
  const list = async () => (await call('GET /repairs?bay=7', undefined, { 'x-kind': 'test' })).body;
  expect(await list()).toEqual([]);
  for (const name of ['a', 'b']) await call('POST /clients', { name });
  expect((await call('GET /repairs?bay=7')).body).toEqual([]);
  expect(await list()).toEqual([]);
  expect(await list()).toEqual({ full: true });
  const ofPath = { match: { if: 'path.clientId == "gone"' }, effect: { status: 410 } };
  await call('PUT /_sim/faults', { faults: [ofPath] });
  expect((await call('GET /clients/gone')).status).toBe(410);
  expect((await call('GET /clients/other')).status).toBe(404);
});

it('an invalid condition is rejected with its JSON Pointer', async () => {
  const call = await serve();
  const refusal = async (text: string) => {
    const { status, body } = await call('POST /_sim/faults', { match: { if: text }, effect: { status: 500 } });
    return [status, body.errors?.[0]?.pointer, body.detail];
  };
  const at = '/body/match/if';
  expect(await refusal('find("client", body.id).name')).toEqual([400, at, expect.stringContaining('"clients"')]);
  expect(await refusal('find("clients", body.id).nam')).toEqual([400, at, expect.stringContaining('"name"')]);
  expect(await refusal('self.name == "x"')).toEqual([400, at, expect.stringContaining('There is no self here')]);
  expect(await refusal('find(')).toEqual([400, at, expect.stringContaining('is no expression')]);
});

it('a condition that reads too many records does not hold, and the request succeeds', async () => {
  const call = await serve();
  for (let count = 0; count < 80; count += 1) await call('POST /clients', { name: `n${count}` });
  const costly = 'all("clients").all(a, all("clients").all(b, all("clients").all(c, c.name != "x")))';
  const rule = { match: { operationId: 'listClients', if: costly }, effect: { status: 500 } };
  expect((await call('POST /_sim/faults', rule)).status).toBe(200);
  expect((await call('GET /clients')).status).toBe(200);
  const { text } = await call('GET /_sim/journal?operationId=listClients');
  expect(text).toContain('it must look at fewer records');
});
