import { fileURLToPath } from 'node:url';
import { type BehaviorModel, loadModel, mergeModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { findContradictions } from '../testing/find-contradictions.js';
import { createSender, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const [file = '', modelFile = ''] = ['depot', 'depot-model'].map((name) =>
  fileURLToPath(new URL(`../testing/${name}.yaml`, import.meta.url)),
);
const now = '2026-01-15T09:00:00Z';

async function serve(
  randomSeed: string,
  data: Readonly<Record<string, unknown>> = { '*': 100 },
  changes: BehaviorModel = {},
) {
  const model = mergeModel(await loadModel(modelFile), changes);
  const { api } = await describeApi(file, { name: 'depot', model });
  return createSender(
    await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { depot: data }, randomSeed } } as never),
  );
}

it.each(['1', '2', '3'])(
  'generates 100 records per resource that satisfy the model, for random seed %s',
  async (seed) => {
    const send = await serve(seed);
    expect(await findContradictions(send, now)).toEqual([]);
    const orders: { state: string }[] = (await send('GET /orders')).body;
    expect([...new Set(orders.map(({ state }) => state))].sort()).toEqual(['cancelled', 'draft', 'paid', 'sent']);
    expect(orders).toHaveLength(100);
  },
);

it('continues generated numbers, and does not use up values that example requests contain', async () => {
  const send = await serve('1', { '*': 20 });
  const { status, body: member } = await send('POST /members', { name: 'Ada Byron', email: 'ada@example.com' });
  expect([status, member.number]).toEqual([201, 'M-00021']);
  const [{ id: articleId }] = (await send('GET /articles')).body;
  const { body: order } = await send('POST /orders', { memberId: member.id, lines: [{ articleId, quantity: 2 }] });
  expect(order).toMatchObject({ number: 'D-2026-0021', state: 'draft', paidAt: null, memberName: 'Ada Byron' });
  await send('POST /_sim/reset', {});
  expect((await send('POST /members', { name: 'Ada', email: 'ada@example.com' })).body.number).toBe('M-00021');
});

it('generates the same records in whatever order they are read', async () => {
  const paths = ['/members', '/articles', '/orders', '/receipts', '/bookings'];
  const read = async (order: readonly string[]) => {
    const send = await serve('1', { '*': 20 });
    const texts = new Map<string, string>();
    for (const path of order) texts.set(path, (await send(`GET ${path}`)).text);
    return paths.map((path) => texts.get(path));
  };
  expect(await read([...paths].reverse())).toEqual(await read(paths));
});

it('generates references to given records, and fills collections if none are given', async () => {
  const members = [
    {
      id: '6b1b36cb-8c3e-4c52-9c3c-0d0a3c1f7a11',
      number: 'M-00001',
      name: 'Ada',
      email: 'a@b.example',
      joinedAt: '2026-01-14T09:00:00Z',
      open: 0,
    },
  ];
  const send = await serve('1', { members, '*': 5 });
  const orders: { memberId: string; memberName: string; placedOn: string }[] = (await send('GET /orders')).body;
  expect(orders.map(({ memberId, memberName }) => [memberId, memberName])).toEqual(
    orders.map(() => [members[0]?.id, 'Ada']),
  );
  expect(orders).toHaveLength(5);
  const none = await serve('1', { members: [], '*': 5 });
  expect((await none('GET /orders')).body).toHaveLength(5);
});

it('continues the numbers of given records', async () => {
  const member = { name: 'Ada', joinedAt: '2026-01-14T09:00:00Z', open: 0 };
  const members = ['M-00041', 'M-00007'].map((number, at) => {
    return { ...member, id: `6b1b36cb-8c3e-4c52-9c3c-0d0a3c1f7a1${at}`, number, email: `${at}@b.example` };
  });
  const send = await serve('1', { members });
  expect((await send('POST /members', { name: 'Eve', email: 'e@b.example' })).body.number).toBe('M-00042');
});

it('generates prices that fit the product', async () => {
  const send = await serve('1');
  const articles: { name: string; price: number }[] = (await send('GET /articles')).body;
  const lamps = articles.filter(({ name }) => name.endsWith('Desk Lamp')).map(({ price }) => price);
  expect(lamps.length).toBeGreaterThan(0);
  expect(lamps.filter((price) => price < 25 || price >= 91)).toEqual([]);
});

it('generates records even if a constraint is costly or never holds', async () => {
  const all = (name: string, inside: string) => `all("articles").all(${name}, ${inside})`;
  for (const that of [all('a', all('b', all('c', 'true'))), 'self.start > self.end']) {
    const send = await serve('1', { '*': 100 }, { resources: { bookings: { holds: { other: { that } } } } });
    const { status, body } = await send('GET /bookings');
    expect([status, body.length]).toEqual([200, 100]);
  }
});
