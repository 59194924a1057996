import { expect, it } from 'vitest';
import { createPayrollDrivers } from './testing/payroll-api.js';
import { createTwoYears, createUploadBody } from './testing/payslips.js';

const start = createPayrollDrivers();

it('accepts unusual names and extreme numbers in payslips', async () => {
  const api = await start();
  const lines = (id: string) => [
    { id: `${id} 1`, type: '__proto__', subType: 'constructor', amount: 1e308, rate: -1e308, quantity: 1e308 },
    { id: `${id} 2`, type: '', amount: -1e308, costUnits: [{ ['__proto__']: 'x' }], unit: '☃' },
    { id: `${id} 3`, type: 'zero', amount: 0, rate: 0, quantity: 0, fromDate: '0001-01-01', toDate: '9999-12-31' },
    { id: `${id} 4`, type: 'tiny', amount: 1e-308 },
  ];
  const dates = ['0001-01-01', '2024-02-29', '9999-12-31'];
  const payslips = dates.map((date) => ({
    id: date,
    date,
    employeeId: '__proto__',
    employeeGroups: ['', 'toString', 'toString'],
    transactions: lines(date),
  }));
  expect((await api.upload(createUploadBody([...payslips, ...createTwoYears('ada')], '__proto__'))).status).toBe(
    'success',
  );
  expect((await api.train('__proto__')).status).toBe('success');
  const { jobId, status } = await api.run('POST /pd/create_prediction', createUploadBody(payslips, '__proto__'));
  expect(status).toBe('success');
  const results = (await api.send('GET /pd/results', { jobId })).body.datasetResults[0].payslipResults;
  expect(results.map(({ id }: { id: string }) => id)).toEqual(dates);
  expect(
    (await api.send('POST /pd/real_time_prediction', { body: createUploadBody(payslips, '__proto__') })).status,
  ).toBe(200);
});
