import { describe, expect, it } from 'vitest';
import { companyWorkers, createRegistration, createWorkWeeks, predictOne } from '../testing/registrations.js';
import { predictRegistrations } from './predict-registrations.js';
import { prepareTime } from './prepare-time.js';
import { trainTime } from './train-time.js';
import type { TimeRegistration } from './types.js';

const history = createWorkWeeks(companyWorkers, '2025-01-06', 26);
const model = trainTime(history);
const predict = (changes: Partial<TimeRegistration>) => predictOne(model, createRegistration(changes));
const first = (changes: Partial<TimeRegistration>) => predict(changes).significantFields[0];

describe('predictRegistrations', () => {
  it('reports nothing for an ordinary Tuesday', () => {
    expect(predict({})).toEqual({
      registrationId: 'x',
      date: '2025-07-01',
      employeeId: 'anna',
      anomalyScore: 0,
      anomalySeverity: 'low',
      significantFields: [],
      aggregated: false,
      missing: false,
      relatedRegistrationIds: [],
      subModelId: 'employee_level-anna',
      breaches: [],
    });
  });

  it.each<[string, Partial<TimeRegistration>, string, number]>([
    ['a late start', { startTime: 11, endTime: 19 }, 'startTime', 1],
    ['an early start', { startTime: 5, endTime: 13 }, 'startTime', -1],
    ['a long day', { workDuration: 11.5, endTime: 20 }, 'workDuration', 1],
    ['a long day with an unchanged end', { workDuration: 11.5 }, 'workDuration', 1],
    ['a short day', { workDuration: 3, endTime: 11.5 }, 'workDuration', -1],
    ['a missing break', { breakDuration: 0, endTime: 15.5 }, 'breakDuration', -1],
    ['a missing break with an unchanged end', { breakDuration: 0 }, 'breakDuration', -1],
    ['an end that does not match the duration', { endTime: 18 }, 'endTime', 1],
    ['work on a Sunday', { date: '2025-07-06' }, 'date', 0],
    ['work on a holiday', { publicHoliday: true }, 'publicHoliday', 0],
    ['the category of another department', { workCategory: 'weld' }, 'workCategory', 0],
    ['an unknown project', { projectId: 'p9' }, 'projectId', 0],
    ['another department', { departmentId: 'workshop' }, 'departmentId', 0],
  ])('lists the unusual field of %s first', (_, changes, field, direction) => {
    const prediction = predict(changes);
    expect(prediction.significantFields[0]).toMatchObject({ field, direction });
    expect(prediction.anomalySeverity).not.toBe('low');
    const sum = prediction.significantFields.reduce((points, { significance }) => points + significance, 0);
    expect(sum).toBeCloseTo(prediction.anomalyScore, 6);
  });

  it('compares each employee with their own habits', () => {
    // Six in the morning is what Dora does, and no time for Anna.
    expect(
      first({ employeeId: 'dora', departmentId: 'workshop', workCategory: 'weld', startTime: 6, endTime: 14 }),
    ).toBeUndefined();
    expect(first({ startTime: 6, endTime: 14 })).toMatchObject({ field: 'startTime', direction: -1 });
    // Five hours are Cleo's Friday (2025-07-04), but not her Thursday.
    expect(first({ employeeId: 'cleo', date: '2025-07-04', workDuration: 5, endTime: 13.5 })).toBeUndefined();
    expect(first({ employeeId: 'cleo', date: '2025-07-03', workDuration: 5, endTime: 13.5 })).toMatchObject({
      field: 'workDuration',
      direction: -1,
    });
    expect(first({ employeeId: 'cleo', date: '2025-07-04' })).toMatchObject({ field: 'workDuration', direction: 1 });
  });

  it('falls back to the habits of the department and then of the dataset', () => {
    const newcomer = predict({
      employeeId: 'new',
      departmentId: 'workshop',
      workCategory: 'weld',
      startTime: 6.25,
      endTime: 14.25,
    });
    expect(newcomer.subModelId).toBe('department_level-workshop');
    expect(newcomer.anomalySeverity).toBe('low');
    const stranger = predict({ employeeId: 'new', departmentId: 'elsewhere' });
    expect(stranger.subModelId).toBe('dataset_level');
    expect(predict({ employeeId: 'new', departmentId: null }).subModelId).toBe('dataset_level');
  });

  it('reports additional numerical and categorical fields by name', () => {
    const extended = history.map((record, index) => ({
      ...record,
      numericals: [{ name: 'km', value: 20 + (Math.floor(index / 5) % 5) }],
      categoricals: [{ name: 'shift', value: 'day' }],
    }));
    const own = trainTime(extended);
    const fields = (km: number, shift: string) => {
      const features = { numericals: [{ name: 'km', value: km }], categoricals: [{ name: 'shift', value: shift }] };
      const { significantFields } = predictOne(own, createRegistration(features));
      return significantFields.map(({ field, direction }) => [field, direction]);
    };
    expect(fields(22, 'day')).toEqual([]);
    expect(fields(500, 'day')).toEqual([['km', 1]]);
    expect(fields(0, 'day')).toEqual([['km', -1]]);
    expect(fields(22, 'night')).toEqual([['shift', 0]]);
  });

  it('returns the same result after many predictions and after a JSON round trip of the model', () => {
    const prepared = prepareTime(model);
    const late = createRegistration({ startTime: 10 });
    const [before] = predictRegistrations(prepared, [late]);
    predictRegistrations(prepared, Array<TimeRegistration>(500).fill(late));
    expect(predictRegistrations(prepared, [late])).toEqual([before]);
    expect(predictOne(JSON.parse(JSON.stringify(model)), late)).toEqual(before);
  });
});

const day = 86_400_000;
const monday = Date.parse('2025-01-06');

/** Work of `hours` from `start` on, which varies by some minutes from day to day. */
function work(employeeId: string, at: number, start: number, hours: number): TimeRegistration {
  const minutes = ((at * 7) % 5) / 20;
  return {
    registrationId: `${employeeId}-${at}-${start}`,
    date: new Date(monday + at * day).toISOString().slice(0, 10),
    employeeId,
    departmentId: 'plant',
    startTime: start,
    endTime: (start + hours + minutes) % 24,
    workDuration: hours + minutes,
    breakDuration: 0,
  };
}

const weekdays = Array.from({ length: 26 * 7 }, (_, at) => at).filter((at) => at % 7 < 5);
const asked = 26 * 7 + 1;

it('expects the duration of the matching shift if shifts rotate', () => {
  // Early, late and night shift of 8, 6 and 10 hours, another one each week.
  const rotating = weekdays.flatMap((at) =>
    ['a', 'b', 'c'].map((employee, index) => {
      const [start = 0, hours = 0] =
        [
          [6, 8],
          [14, 6],
          [20, 10],
        ][(Math.floor(at / 7) + index) % 3] ?? [];
      return work(employee, at, start, hours);
    }),
  );
  const trained = trainTime(rotating);
  const late = predictOne(trained, work('a', asked, 14, 8));
  expect(late.significantFields[0]).toMatchObject({ field: 'workDuration', direction: 1 });
  expect(late.anomalySeverity).toBe('high');
  expect(predictOne(trained, work('a', asked, 6, 8)).anomalyScore).toBeLessThan(5);
});
