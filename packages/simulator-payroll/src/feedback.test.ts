import { beforeEach, describe, expect, it } from 'vitest';
import { type PayrollApi, payrollApis } from './testing/payroll-api.js';
import { ordinary, payslip, twoYears, upload } from './testing/payslips.js';

const start = payrollApis();
const raised = ordinary('ada', '2026-01-28', { salary: 9000 });
const without = payslip('without', '2026-01-29', { salary: 3000, bonus: 210 }, { employeeGroups: ['kitchen'] });

let api: PayrollApi;
let jobId: string;
let observed: string;
let missing: string;

beforeEach(async () => {
  api = await start();
  await api.upload(upload([...twoYears('ada'), ...twoYears('bob')]));
  await api.train('d1');
  const result = await api.predict([raised, without]);
  jobId = result.jobId;
  observed = result.payslipResults[0].findings.observed[0].predictionId;
  missing = result.payslipResults[1].findings.missing[0].predictionId;
});

const send = (...datasets: unknown[]) => api.send('POST /pd/feedback', { body: { datasets } });
const item = (...predictions: object[]) => ({ datasetId: 'd1', jobId, predictions });
const say = (predictionId: string, feedback: string) => ({ predictionId, feedback });
const scores = async () => {
  const { payslipResults } = await api.score(raised, without);
  return payslipResults.map(({ score }: { score: number }) => score);
};

describe('feedback', () => {
  it('on observed and missing findings is stored, the last word on each counts, and no score changes', async () => {
    const before = await scores();
    const answer = await send({
      ...item(say(observed, 'FALSE_POSITIVE'), say(missing, 'TRUE_POSITIVE')),
      customerId: 'C',
    });
    expect(answer).toEqual({ status: 200, body: { message: 'Feedback stored' } });
    expect((await send({ ...item(say(observed, 'TRUE_POSITIVE')), customerId: null })).status).toBe(200);
    expect(Object.values(await api.stored('feedback'))).toEqual([
      item(say(observed, 'TRUE_POSITIVE'), say(missing, 'TRUE_POSITIVE')),
    ]);
    expect(await scores()).toEqual(before);
    await api.train('d1');
    expect(await scores()).toEqual(before);
  });

  it('on an unknown finding, job or dataset is refused, and nothing of the body is stored', async () => {
    const good = item(say(observed, 'FALSE_POSITIVE'));
    const { jobId: training } = await api.train('d1');
    const { payslipResults } = await api.score(raised);
    const realTime = payslipResults[0].findings.observed[0].predictionId;
    const unknown = [
      [item(say('none', 'FALSE_POSITIVE')), 'made no prediction "none"'],
      [item(say(observed, 'FALSE_POSITIVE'), say(raised.id, 'FALSE_POSITIVE')), `made no prediction "${raised.id}"`],
      [item(say(realTime, 'FALSE_POSITIVE')), `made no prediction "${realTime}"`],
      [{ ...good, jobId: 'none' }, 'no finished prediction job "none"'],
      [{ ...good, jobId: training }, `no finished prediction job "${training}"`],
      [{ ...good, datasetId: 'd2' }, 'no prediction for dataset "d2"'],
    ] as const;
    for (const [bad, message] of unknown) {
      const { status, body } = await send(good, bad);
      expect([status, body.code, body.message]).toEqual([404, 'NOT_FOUND', expect.stringContaining(message)]);
    }
    expect(await api.stored('feedback')).toEqual({});
    const other = await api.send('POST /pd/feedback', { body: { datasets: [good] }, tenantId: 'other' });
    expect(other.status).toBe(404);
    expect((await send(good)).status).toBe(200);
  });
});
