import { beforeEach, describe, expect, it } from 'vitest';
import { type PayrollApi, payrollApis } from './testing/payroll-api.js';
import { ordinary, payslip, success, twoYears, upload } from './testing/payslips.js';

const start = payrollApis();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const staff = ['ada', 'bob', 'cleo', 'dan'];
const history = staff.flatMap(twoYears);
const context = [{ employeeId: 'ada', employeeGroups: ['kitchen'] }];
const january = ordinary('ada', '2026-01-28');
const raised = ordinary('ada', '2026-01-29', { salary: 9000 });
const lowered = ordinary('ada', '2026-01-30', { salary: 900 });
const without = payslip('without', '2026-01-31', { salary: 3000, bonus: 210 }, { employeeGroups: ['kitchen'] });

let api: PayrollApi;
beforeEach(async () => {
  api = await start();
  await api.upload(upload(history));
  await api.train('d1');
});

/** The findings of a result, without the parts that differ between predictions. */
// biome-ignore lint/suspicious/noExplicitAny: looked into by each test
function withoutIds(result: any) {
  return JSON.parse(JSON.stringify(result), (key, value) => (key === 'predictionId' ? '' : value));
}

describe('a prediction', () => {
  it('has one entry per payslip, in their order, with what is observed and what is missing', async () => {
    const { jobId, ...result } = await api.predict([raised, january, without]);
    const score = expect.any(Number);
    expect(result).toEqual({
      id: 'd1',
      severityThresholds: { lowMid: 10, midHigh: 25 },
      findings: [],
      payslipResults: [
        {
          id: raised.id,
          score,
          findings: {
            observed: [
              {
                predictionId: expect.stringMatching(uuid),
                transactionId: `${raised.id}-salary`,
                score,
                context,
                field: 'amount',
                anomalyType: 'HIGH_VALUE',
              },
            ],
            missing: [],
          },
        },
        { id: january.id, score: 0, findings: { observed: [], missing: [] } },
        {
          id: 'without',
          score,
          findings: {
            observed: [],
            missing: [
              {
                predictionId: expect.stringMatching(uuid),
                score,
                context,
                expectedField: { key: 'type', value: 'allowance' },
              },
            ],
          },
        },
      ],
    });
    for (const index of [0, 2]) expect(result.payslipResults[index].score).toBeGreaterThan(25);
    expect(await api.status(jobId)).toEqual({
      status: 'success',
      message: 'Prediction job finished',
      datasetsStatus: [success('d1')],
    });
  });

  it('tells what is too low, and scores are whole numbers that the findings add up to', async () => {
    const { payslipResults } = await api.predict([lowered, raised, without]);
    expect(payslipResults[0].findings.observed[0]).toMatchObject({ field: 'amount', anomalyType: 'LOW_VALUE' });
    for (const { score, findings } of payslipResults) {
      const scores = [...findings.observed, ...findings.missing].map((finding) => finding.score);
      expect(scores.reduce((sum, part) => sum + part, 0)).toBe(score);
      for (const part of [...scores, score]) expect(Number.isInteger(part) && part >= 1 && part <= 100).toBe(true);
    }
  });

  it('tells a change that most employees share', async () => {
    const all = staff.map((employeeId) => ordinary(employeeId, '2026-01-28', { salary: 3600 }));
    expect((await api.predict(all)).findings).toEqual([
      { type: 'INCREASE', fields: [{ key: 'type', value: 'salary' }], affectedEmployeeIds: staff },
    ]);
  });

  it.each([
    ['true', { userInitiated: true }, true],
    ['false', { userInitiated: false }, false],
    ['null', { userInitiated: null }, false],
    ['nothing', {}, false],
  ])('keeps userInitiated of %s, and shows no effect of it', async (_what, more, kept) => {
    const { jobId, ...result } = await api.predict([raised], more);
    const uploaded = await api.upload({ ...upload([raised]), ...more }, { type: 'prediction' });
    const stored = await api.stored('results');
    expect([stored[jobId], stored[uploaded.jobId]]).toEqual([
      expect.objectContaining({ userInitiated: kept }),
      expect.objectContaining({ userInitiated: kept }),
    ]);
    expect(withoutIds(result)).toEqual(withoutIds(await api.score(raised)));
  });

  it('changes no model, neither this way nor in real time', async () => {
    const before = [await api.stored('models'), await api.send('GET /pd/data/d1'), withoutIds(await api.score(raised))];
    const many = Array.from({ length: 40 }, (_, index) => payslip(`many-${index}`, '2026-02-28', { salary: 9000 }));
    await api.predict(many);
    await api.score(...many);
    const after = [await api.stored('models'), await api.send('GET /pd/data/d1'), withoutIds(await api.score(raised))];
    expect(after).toEqual(before);
    await api.upload(upload(many));
    expect(withoutIds(await api.score(raised))).toEqual(before[2]);
    await api.train('d1');
    expect((await api.score(raised)).payslipResults[0].score).toBeLessThan(before[2].payslipResults[0].score);
  });

  it('uploaded again gives the job new results, and findings ids of their own', async () => {
    const { url, jobId } = await api.presign('prediction');
    const ids = async (body: object) => {
      await api.put(url, body);
      const { datasetResults } = (await api.send('GET /pd/results', { jobId })).body;
      return datasetResults[0].payslipResults[0].findings.observed.map((item: object) => Object.values(item)[0]);
    };
    const [first, second] = [await ids(upload([raised])), await ids(upload([lowered]))];
    expect([first.length, second.length, first[0] === second[0]]).toEqual([1, 1, false]);
  });

  it('needs no more than one payslip to train with', async () => {
    const api = await start();
    await api.upload(upload(history.slice(0, 1)));
    expect((await api.train('d1')).status).toBe('success');
    expect((await api.score(january)).payslipResults).toHaveLength(1);
  });

  const twice = { ...january, id: 'twice' };
  it.each([
    [upload([{ ...january, transactions: [] }])],
    [{ ...upload([january]), webhook: { webhookUrl: 'x' } }],
    [upload([january, january])],
    [upload([january, twice])],
    [{ datasets: [...upload([january]).datasets, ...upload([raised]).datasets] }],
  ])('is refused for %j, and by an upload its job is invalid', async (body) => {
    const { status, body: answer } = await api.send('POST /pd/create_prediction', { body });
    expect([status, answer.code]).toEqual([400, 'BAD_REQUEST']);
    const { jobId, ...uploaded } = await api.upload(body, { type: 'prediction' });
    expect([uploaded.status, uploaded.datasetsStatus]).toEqual(['invalid', []]);
    expect((await api.send('GET /pd/results', { jobId })).body.datasetResults).toEqual([]);
  });
});

describe('real-time prediction', () => {
  const send = (datasets: unknown) => api.send('POST /pd/real_time_prediction', { body: { datasets } });

  it('scores as the job does, at once, and is no job', async () => {
    const jobs = (await api.jobs()).length;
    const { status, body } = await send(upload([raised, january, without]).datasets);
    expect([status, Object.keys(body), await api.jobs()]).toEqual([
      200,
      ['datasetResults'],
      expect.objectContaining({ length: jobs }),
    ]);
    expect(body.datasetResults[0].payslipResults[0].findings.observed[0].predictionId).toMatch(uuid);
    const { jobId: _id, ...result } = await api.predict([raised, january, without]);
    expect(withoutIds(body.datasetResults[0])).toEqual(withoutIds(result));
  });

  it.each([
    [[{ id: 'd1', payslips: [january, january] }]],
    [[...upload([january]).datasets, ...upload([raised]).datasets]],
  ])('is refused for %j', async (datasets) => {
    const { status, body } = await send(datasets);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
