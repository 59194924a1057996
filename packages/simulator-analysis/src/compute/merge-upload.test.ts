import { createContract } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import type { StoredDataset } from '../entities.js';
import type { DatasetShape } from '../service.js';
import { mergeUpload, type UploadWork } from './merge-upload.js';

const shape: DatasetShape = { idKey: 'id', recordsKey: 'entries', recordIdKey: 'entryId', dateKey: 'day' };
const contract = createContract('test', {
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths: {},
  components: {
    schemas: {
      Dataset: {
        type: 'object',
        required: ['id', 'entries'],
        properties: {
          id: { type: 'string', minLength: 1 },
          customerId: { type: 'string' },
          entries: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['entryId', 'day', 'amount'],
              properties: {
                entryId: { type: 'string' },
                day: { type: 'string', format: 'date' },
                amount: { type: 'number' },
                price: { type: ['number', 'null'] },
              },
            },
          },
        },
      },
      Webhook: { type: 'object', required: ['webhookUrl'], properties: { webhookUrl: { type: 'string' } } },
    },
  },
});
const validators = { dataset: contract.validator('Dataset'), webhook: contract.validator('Webhook') };
const merge = (work: Partial<UploadWork>) => mergeUpload({ existing: [], ...work }, shape, validators);
const upload = (...datasets: unknown[]) => merge({ body: { datasets } });

const entry = (entryId: string, day = '2026-01-01', more: object = {}) => ({ entryId, day, amount: 1, ...more });
const done = (datasetId: string) => ({
  datasetId,
  status: 'success',
  code: 'SUCCESS',
  message: 'The dataset was processed',
});
const faulty = (datasetId: string, message: string) => ({
  datasetId,
  status: 'invalid',
  code: 'INVALID_DATA',
  message,
});
const refused = (fault: string) => ({ fault, datasets: [], stored: [] });

describe('a valid upload', () => {
  it('is stored sorted by date, then by id', () => {
    const entries = [entry('b', '2026-01-02'), entry('z', '2026-01-01'), entry('a', '2026-01-02')];
    expect(upload({ id: 'd1', entries })).toEqual({
      datasets: [done('d1')],
      stored: [{ datasetId: 'd1', records: [entries[1], entries[2], entries[0]] }],
    });
  });

  it('can be passed as JSON text', () => {
    const body = { datasets: [{ id: 'd1', entries: [entry('a')] }] };
    expect(merge({ text: JSON.stringify(body) })).toEqual(merge({ body }));
  });

  it('accepts null in optional fields, unknown properties, negative amounts and dates of any year', () => {
    const entries = [
      entry('a', '9999-12-31', { price: null, colour: 'red', amount: -2.5 }),
      entry('', '0001-01-01'),
      entry('b', '2024-02-29'),
    ];
    expect(upload({ id: 'd1', entries, note: {} }).datasets).toEqual([done('d1')]);
  });

  it('accepts any string as an id: prototype names, digits, a space, 100,000 characters', () => {
    const ids = ['__proto__', 'constructor', 'toString', '7', '007', 'x'.repeat(100_000), ' '];
    const { datasets, stored } = upload(...ids.map((id) => ({ id, entries: [entry('__proto__'), entry('b')] })));
    expect(datasets).toEqual(ids.map(done));
    expect(stored.map(({ datasetId, records }) => [datasetId, records.length])).toEqual(ids.map((id) => [id, 2]));
  });
});

describe('merging', () => {
  const existing: StoredDataset[] = [
    { datasetId: 'd1', customerId: 'c1', records: [entry('a', '2026-01-01'), entry('b', '2026-01-02')] },
  ];

  it('adds new records and replaces those with a stored id', () => {
    const entries = [entry('a', '2026-01-05', { amount: 9 }), entry('c', '2026-01-03')];
    expect(merge({ body: { datasets: [{ id: 'd1', entries }] }, existing }).stored).toEqual([
      { datasetId: 'd1', customerId: 'c1', records: [entry('b', '2026-01-02'), entries[1], entries[0]] },
    ]);
  });

  it('stores records with the same id in different datasets separately', () => {
    const body = { datasets: [{ id: 'd2', customerId: 'c2', entries: [entry('a', '2026-03-03')] }] };
    expect(merge({ body, existing }).stored).toEqual([
      { datasetId: 'd2', customerId: 'c2', records: [entry('a', '2026-03-03')] },
    ]);
  });

  it('stores no record of an invalid dataset, but all records of the valid ones', () => {
    const body = {
      datasets: [
        { id: 'd1', entries: [entry('n'), entry('m', 'soon')] },
        { id: 'd2', entries: [entry('x')] },
      ],
    };
    expect(merge({ body, existing })).toEqual({
      datasets: [faulty('d1', '/entries/1/day must be a date (YYYY-MM-DD), but is "soon"'), done('d2')],
      stored: [{ datasetId: 'd2', records: [entry('x')] }],
    });
  });
});

