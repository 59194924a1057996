import { describe, expect, it } from 'vitest';
import { createPayrollDrivers } from './testing/payroll-api.js';
import { createPayslip, createSuccessStatus, createTwoYears, createUploadBody } from './testing/payslips.js';

const start = createPayrollDrivers();
const plain = createPayslip('a', '2024-02-29', { salary: 3000 });
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

describe('an upload of payslips', () => {
  it('accepts every documented form of a payslip', async () => {
    const api = await start();
    const items = [
      everyField,
      nulls,
      { ...plain, colour: 'red', transactions: [{ ...line, colour: 'red' }] },
      createPayslip('a', '2099-12-31', { salary: 1 }),
    ].map((item, index) => ({
      ...item,
      id: `p${index}`,
      transactions: [{ ...item.transactions[0], id: `p${index}` }],
    }));
    const { jobId: _id, ...status } = await api.upload(createUploadBody([plain, ...items]));
    expect(status).toEqual({
      status: 'success',
      message: 'Upload job finished',
      datasetsStatus: [createSuccessStatus('d1')],
    });
    expect((await api.send('GET /pd/data')).body).toEqual({ countOfDatasets: 1, datasetIds: ['d1'] });
  });

  it('adds to the stored payslips, even if it is large', async () => {
    const api = await start();
    const payslips = Array.from({ length: 60 }, (_, index) => createTwoYears(`e${index}`)).flat();
    const text = JSON.stringify(createUploadBody(payslips));
    expect(text.length).toBeGreaterThan(256 * 1024);
    await api.upload(createUploadBody([plain]));
    expect((await api.upload(text)).datasetsStatus).toEqual([createSuccessStatus('d1')]);
    expect((await api.send('GET /pd/data/d1')).body.numberOfIntervalsWithRecords).toBe(25);
  });
});
