import { describe, expect, it } from 'vitest';
import { payrollApis } from './testing/payroll-api.js';
import { invalid, ordinary, success, twoYears, upload } from './testing/payslips.js';

const start = payrollApis();
const first = twoYears('ada');
const second = Array.from({ length: 12 }, (_, index) =>
  ordinary('bob', `2025-${String(index + 1).padStart(2, '0')}-28`, { salary: 3000 + 500 * (index % 2) }),
);

describe('a training', () => {
  it('is from scratch, on all that was uploaded and is still there', async () => {
    const api = await start();
    const modelOf = async (...uploads: ReadonlyArray<readonly object[]>) => {
      const own = api.of(`${api.tenantId}-${uploads.length}-${uploads[0]?.length}`);
      for (const payslips of uploads) {
        await own.upload(upload(payslips));
        expect((await own.train('d1')).status).toBe('success');
      }
      return { own, model: await own.stored('models') };
    };
    const together = await modelOf([...first, ...second]);
    const inParts = await modelOf(first, second);
    const alone = await modelOf(first);
    expect(inParts.model).toEqual(together.model);
    expect(alone.model).not.toEqual(together.model);
    const { own } = inParts;
    await own.upload(upload(second.map((payslip) => ({ ...payslip, date: '2030-01-31' }))));
    await own.send('DELETE /pd/data/d1?fromDate=2030-01-01');
    await own.train('d1');
    expect(await own.stored('models')).toEqual(alone.model);
  });

  it('needs no more than one payslip', async () => {
    const api = await start();
    await api.upload(upload(first.slice(0, 1)));
    expect((await api.train('d1')).status).toBe('success');
    expect((await api.score(ordinary('ada', '2026-01-28'))).payslipResults).toHaveLength(1);
  });

  it('of one dataset makes no other one predictable, and an unknown one is invalid', async () => {
    const api = await start();
    await api.upload({ datasets: [...upload(first).datasets, ...upload(first, 'd2').datasets] });
    expect((await api.train('d1', 'none', 'd1')).datasetsStatus).toEqual([
      success('d1'),
      invalid('none', 'There is no such dataset; upload it first'),
    ]);
    const body = { datasets: ['d1', 'd2'].map((id) => ({ id, payslips: [first[0]] })) };
    expect((await api.run('POST /pd/create_prediction', body)).datasetsStatus).toEqual([
      success('d1'),
      invalid('d2', 'Dataset "d2" is not trained; start the trainer first'),
    ]);
  });

  it.each([
    [{}],
    [{ datasetIds: [] }],
    [{ datasetIds: [''] }],
    [{ datasetIds: [1] }],
    [{ datasetIds: 'd1' }],
    [{ datasetId: 'd1' }],
    [{ parameters: [{ datasetId: 'd1' }] }],
    [{ datasetIds: ['d1'], webhook: { webhookUrl: 'ftp://host' } }],
    ['{'],
  ])('is refused for %j', async (body) => {
    const api = await start();
    const { status, body: answer } = await api.send('POST /pd/start_trainer', { body });
    expect([status, answer.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await api.jobs()).toEqual([]);
  });
});
