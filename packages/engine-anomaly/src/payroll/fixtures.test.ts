import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { predictTime } from '../time/predict-time.js';
import { prepareTime } from '../time/prepare-time.js';
import { trainTime } from '../time/train-time.js';
import type { TimePredictionRequest, TimeRegistration } from '../time/types.js';
import { predictPayroll } from './predict-payroll.js';
import { preparePayroll } from './prepare-payroll.js';
import { trainPayroll } from './train-payroll.js';
import type { Payslip } from './types.js';

const folder = new URL('../../../../fixtures/', import.meta.url);
const read = <Body>(name: string): Body => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const inRequest = 'requests/create-prediction.json';

/** Pins every number of a model or prediction to six digits. */
function digestOf(output: unknown): string {
  const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);
  return createHash('sha256').update(JSON.stringify(output, rounded)).digest('hex').slice(0, 16);
}

describe('the anomaly fixtures', () => {
  it('contain a week of registrations whose anomalies and missing days are detected', () => {
    const upload = read<{ datasets: { registrations: TimeRegistration[] }[] }>('time/registrations.json');
    const request = read<{ parameters: TimePredictionRequest[] }>(`time/${inRequest}`).parameters[0];
    const known = read<{
      [inRequest]: { registrationId: string; fields: string[]; direction: number }[];
      missingInRequest: { employeeId: string; date: string }[];
    }>('time/anomalies.json');
    if (request === undefined) throw new Error('The request is empty.');
    const model = trainTime(upload.datasets[0]?.registrations ?? []);
    const { predictions, plans } = predictTime(prepareTime(model), request);
    expect([model, predictions].map(digestOf)).toEqual(['51ff8c0d5ee10385', '38c3135e6c06f09a']);
    const single = predictions.filter(({ aggregated }) => !aggregated).sort((a, b) => b.anomalyScore - a.anomalyScore);
    const injected = known[inRequest];
    const top = single.slice(0, injected.length).map(({ registrationId }) => registrationId);
    expect(top.sort()).toEqual(injected.map(({ registrationId }) => registrationId).sort());
    for (const { registrationId, fields, direction } of injected) {
      const [first] = single.find((item) => item.registrationId === registrationId)?.significantFields ?? [];
      expect(fields).toContain(first?.field);
      expect(first?.direction).toBe(direction);
    }
    const missing = predictions.filter((item) => item.missing && item.anomalySeverity !== 'low');
    expect(missing.map(({ employeeId, date }) => ({ employeeId, date })).sort(byText)).toEqual(
      [...known.missingInRequest].sort(byText),
    );
    expect(plans.map(({ breaches }) => breaches.map(({ ruleId }) => ruleId))).toEqual([[], ['ten-hours']]);
  });

  it('contain a month of payslips whose anomalies get the highest scores', () => {
    const upload = read<{ datasets: { payslips: Payslip[] }[] }>('payroll/payslips.json');
    const request = read<typeof upload>(`payroll/${inRequest}`);
    const known = read<Record<string, { payslipId: string }[]>>('payroll/anomalies.json')[inRequest] ?? [];
    const model = trainPayroll(upload.datasets[0]?.payslips ?? []);
    const { payslipResults } = predictPayroll(preparePayroll(model), request.datasets[0]?.payslips ?? []);
    expect([model, payslipResults].map(digestOf)).toEqual(['c6b3d978dcbd1494', '060d7e35786e7244']);
    const highest = [...payslipResults].sort((a, b) => b.score - a.score).slice(0, known.length);
    expect(highest.map(({ id }) => id).sort()).toEqual(known.map(({ payslipId }) => payslipId).sort());
  });
});

function byText(a: { employeeId: string; date: string }, b: { employeeId: string; date: string }): number {
  return `${a.employeeId}|${a.date}` < `${b.employeeId}|${b.date}` ? -1 : 1;
}
