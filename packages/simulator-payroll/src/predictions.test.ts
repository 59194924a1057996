import { beforeEach, describe, expect, it } from 'vitest';
import { type PayrollApi, payrollApis } from './testing/payroll-api.js';
import { invalid, ordinary, payslip, success, twoYears, upload } from './testing/payslips.js';

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

  it('stays as it is, to be fetched again and again, by pages that begin with 1', async () => {
    const { jobId } = await api.predict([raised]);
    const [first, again] = [await api.send('GET /pd/results', { jobId }), await api.send('GET /pd/results', { jobId })];
    expect(again).toEqual(first);
    expect(Object.keys(first.body)).toEqual(['message', 'page', 'pages', 'datasetResults']);
    expect(first.body).toMatchObject({ message: 'Prediction results fetched', page: 1, pages: 1 });
    for (const [page, status] of Object.entries({ 2: 404, 0: 400, x: 400 })) {
      expect((await api.send(`GET /pd/results?page=${page}`, { jobId })).status).toBe(status);
    }
  });

  it('of many datasets comes in pages', async () => {
    const datasets = Array.from({ length: 11 }, (_, index) => upload([january], `d${index}`).datasets[0]);
    const api = await start({ seed: { tenants: { t1: { datasets, training: {} } } } });
    await api.control('PATCH /_sim/settings', { apis: { payroll: { pageSize: 10 } } });
    const { jobId } = await api.run('POST /pd/create_prediction', { datasets });
    const page = async (number: number) => (await api.send(`GET /pd/results?page=${number}`, { jobId })).body;
    const [first, second] = [await page(1), await page(2)];
    expect([first.pages, first.datasetResults.length, second.page]).toEqual([2, 10, 2]);
    expect(second.datasetResults.map(({ id }: { id: string }) => id)).toEqual(['d10']);
  });

  it('has the results of its valid datasets', async () => {
    await api.upload(upload([january], 'untrained'));
    const datasets = ['none', 'd1', 'untrained'].map((id) => ({ id, payslips: [january] }));
    const { jobId, ...status } = await api.run('POST /pd/create_prediction', { datasets });
    expect([status.status, status.datasetsStatus]).toEqual([
      'invalid',
      [
        invalid('none', 'There is no such dataset; upload it first'),
        success('d1'),
        invalid('untrained', 'Dataset "untrained" is not trained; start the trainer first'),
      ],
    ]);
    const { message, datasetResults } = (await api.send('GET /pd/results', { jobId })).body;
    expect([message, datasetResults.length, datasetResults[0].id]).toEqual([
      expect.stringContaining('some datasets were invalid'),
      1,
      'd1',
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

  it('comes by an upload as well, which stores no payslip', async () => {
    const before = await api.send('GET /pd/data/d1');
    const body = { datasets: [{ id: 'd1', customerId: null, payslips: [raised] }], webhook: null };
    const { jobId, status, message, datasetsStatus } = await api.upload(body, { type: 'prediction' });
    expect([status, message, datasetsStatus]).toEqual(['success', 'Prediction job finished', [success('d1')]]);
    const { datasetResults } = (await api.send('GET /pd/results', { jobId })).body;
    expect(datasetResults[0].payslipResults[0].findings.observed[0].transactionId).toBe(`${raised.id}-salary`);
    expect(await api.send('GET /pd/data/d1')).toEqual(before);
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

  const twice = { ...january, id: 'twice' };
  it.each([
    [{}],
    [[]],
    [{ datasets: [] }],
    [{ datasets: { id: 'd1', payslips: [january] } }],
    [{ parameters: upload([january]).datasets }],
    [{ datasets: [{ datasetId: 'd1', payslips: [january] }] }],
    [upload([january], '')],
    [upload([])],
    [{ datasets: [{ id: 'd1' }] }],
    [upload([{ ...january, transactions: [] }])],
    [{ ...upload([january]), userInitiated: 'true' }],
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

  it('takes equal datasets as one', async () => {
    const { datasets } = upload([raised]);
    const { jobId, datasetsStatus } = await api.run('POST /pd/create_prediction', {
      datasets: [...datasets, ...datasets],
    });
    expect(datasetsStatus).toEqual([success('d1')]);
    expect((await api.send('GET /pd/results', { jobId })).body.datasetResults).toHaveLength(1);
  });
});

describe('results', () => {
  it('are none of a running job, of another kind of job, or of an unknown one', async () => {
    const api = await start({ progression: 'manual', seed: { tenants: { t1: upload(history) } } });
    const { jobId: training } = await api.train('d1');
    const { jobId: running } = await api.run('POST /pd/create_prediction', upload([january]));
    await api.control(`POST /_sim/jobs/${training}/complete`);
    const messages = [training, running, 'none'].map(async (jobId) => {
      const { status, body } = await api.send('GET /pd/results', { jobId });
      return [status, body.message];
    });
    expect(await Promise.all(messages)).toEqual([
      [404, expect.stringContaining('is a training job')],
      [404, expect.stringContaining('is in progress')],
      [404, expect.stringContaining('There is no job "none"')],
    ]);
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

  it('knows neither unknown nor untrained datasets, nor those of other tenants', async () => {
    await api.upload(upload([january], 'untrained'));
    const answers = await Promise.all(['none', 'untrained'].map((id) => send([{ id, payslips: [january] }])));
    expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [404, 'DATASET_NOT_FOUND', 'There is no dataset "none" for this tenant; upload it first'],
      [404, 'NOT_FOUND', 'Dataset "untrained" is not trained; start the trainer first'],
    ]);
    const body = upload([january]);
    expect((await api.send('POST /pd/real_time_prediction', { body, tenantId: 'other' })).status).toBe(404);
    expect((await send(upload([january]).datasets)).status).toBe(200);
  });

  it.each([
    [undefined],
    [[]],
    [[{ id: 'd1' }]],
    [[{ id: 'd1', payslips: [] }]],
    [[{ datasetId: 'd1', payslips: [january] }]],
    [[{ id: 'd1', payslips: [january, january] }]],
    [[...upload([january]).datasets, ...upload([raised]).datasets]],
  ])('is refused for %j', async (datasets) => {
    const { status, body } = await send(datasets);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
