import { beforeEach, describe, expect, it } from 'vitest';
import { createPayrollDrivers, type PayrollDriver } from './testing/payroll-api.js';
import {
  createOrdinaryPayslip,
  createPayslip,
  createSuccessStatus,
  createTwoYears,
  createUploadBody,
} from './testing/payslips.js';

const start = createPayrollDrivers();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const staff = ['ada', 'bob', 'cleo', 'dan'];
const history = staff.flatMap(createTwoYears);
const context = [{ employeeId: 'ada', employeeGroups: ['kitchen'] }];
const january = createOrdinaryPayslip('ada', '2026-01-28');
const raised = createOrdinaryPayslip('ada', '2026-01-29', { salary: 9000 });
const without = createPayslip('without', '2026-01-31', { salary: 3000, bonus: 210 }, { employeeGroups: ['kitchen'] });

let api: PayrollDriver;
beforeEach(async () => {
  api = await start();
  await api.upload(createUploadBody(history));
  await api.train('d1');
});

describe('a prediction', () => {
  it('has one result per payslip, in order, with observed and missing lines', async () => {
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
      datasetsStatus: [createSuccessStatus('d1')],
    });
  });
});
