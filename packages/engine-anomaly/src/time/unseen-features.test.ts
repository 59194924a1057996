import { describe, expect, it } from 'vitest';
import { companyWorkers, createRegistration, createWorkWeeks } from '../testing/registrations.js';
import { predictTime } from './predict-time.js';
import { prepareTime } from './prepare-time.js';
import { trainTime } from './train-time.js';
import type { TimeRegistration } from './types.js';

const weeks = createWorkWeeks(companyWorkers, '2025-01-06', 8);
const ordinary = weeks.find(({ employeeId }) => employeeId === 'anna') ?? createRegistration();
const km = (value: number) => ({ ...ordinary, numericals: [{ name: 'km', value }] });

function score(model: ReturnType<typeof trainTime>, asked: TimeRegistration) {
  const [prediction] = predictTime(prepareTime(model), { registrations: [asked] }).predictions;
  return prediction;
}

describe('a feature that training never saw', () => {
  const model = trainTime(weeks);

  it('is unusual against a habit of none, and named first', () => {
    expect(score(model, ordinary)).toMatchObject({ anomalyScore: 0, significantFields: [] });
    const found = score(model, km(12));
    expect(found?.significantFields[0]).toMatchObject({ field: 'km', direction: 1 });
    expect(found?.anomalyScore).toBeGreaterThan(20);
    expect(found?.anomalyScore).toBeLessThan(30);
    expect(score(model, km(-12))?.significantFields[0]).toMatchObject({ field: 'km', direction: -1 });
    const shift = { ...ordinary, categoricals: [{ name: 'car', value: 'van' }] };
    expect(score(model, shift)?.significantFields[0]).toMatchObject({ field: 'car', direction: 0 });
  });

  it('says nothing as zero or as an empty text, which is none', () => {
    const nothing = { ...ordinary, numericals: [{ name: 'km', value: 0 }], categoricals: [{ name: 'car', value: '' }] };
    expect(score(model, nothing)?.anomalyScore).toBe(0);
  });

  it('counts once, however often it is named', () => {
    const twice = { ...ordinary, numericals: [...km(12).numericals, ...km(13).numericals] };
    expect(score(model, twice)).toEqual(score(model, km(12)));
  });

  it('is the less unusual the less was seen at all', () => {
    const [first = createRegistration()] = weeks;
    const found = score(trainTime([first]), { ...first, numericals: [{ name: 'km', value: 12 }] });
    expect(found?.anomalyScore).toBeLessThan(score(model, km(12))?.anomalyScore ?? 0);
  });

  it('is as unusual where only another employee has it', () => {
    const shared = trainTime(
      weeks.map((row) =>
        row.employeeId === 'ben'
          ? { ...row, numericals: [{ name: 'km', value: 8 + (Number(row.date.slice(-2)) % 9) }] }
          : row,
      ),
    );
    const bens = weeks.find(({ employeeId }) => employeeId === 'ben') ?? createRegistration();
    for (const value of [12, 500]) {
      const found = score(shared, km(value));
      expect(found?.significantFields[0]).toMatchObject({ field: 'km', direction: 1 });
      expect(found?.anomalyScore).toBe(score(model, km(value))?.anomalyScore);
    }
    expect(score(shared, km(0))?.anomalyScore).toBe(0);
    expect(score(shared, { ...bens, numericals: [{ name: 'km', value: 12 }] })?.anomalyScore).toBe(0);
    expect(score(shared, { ...bens, numericals: [{ name: 'km', value: 500 }] })?.anomalyScore).toBeGreaterThan(90);
    const newcomer = { ...km(12), employeeId: 'new' };
    expect(score(shared, newcomer)?.significantFields).not.toContainEqual(expect.objectContaining({ field: 'km' }));
  });
});
