import { describe, expect, it } from 'vitest';
import { scanUpload } from './scan-upload.js';

const shape = { idKey: 'datasetId', recordsKey: 'entries', recordIdKey: 'entryId', dateKey: 'date' };
const webhook = { webhookUrl: 'http://shop.example/{hook}' };
const entries = Array.from({ length: 4000 }, (_item, index) => ({
  entryId: `e${index}`,
  note: 'datasetId and webhook',
}));
const datasets = [
  { datasetId: 'd1', entries },
  { datasetId: 'd2', entries: [] },
];
const scan = (body: unknown) => scanUpload(new TextEncoder().encode(JSON.stringify(body)), shape);

describe('scanUpload', () => {
  it('returns the dataset ids, the number of records and the JSON text', () => {
    expect(scan({ datasets })).toEqual({
      text: JSON.stringify({ datasets }),
      datasetIds: ['d1', 'd2'],
      records: 4000,
      webhook: undefined,
    });
  });

  it('finds a top-level webhook before or after the datasets', () => {
    expect(scan({ webhook, datasets })?.webhook).toEqual(webhook);
    expect(scan({ datasets, webhook, more: 1 })?.webhook).toEqual(webhook);
    expect(scan({ datasets, webhook: null })?.webhook).toBe(null);
    expect(scan({ first: { webhook }, datasets })?.webhook).toBe(undefined);
  });

  it('distinguishes datasets from records by depth if their id properties have the same name', () => {
    const lines = [{ id: 'line', entries: [{ id: 'deep' }] }];
    const records = entries.map(({ entryId, note }) => ({ id: entryId, note, lines }));
    const body = {
      id: 'root',
      datasets: [
        { note: 'id', id: 'd1', entries: records },
        { entries: [{ id: 'e', brackets: ']}' }], id: 'd2 {é', more: ['id'] },
        { id: 7, note: 'n', entries: [] },
        { id: '' },
      ],
      webhook,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(body, undefined, 1));
    expect(scanUpload(bytes, { ...shape, idKey: 'id', recordIdKey: 'id' })).toEqual({
      text: JSON.stringify(body, undefined, 1),
      datasetIds: ['d1', 'd2 {é'],
      records: 4001,
      webhook,
    });
  });

  it.each([
    ['a webhook in a dataset at the end', { datasets: [...datasets, { datasetId: 'd3', webhook }] }],
    ['two webhooks', { webhook, datasets, other: { webhook } }],
    ['a webhook between large properties', { more: datasets, webhook, datasets }],
    ['a backslash in a string', { datasets, note: 'say "datasetId"' }],
    ['a small body', { datasets: [] }],
    ['an array', [datasets]],
  ])('falls back to the full parser for %s', (_what, body) => {
    expect(scan(body) === undefined).toBe(true);
  });

  it('falls back to the full parser for a body that is not UTF-8', () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ datasets }));
    bytes[bytes.length - 10] = 0xff;
    expect(scanUpload(bytes, shape)).toBe(undefined);
  });
});
