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
  it('takes every documented form of a payslip', async () => {
    const api = await start();
    const items = [
      everyField,
      nulls,
      { ...plain, colour: 'red', transactions: [{ ...line, colour: 'red' }] },
      payslip('a', '2099-12-31', { salary: 1 }),
    ].map((item, index) => ({
      ...item,
      id: `p${index}`,
      transactions: [{ ...item.transactions[0], id: `p${index}` }],
    }));
    const { jobId: _id, ...status } = await api.upload(upload([plain, ...items]));
    expect(status).toEqual({ status: 'success', message: 'Upload job finished', datasetsStatus: [success('d1')] });
    expect((await api.send('GET /pd/data')).body).toEqual({ countOfDatasets: 1, datasetIds: ['d1'] });
  });

  it.each([
    ['a text for groups', { employeeGroups: 'kitchen' }, '/payslips/0/employeeGroups'],
    ['empty transactions', { transactions: [] }, '/payslips/0/transactions'],
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
    ['a payslip twice', upload([plain, { ...other, id: 'a' }]), '/payslips/1/id "a" occurs more than once'],
    [
      'a line id of another payslip',
      upload([plain, { ...other, transactions: plain.transactions }]),
      '/payslips/1/transactions/0/id "a-salary" occurs more than once',
    ],
  ])('of %s is invalid', async (_what, body, cause) => {
    const api = await start();
    const { status, message } = await api.upload(body);
    expect([status, message]).toEqual(['invalid', expect.stringContaining(cause)]);
    expect((await api.send('GET /pd/data')).body).toEqual(noDatasets);
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
});
