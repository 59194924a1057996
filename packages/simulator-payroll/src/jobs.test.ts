import { describe, expect, it } from 'vitest';
import { createPayrollDrivers } from './testing/payroll-api.js';
import { createTwoYears, createUploadBody } from './testing/payslips.js';

const start = createPayrollDrivers();
const history = createTwoYears('ada');
const limit = 6 * 1024 * 1024;

describe('progression=documented', () => {
  it('finishes each job after one minute on the sandbox clock', async () => {
    const api = await start({ progression: 'documented' });
    const running = async ({ jobId }: { readonly jobId: string }) => {
      await api.advance('PT59S');
      const before = (await api.status(jobId)).status;
      await api.advance('PT1S');
      return [before, (await api.status(jobId)).status];
    };
    const description = { datasets: [{ id: 'd1' }] };
    const jobs = [
      () => api.upload(createUploadBody(history)),
      () => api.upload(description, { type: 'descriptions' }),
      () => api.train('d1'),
      () => api.run('POST /pd/create_prediction', createUploadBody(history)),
      async () => (await api.send('DELETE /pd/data/d1')).body,
    ];
    for (const job of jobs) expect(await running(await job())).toEqual(['inProgress', 'success']);
  });
});

describe('a request body', () => {
  it('can be 6 MB, but not one byte more', async () => {
    const call = 'POST /pd/real_time_prediction';
    const api = await start();
    await api.upload(createUploadBody(history));
    await api.train('d1');
    const before = (await api.jobs()).length;
    const text = JSON.stringify(createUploadBody(history.slice(0, 1)));
    const over = await api.send(call, { body: text.padEnd(limit + 1) });
    expect([over.status, over.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await api.jobs()).toHaveLength(before);
    expect((await api.send(call, { body: text.padEnd(limit) })).status).toBe(200);
  });
});
