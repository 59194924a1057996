import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotesDriver } from '../testing/notes-driver.js';

let notes: NotesDriver;
beforeAll(async () => {
  notes = new NotesDriver();
  for (const id of ['a', 'b', 'c']) await notes.send(`PUT /notes/${id}`, { text: id });
});
afterAll(async () => {
  expect(notes.simulators.defects).toEqual([]);
  await notes.close();
});

describe('the records of a sandbox', () => {
  it('are listed by collection and owner, and read page by page', async () => {
    const { collections } = (await notes.send('GET /_sim/records')).body;
    const [own] = collections.filter(({ tenantId }: { tenantId?: string }) => tenantId === 't1');
    expect(own).toMatchObject({ api: 'notes', count: 3, firstKeys: ['a', 'b', 'c'], hasView: false });
    const path = `/_sim/records/notes/${own.collection}`;
    const owner = `clientId=${encodeURIComponent(own.clientId)}&tenantId=t1`;
    const page = (await notes.send(`GET ${path}?${owner}&limit=2&after=a`)).body;
    expect([page.count, page.records.map(({ key }: { key: string }) => key)]).toEqual([3, ['b', 'c']]);
    expect((await notes.send(`GET ${path}/b?${owner}`)).body).toMatchObject({
      key: 'b',
      value: { text: 'b' },
      figures: [],
    });
    expect((await notes.send(`GET ${path}/b`)).status).toBe(404);
  });
});
