import { beforeEach, describe, expect, it } from 'vitest';
import { maxResultBytes } from './policies.js';
import { createRegistration, createUploadBody } from './testing/registrations.js';
import { createTimeDrivers, type TimeDriver } from './testing/time-api.js';

const start = createTimeDrivers();
const limit = 6 * 1024 * 1024;
const day = [createRegistration('a', '2026-01-13', { workDuration: 8 })];

let api: TimeDriver;
beforeEach(async () => {
  api = await start();
  await api.upload(createUploadBody(day));
  await api.train(['d1']);
});

describe('a request body', () => {
  it.each([
    ['POST /td/create_prediction', 202, { parameters: [{ datasetId: 'd1', registrations: day }] }],
    ['POST /td/start_trainer', 202, { parameters: [{ datasetId: 'd1' }] }],
    ['POST /td/real_time_prediction', 200, { parameters: [{ datasetId: 'd1', registrations: day }] }],
  ])('of %s can be 6 MB, but not one byte more', async (call, expected, body) => {
    const text = JSON.stringify(body);
    const before = (await api.jobs()).length;
    const over = await api.send(call, { body: text.padEnd(limit + 1) });
    expect([over.status, over.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await api.jobs()).toHaveLength(before);
    expect((await api.send(call, { body: text.padEnd(limit) })).status).toBe(expected);
  });
});

describe('the result of a prediction', () => {
  /** If many registrations of a day break a rule together, each of them names all: many bytes at low cost. */
  const request = (...planIds: string[]) => ({
    registrations: Array.from({ length: 240 }, (_, index) =>
      createRegistration(`${String(index).padStart(3, '0')}${'x'.repeat(97)}`, '2026-01-13', { workDuration: 1 }),
    ),
    plans: planIds.map((planId) => ({ planId, date: '2026-01-20', employeeId: 'ada' })),
    rules: [{ ruleId: 'r', ruleType: 'max_hours_per_day', value: 10 }],
  });
  const predict = async (items: object[]) => {
    const { jobId, status } = await api.run('POST /td/create_prediction', { parameters: items });
    expect(status).toBe('success');
    return jobId;
  };
  const sizeOf = async (items: object[]) => {
    const { status, body } = await api.send('GET /td/results', { jobId: await predict(items) });
    return status === 200 ? Buffer.byteLength(JSON.stringify(body)) : status;
  };

  it('cannot be fetched if it is larger than 6 MB, even though the job succeeds', async () => {
    expect(maxResultBytes).toBe(limit);
    const size = async (...planIds: string[]) => await sizeOf([{ datasetId: 'd1', ...request(...planIds) }]);
    const [base, two] = [Number(await size('p')), Number(await size('p', '00000'))];
    const plans = Math.floor((limit - base) / (two - base));
    const rest = limit - base - plans * (two - base);
    const others = Array.from({ length: plans }, (_, index) => String(index).padStart(5, '0'));
    const [second = '', ...more] = others;
    const exact = ['p'.padEnd(1 + Math.min(rest, 90), '-'), second.padEnd(5 + Math.max(0, rest - 90), '-'), ...more];
    expect(await size(...exact)).toBe(limit);
    const larger = { datasetId: 'd1', ...request(`${exact[0]}-`, ...exact.slice(1)) };
    const jobId = await predict([larger]);
    expect((await api.status(jobId)).status).toBe('success');
    for (const page of [1, 2]) {
      const { status, body } = await api.send(`GET /td/results?page=${page}`, { jobId });
      expect([status, body.code, body.message]).toEqual([
        500,
        'INTERNAL_SERVER_ERROR',
        `The result of job "${jobId}" is larger than ${limit} bytes and cannot be fetched; predict about 4000 registrations per request`,
      ]);
    }
  });

  it('counts at least the configured bytes per registration (time.gap.result-entry-size)', async () => {
    const body = { parameters: [{ datasetId: 'd1', registrations: [...day, createRegistration('b', '2026-01-14')] }] };
    const { jobId } = await api.run('POST /td/create_prediction', body);
    const statuses: number[] = [];
    for (const resultEntryBytes of [-1, limit / 2 - 100, limit / 2, 0]) {
      statuses.push((await api.control('PATCH /_sim/settings', { apis: { time: { resultEntryBytes } } })).status);
      statuses.push((await api.send('GET /td/results', { jobId })).status);
    }
    expect(statuses).toEqual([400, 200, 200, 200, 200, 500, 200, 200]);
  });

  it('is noted in the journal as too large if the request has more than 4000 registrations', async () => {
    const other = await start({ progression: 'manual' });
    const many = Array.from({ length: 4001 }, (_, index) => createRegistration(`${index}`, '2026-01-13'));
    for (const count of [4000, 4001]) {
      const body = { parameters: [{ datasetId: 'd1', registrations: many.slice(0, count) }] };
      await other.send('POST /td/create_prediction', { body });
      const { url } = await other.presign('prediction');
      await other.put(url, JSON.stringify(body));
    }
    const { entries } = (await other.control('GET /_sim/journal?type=request')).body;
    const notes = entries.map(({ note }: { note?: string }) => note).filter(Boolean);
    const said =
      'The prediction has 4001 registrations; the guideline is 4000 a request, because no result above 6291456 bytes can be fetched.';
    expect(notes).toEqual([said, said]);
  });
});
