import { describe, expect, it } from 'vitest';
import { payrollApis } from './testing/payroll-api.js';
import { invalid, payslip, success, twoYears, upload } from './testing/payslips.js';

const start = payrollApis();
const plain = payslip('a', '2024-02-29', { salary: 3000 });
const [line] = plain.transactions;
const everyField = {
  ...plain,
  employeeGroups: ['kitchen', 'full-time'],
  transactions: [
    {
      ...line,
      amount: -12.5,
      contractId: 'c',
      subType: 'incomeTax',
      unit: 'EUR',
      fromDate: '2024-02-01',
      toDate: '2024-02-29',
      rate: 12.5,
      quantity: -1,
      costUnits: [{ department: 'kitchen', anything: 'x' }, {}],
    },
  ],
};
const optional = ['contractId', 'subType', 'unit', 'fromDate', 'toDate', 'rate', 'quantity', 'costUnits'];
const nulls = {
  ...plain,
  employeeGroups: null,
  transactions: [{ ...line, ...Object.fromEntries(optional.map((key) => [key, null])) }],
};
const noDatasets = { countOfDatasets: 0, datasetIds: [] };

describe('an upload of payslips', () => {
  it.each([
    ['every field', everyField],
    ['the required fields alone', plain],
    ['null in what is optional', nulls],
    ['unknown keys', { ...plain, colour: 'red', transactions: [{ ...line, colour: 'red' }] }],
    ['a future date', payslip('a', '2099-12-31', { salary: 1 })],
    ['a line with the id of its payslip', { ...plain, transactions: [{ ...line, id: 'a' }] }],
  ])('takes %s', async (_what, item) => {
    const api = await start();
    const { jobId: _id, ...status } = await api.upload(upload([item]));
    expect(status).toEqual({ status: 'success', message: 'Upload job finished', datasetsStatus: [success('d1')] });
    expect((await api.send('GET /pd/data')).body).toEqual({ countOfDatasets: 1, datasetIds: ['d1'] });
  });

  it.each([
    ['a date that does not exist', { date: '2023-02-29' }, '/payslips/0/date'],
    ['another form of date', { date: '29.02.2024' }, '/payslips/0/date'],
    ['no date', { date: undefined }, '/payslips/0/date'],
    ['a number as id', { id: 7 }, '/payslips/0/id'],
    ['no employee', { employeeId: undefined }, '/payslips/0/employeeId'],
    ['a text for groups', { employeeGroups: 'kitchen' }, '/payslips/0/employeeGroups'],
    ['no transactions', { transactions: undefined }, '/payslips/0/transactions'],
    ['empty transactions', { transactions: [] }, '/payslips/0/transactions'],
    ['an amount as text', { transactions: [{ ...line, amount: '3000' }] }, '/payslips/0/transactions/0/amount'],
    ['a line without type', { transactions: [{ id: 'x', amount: 1 }] }, '/payslips/0/transactions/0/type'],
    ['a line without id', { transactions: [{ type: 'x', amount: 1 }] }, '/payslips/0/transactions/0/id'],
    ['a rate as text', { transactions: [{ ...line, rate: '1' }] }, '/payslips/0/transactions/0/rate'],
    ['a bad period', { transactions: [{ ...line, toDate: '2024-02-30' }] }, '/payslips/0/transactions/0/toDate'],
    [
      'a number in cost units',
      { transactions: [{ ...line, costUnits: [{ d: 1 }] }] },
      '/payslips/0/transactions/0/cost',
    ],
    ['a line twice', { transactions: [line, line] }, '/payslips/0/transactions/1/id "a-salary" occurs more than once'],
  ])('with %s is answered 200, and its job is invalid', async (_what, fault, cause) => {
    const api = await start();
    const { url, jobId } = await api.presign();
    expect(await api.put(url, upload([{ ...plain, ...fault }]))).toEqual({ status: 200, body: undefined });
    const { status, message, datasetsStatus } = await api.status(jobId);
    expect([status, datasetsStatus]).toEqual(['invalid', [invalid('d1', expect.stringContaining(cause))]]);
    expect(message).toBe(`Upload job finished with invalid datasets. Dataset "d1": ${datasetsStatus[0].message}`);
    expect((await api.send('GET /pd/data')).body).toEqual(noDatasets);
    expect((await api.train('d1')).status).toBe('invalid');
  });

  const other = payslip('b', '2024-03-31', { salary: 3000 });
  it.each([
    ['{}', {}, 'datasets must be a non-empty array'],
    ['no datasets', { datasets: [] }, 'datasets must be a non-empty array'],
    ['CSV', 'a,b\n1,2', 'Request body is not valid JSON'],
    ['datasetId for id', { datasets: [{ datasetId: 'd1', payslips: [plain] }] }, '/id is required'],
    ['no payslips', { datasets: [{ id: 'd1' }] }, '/payslips is required'],
    ['an empty list of payslips', upload([]), '/payslips'],
    ['a payslip twice', upload([plain, { ...other, id: 'a' }]), '/payslips/1/id "a" occurs more than once'],
    [
      'a line id of another payslip',
      upload([plain, { ...other, transactions: plain.transactions }]),
      '/payslips/1/transactions/0/id "a-salary" occurs more than once',
    ],
    ['a dataset twice', { datasets: [...upload([plain]).datasets, ...upload([other]).datasets] }, 'more than once'],
  ])('of %s is invalid', async (_what, body, cause) => {
    const api = await start();
    const { status, message } = await api.upload(body);
    expect([status, message]).toEqual(['invalid', expect.stringContaining(cause)]);
    expect((await api.send('GET /pd/data')).body).toEqual(noDatasets);
  });

  it('adds to what is stored, and a payslip with a known id takes the place of the known one', async () => {
    const api = await start();
    await api.upload(upload([plain, other]));
    await api.upload(upload([{ ...other, date: '2024-03-01' }, payslip('c', '2024-03-02', { salary: 1 })]));
    expect((await api.send('GET /pd/data/d1')).body).toEqual({
      startDate: '2024-02-29',
      endDate: '2024-03-02',
      intervalGranularity: 'D',
      numberOfIntervalsWithRecords: 3,
      numberOfIntervalsWithoutRecords: 0,
      numberOfIntervalsTotal: 3,
    });
  });

  it('may bring the same ids to several datasets, and stores the valid ones of an invalid job', async () => {
    const api = await start();
    const good = { id: 'good', customerId: 'C', payslips: [plain] };
    const { datasetsStatus } = await api.upload({ datasets: [good, { ...good, id: 'bad', customerId: 7 }] });
    expect(datasetsStatus).toEqual([success('good'), invalid('bad', expect.stringContaining('/customerId'))]);
    expect((await api.upload({ datasets: [{ ...good, id: 'new' }, good] })).status).toBe('success');
    expect((await api.send('GET /pd/data')).body.datasetIds).toEqual(['good', 'new']);
  });

  it('of a great size adds to what is stored all the same', async () => {
    const api = await start();
    const payslips = Array.from({ length: 60 }, (_, index) => twoYears(`e${index}`)).flat();
    const text = JSON.stringify(upload(payslips));
    expect(text.length).toBeGreaterThan(256 * 1024);
    await api.upload(upload([plain]));
    expect((await api.upload(text)).datasetsStatus).toEqual([success('d1')]);
    expect((await api.send('GET /pd/data/d1')).body.numberOfIntervalsWithRecords).toBe(25);
  });

  it.each([
    ['Content-Type', { 'content-type': 'application/json' }, 403, 'SignatureDoesNotMatch'],
    ['a token', { authorization: 'Bearer any' }, 400, 'InvalidArgument'],
  ])('with %s is refused, and no job starts', async (_what, headers, expected, code) => {
    const api = await start();
    const { url, jobId } = await api.presign();
    const { status, body } = await api.put(url, upload([plain]), headers);
    expect([status, body]).toEqual([expected, expect.stringContaining(`<Code>${code}</Code>`)]);
    expect((await api.send('GET /pd/status', { jobId })).status).toBe(404);
  });

  it('may have an empty Content-Type, within 60 minutes of its URL', async () => {
    const api = await start({});
    const [first, second] = [await api.presign(), await api.presign()];
    await api.advance('PT59M');
    expect((await api.put(first.url, upload([plain]), { 'content-type': '' })).status).toBe(200);
    expect((await api.status(first.jobId)).status).toBe('success');
    await api.advance('PT2M');
    expect((await api.put(second.url, upload([plain]))).status).toBe(403);
  });

  it.each(['feedback', 'RAW_DATA', ''])('has no type "%s"', async (type) => {
    const api = await start();
    const { status, body } = await api.send(`GET /pd/presigned_url?type=${type}`);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('an upload of descriptions', () => {
  const described = { id: 'd1', customerId: 'C', description: 'Hourly paid', more: 1 };
  const descriptions = { type: 'descriptions' };

  it('is stored beside the payslips, which stay as they are', async () => {
    const api = await start();
    await api.upload(upload([plain]));
    const before = await api.stored('datasets');
    const body = { datasets: [described, { id: 'new', description: 7 }] };
    const { jobId: _id, ...status } = await api.upload(body, descriptions);
    expect(status).toEqual({
      status: 'success',
      message: 'Upload job finished',
      datasetsStatus: [success('d1'), success('new')],
    });
    expect(await api.stored('datasets')).toEqual(before);
    expect(await api.stored('descriptions')).toEqual({
      d1: { datasetId: 'd1', customerId: 'C', description: 'Hourly paid' },
      new: { datasetId: 'new' },
    });
  });

  it.each([
    [{}, 'datasets must be a non-empty array'],
    [{ datasets: [{ datasetId: 'd1', description: 'x' }] }, 'Dataset "datasets/0": /id is required'],
    [{ datasets: [described], webhook: { webhookUrl: 'x' } }, 'webhook is invalid'],
  ])('%j is invalid', async (body, cause) => {
    const api = await start();
    const { status, message } = await api.upload(body, descriptions);
    expect([status, message]).toEqual(['invalid', expect.stringContaining(cause)]);
    expect(await api.stored('descriptions')).toEqual({});
  });
});

describe('a deletion', () => {
  const dates = ['2025-10-31', '2025-11-30', '2025-12-31'];
  const payslips = dates.map((date) => payslip(date, date, { salary: 3000 }));

  it('takes the payslips of a span of days, both included', async () => {
    const api = await start();
    await api.upload(upload(payslips));
    const { status, body } = await api.send('DELETE /pd/data/d1?fromDate=2025-11-30&toDate=2025-12-30');
    expect([status, (await api.status(body.jobId)).datasetsStatus]).toEqual([200, [success('d1')]]);
    expect((await api.send('GET /pd/data/d1')).body).toMatchObject({
      startDate: '2025-10-31',
      endDate: '2025-12-31',
      numberOfIntervalsWithRecords: 2,
    });
    expect((await api.send('DELETE /pd/data/d1?fromDate=2025-12-31&toDate=2025-12-30')).status).toBe(400);
  });

  it('of everything leaves neither dataset, model nor description, but results', async () => {
    const api = await start();
    await api.upload(upload(payslips));
    await api.upload({ datasets: [{ id: 'd1', description: 'x' }] }, { type: 'descriptions' });
    await api.train('d1');
    const { jobId, ...result } = await api.predict(payslips);
    await api.send('DELETE /pd/data/d1');
    for (const collection of ['datasets', 'models', 'descriptions']) {
      expect([collection, await api.stored(collection)]).toEqual([collection, {}]);
    }
    expect((await api.send('GET /pd/data/d1')).body.code).toBe('DATASET_NOT_FOUND');
    expect((await api.send('GET /pd/results', { jobId })).body.datasetResults).toEqual([result]);
    await api.upload(upload(payslips));
    expect((await api.run('POST /pd/create_prediction', upload(payslips))).status).toBe('invalid');
  });

  it('of an unknown dataset is a job that ends invalid', async () => {
    const api = await start();
    const { status, body } = await api.send('DELETE /pd/data/d1');
    const unknown = [invalid('d1', 'There is no such dataset; upload it first')];
    expect([status, (await api.status(body.jobId)).datasetsStatus]).toEqual([200, unknown]);
  });
});
