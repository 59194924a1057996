import { useNotesApi } from '@understudy/server/testing';
import { expect, it } from 'vitest';

const start = useNotesApi();

async function withTraffic() {
  const notes = start();
  await notes.send('PUT /notes/a?signature=hidden-one', { text: 'Milk and Honey' });
  await notes.send('PUT /notes/b', { text: 'stamps' }, { 'x-trace': 'trace-77', authorization: 'Bearer hidden-two' });
  await notes.send('GET /notes/none');
  return notes;
}

it.each([
  ['a value in a body', 'text=milk', [1]],
  ['a value in a header', 'text=TRACE-77', [2]],
  ['a reason', 'text=no%20note', [3]],
  ['a common text with last=2', 'text=notes&last=2', [2, 3]],
  ['a common text with limit=2', 'text=notes&limit=2', [1, 2]],
  ['a common text, newest first', 'text=notes&limit=2&order=desc', [3, 2]],
  ['a text and a filter', 'text=notes&failed=true', [3]],
  ['a text, as summaries', 'text=milk&summary=true', [1]],
  ['a redacted query parameter', 'text=hidden-one', []],
  ['a redacted header', 'text=hidden-two', []],
])('searching by %s (%s) returns the journal entries %j', async (_what, query, found) => {
  const notes = await withTraffic();
  const entries = await notes.journal(query);
  expect(entries.map(({ seq }) => seq)).toEqual(found);
  if (query.includes('summary')) expect(entries[0]).not.toHaveProperty('request');
});

it('includes durations in journal entries only on request', async () => {
  const notes = await withTraffic();
  const [one] = await notes.journal('limit=1&durations=true');
  expect(one).toMatchObject({ durationMilliseconds: expect.any(Number) });
  expect((await notes.journal('limit=1'))[0]).not.toHaveProperty('durationMilliseconds');
});

it.each([
  ['text=milk', [1]],
  ['failed=true', [3]],
  ['after=1&limit=1', [2]],
])('exports the journal entries of %s as HAR', async (query, found) => {
  const notes = await withTraffic();
  const { log } = (await notes.send(`GET /_sim/journal.har?${query}`)).body;
  expect(log.entries.map(({ comment }: { comment: string }) => comment)).toEqual(
    found.map((seq) => `journal entry ${seq}`),
  );
});

it.each([
  'GET /_sim/diff?toEntry=99999999999999999999',
  'GET /_sim/diff?fromEntry=9007199254740992',
  'GET /_sim/journal?cause=9007199254740992',
  'GET /_sim/journal?after=9007199254740992',
  'GET /_sim/journal.har?after=9007199254740992',
])('rejects an entry number beyond the safe integers: %s', async (line) => {
  const { status, body } = await (await withTraffic()).send(line);
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ detail: expect.stringContaining('9007199254740991') }),
  ]);
});

it('lists the records that differ between two sandboxes', async () => {
  const notes = await withTraffic();
  await notes.send('POST /_sim/sandboxes', { name: 'other', from: { sandbox: 'default' } });
  await notes.send('PUT /~other/notes/c', { text: 'new' });
  const { count, changes } = (await notes.send('GET /~other/_sim/diff?fromSandbox=default')).body;
  expect([count, changes[0]]).toEqual([1, expect.objectContaining({ change: 'added', key: 'c' })]);
  expect((await notes.send('GET /_sim/diff?fromSandbox=nowhere')).status).toBe(404);
});

it('finds records by a string in any property', async () => {
  const notes = await withTraffic();
  const [{ api, collection, clientId, tenantId }] = (await notes.send('GET /_sim/records')).body.collections;
  const path = `/_sim/records/${api}/${collection}?clientId=${clientId}&tenantId=${tenantId}`;
  const found = async (text: string) => (await notes.send(`GET ${path}&text=${text}`)).body;
  expect(await found('HONEY')).toMatchObject({ count: 1, records: [{ key: 'a' }] });
  expect(await found('nowhere')).toMatchObject({ count: 0, records: [] });
});
