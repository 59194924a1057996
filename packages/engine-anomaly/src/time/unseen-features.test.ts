import { describe, expect, it } from 'vitest';
import { companyWorkers, createRegistration, createWorkWeeks, predictOne } from '../testing/registrations.js';
import { trainTime } from './train-time.js';

const weeks = createWorkWeeks(companyWorkers, '2025-01-06', 8);
const ordinary = weeks.find(({ employeeId }) => employeeId === 'anna') ?? createRegistration();
const km = (value: number) => ({ ...ordinary, numericals: [{ name: 'km', value }] });

describe('a feature missing from the training data', () => {
  const model = trainTime(weeks);

  it('is unusual, and listed first', () => {
    expect(predictOne(model, ordinary)).toMatchObject({ anomalyScore: 0, significantFields: [] });
    const found = predictOne(model, km(12));
    expect(found.significantFields[0]).toMatchObject({ field: 'km', direction: 1 });
    expect(found.anomalyScore).toBeGreaterThan(20);
    expect(found.anomalyScore).toBeLessThan(30);
    expect(predictOne(model, km(-12)).significantFields[0]).toMatchObject({ field: 'km', direction: -1 });
    const shift = { ...ordinary, categoricals: [{ name: 'car', value: 'van' }] };
    expect(predictOne(model, shift).significantFields[0]).toMatchObject({ field: 'car', direction: 0 });
  });

  it('is ignored if it is zero or an empty string', () => {
    const nothing = { ...ordinary, numericals: [{ name: 'km', value: 0 }], categoricals: [{ name: 'car', value: '' }] };
    expect(predictOne(model, nothing).anomalyScore).toBe(0);
  });

  it('is counted once if it is repeated', () => {
    const twice = { ...ordinary, numericals: [...km(12).numericals, ...km(13).numericals] };
    expect(predictOne(model, twice)).toEqual(predictOne(model, km(12)));
  });

  it('is less unusual with a smaller history', () => {
    const [first = createRegistration()] = weeks;
    const found = predictOne(trainTime([first]), { ...first, numericals: [{ name: 'km', value: 12 }] });
    expect(found.anomalyScore).toBeLessThan(predictOne(model, km(12)).anomalyScore);
  });

  it('is just as unusual if only another employee has it', () => {
    const shared = trainTime(
      weeks.map((row) =>
        row.employeeId === 'ben'
          ? { ...row, numericals: [{ name: 'km', value: 8 + (Number(row.date.slice(-2)) % 9) }] }
          : row,
      ),
    );
    const bens = weeks.find(({ employeeId }) => employeeId === 'ben') ?? createRegistration();
    for (const value of [12, 500]) {
      const found = predictOne(shared, km(value));
      expect(found.significantFields[0]).toMatchObject({ field: 'km', direction: 1 });
      expect(found.anomalyScore).toBe(predictOne(model, km(value)).anomalyScore);
    }
    expect(predictOne(shared, km(0)).anomalyScore).toBe(0);
    expect(predictOne(shared, { ...bens, numericals: [{ name: 'km', value: 12 }] }).anomalyScore).toBe(0);
    expect(predictOne(shared, { ...bens, numericals: [{ name: 'km', value: 500 }] }).anomalyScore).toBeGreaterThan(90);
    const newcomer = { ...km(12), employeeId: 'new' };
    expect(predictOne(shared, newcomer).significantFields).not.toContainEqual(expect.objectContaining({ field: 'km' }));
  });
});
