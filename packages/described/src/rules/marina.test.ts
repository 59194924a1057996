import { createSimulators } from '@understudy/server';
import { expect, it, onTestFinished } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, emptySandbox } from '../testing/serve-described.js';

async function serve(randomSeed: string) {
  const { api } = await describeApi(new URL('../testing/marina.yaml', import.meta.url), { name: 'marina' });
  const sandbox = { ...emptySandbox, seed: { marina: { '*': 40 } }, randomSeed };
  const simulators = createSimulators({ simulators: [await api.simulator()], sandbox });
  onTestFinished(async () => {
    expect(simulators.defects).toEqual([]);
    await simulators.close();
  });
  return createSender(simulators);
}

it.each(['1', '2', '3'])(
  'generated records have the state that their dates imply (random seed %s)',
  async (randomSeed) => {
    const send = await serve(randomSeed);
    const dues: { readonly status: string; readonly dueOn: string }[] = (await send('GET /dues')).body;
    const permits: { readonly status: string; readonly validUntil: string }[] = (await send('GET /permits')).body;
    for (const { status, dueOn } of dues) {
      if (status !== 'settled') expect([status, dueOn]).toEqual([dueOn < '2026-01-15' ? 'overdue' : 'open', dueOn]);
    }
    for (const { status, validUntil } of permits) {
      const isOver = validUntil < '2026-01-15T09:00:00Z';
      if (status !== 'revoked') expect([status, validUntil]).toEqual([isOver ? 'expired' : 'valid', validUntil]);
    }
    expect(new Set([...dues, ...permits].map(({ status }) => status)).size).toBeGreaterThan(3);
  },
);

it('a nested list contains only the records that reference its parent', async () => {
  const send = await serve('1');
  const piers: { readonly pierNo: number }[] = (await send('GET /piers')).body;
  let berths = 0;
  for (const { pierNo } of piers) {
    const own: { readonly pierNo: number }[] = (await send(`GET /piers/${pierNo}/berths`)).body;
    expect(own.map((each) => each.pierNo)).toEqual(own.map(() => pierNo));
    berths += own.length;
  }
  expect(berths).toBeGreaterThan(10);
  const jobs: { readonly id: string }[] = (await send('GET /serviceJobs')).body;
  for (const { id } of jobs.slice(0, 3)) {
    const remarks: { readonly jobId: string }[] = (await send(`GET /serviceJobs/${id}/remarks`)).body;
    expect(remarks.map(({ jobId }) => jobId)).toEqual([id, id, id]);
  }
});