describe('an invalid dataset', () => {
  it.each([
    ['a missing record id', { day: '2026-01-01', amount: 1 }, '/entries/0/entryId is required, but missing'],
    ['a missing date', { entryId: 'a', amount: 1 }, '/entries/0/day is required, but missing'],
    [
      'a number sent as a string',
      entry('a', '2026-01-01', { amount: '1' }),
      '/entries/0/amount must be a number, but is "1"',
    ],
    [
      'null in a required field',
      entry('a', '2026-01-01', { amount: null }),
      '/entries/0/amount must be a number, but is null',
    ],
    ['an impossible date', entry('a', '2026-02-29'), '/entries/0/day must be a date (YYYY-MM-DD), but is "2026-02-29"'],
    [
      'a date with a time',
      entry('a', '2026-01-01T00:00:00Z'),
      '/entries/0/day must be a date (YYYY-MM-DD), but is "2026-01-01T00:00:00Z"',
    ],
    ['a record that is none', 7, '/entries/0 must be an object, but is 7'],
  ])('is rejected for %s', (_what, record, message) => {
    expect(upload({ id: 'd1', entries: [record] })).toEqual({ datasets: [faulty('d1', message)], stored: [] });
  });

  it('is rejected for having no records', () => {
    expect(upload({ id: 'd1', entries: [] }, { id: 'd2' })).toEqual({
      datasets: [
        faulty('d1', '/entries must have at least 1 items, but is an empty array'),
        faulty('d2', '/entries is required, but missing'),
      ],
      stored: [],
    });
  });

  it('is rejected for two records with the same id', () => {
    const entries = [entry('a'), entry('b'), entry('a', '2026-01-09')];
    expect(upload({ id: 'd1', entries })).toEqual({
      datasets: [faulty('d1', '/entries/2/entryId "a" occurs more than once in the dataset')],
      stored: [],
    });
  });

  it('reports its first three errors and the number of further ones', () => {
    const { datasets } = upload({
      id: 'd1',
      entries: [1, 2, 3, 4, 5].map((amount) => ({ amount, day: '2026-01-01' })),
    });
    expect(datasets).toEqual([
      faulty(
        'd1',
        '/entries/0/entryId is required, but missing; /entries/1/entryId is required, but missing; /entries/2/entryId is required, but missing; and 2 more',
      ),
    ]);
  });

  it('is reported by its position if it has no valid id', () => {
    const named = { id: 'datasets/1', entries: [entry('a')] };
    expect(
      upload(named, { entries: [entry('a')] }, { id: '', entries: [entry('a')] }, { id: 7, entries: [] }, null),
    ).toEqual({
      datasets: [
        done('datasets/1'),
        faulty('datasets/1', '/id is required, but missing'),
        faulty('datasets/2', '/id must have at least 1 characters, but is ""'),
        faulty(
          'datasets/3',
          '/id must be a string, but is 7; /entries must have at least 1 items, but is an empty array',
        ),
        faulty('datasets/4', 'The value must be an object, but is null'),
      ],
      stored: [{ datasetId: 'datasets/1', records: [entry('a')] }],
    });
  });
});

describe('a dataset that occurs twice', () => {
  const item = { id: 'd1', entries: [entry('a')] };
  const other = { id: 'd1', entries: [entry('b')] };

  it('is stored once if both items are equal', () => {
    expect(upload(item, { ...item }, { id: 'd2', entries: [entry('a')] })).toEqual({
      datasets: [done('d1'), done('d2')],
      stored: [
        { datasetId: 'd1', records: [entry('a')] },
        { datasetId: 'd2', records: [entry('a')] },
      ],
    });
  });

  it.each([
    ['both valid', [item, other]],
    ['first invalid, then valid', [{ id: 'd1' }, other]],
    ['valid, invalid, then the first again', [item, { id: 'd1' }, item]],
  ])('is invalid if its items differ: %s', (_what, items) => {
    const message = 'It occurs more than once in the upload with different content; send one item per dataset';
    expect(upload(...items)).toEqual({ datasets: [faulty('d1', message)], stored: [] });
  });
});

describe('an upload without datasets', () => {
  it.each([
    [{}],
    [{ datasets: [] }],
    [{ datasets: { id: 'd1' } }],
    [{ datasets: null }],
    [{ __proto__: { datasets: 1 } }],
  ])('is rejected completely: %j', (body) => {
    expect(merge({ body })).toEqual(refused('datasets must be a non-empty array'));
  });

  it('is rejected with the decoding error', () => {
    expect(merge({ fault: 'Request body is not valid JSON' })).toEqual(refused('Request body is not valid JSON'));
  });
});

describe('the webhook of an upload', () => {
  const datasets = [{ id: 'd1', entries: [entry('a')] }];

  it.each([
    [7, 'webhook is invalid: The value must be an object, but is 7'],
    [{}, 'webhook is invalid: /webhookUrl is required, but missing'],
    [{ webhookUrl: 'http://host:99999/x' }, 'webhook is invalid: /webhookUrl must be an address'],
  ])('%j makes the whole upload invalid', (webhook, fault) => {
    expect(merge({ body: { datasets, webhook } })).toEqual(refused(fault));
  });

  it.each([[null], [{ webhookUrl: 'http://host/x' }]])('%j is accepted', (webhook) => {
    expect(merge({ body: { datasets, webhook } }).datasets).toEqual([done('d1')]);
  });
});
