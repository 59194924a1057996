import { describe, expect, it } from 'vitest';
import { companyWorkers, createRegistration, createWorkWeeks, predictOne } from '../testing/registrations.js';
import { predictRegistrations } from './predict-registrations.js';
import { prepareTime } from './prepare-time.js';
import type { TimeModel } from './time-model.js';
import { trainTime, updateTime } from './train-time.js';
import type { TimeFeedback, TimeRegistration } from './types.js';

const history = createWorkWeeks(companyWorkers, '2025-01-06', 26);
const scoreOf = (model: TimeModel, changes: Partial<TimeRegistration>) =>
  predictOne(model, createRegistration(changes)).anomalyScore;
const falsePositive = (changes: Partial<TimeRegistration>): TimeFeedback => ({
  registration: createRegistration(changes),
  feedback: 'FALSE_POSITIVE',
});

describe('trainTime', () => {
  it('returns a JSON model whose size does not grow with the number of days', () => {
    const model = trainTime(history);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
    const longer = trainTime(createWorkWeeks(companyWorkers, '2024-01-08', 78));
    expect(JSON.stringify(longer).length).toBeLessThan(1.3 * JSON.stringify(model).length);
    expect(model.registrationCount).toBe(history.length);
  });

  it('rates nearly all training registrations as low severity', () => {
    const model = trainTime(history);
    const { lowMid, midHigh } = model.severityThresholds;
    expect(lowMid).toBeLessThanOrEqual(midHigh);
    const severities = predictRegistrations(prepareTime(model), history).map((one) => one.anomalySeverity);
    expect(severities.filter((severity) => severity !== 'low').length).toBeLessThan(0.04 * history.length);
    expect(severities.filter((severity) => severity === 'high').length).toBeLessThan(0.01 * history.length);
  });

  it('reports missing training data and an invalid date', () => {
    expect(() => trainTime([])).toThrow(/no data to train on/);
    expect(() => trainTime([createRegistration({ date: '2023-02-29' })])).toThrow(/2023-02-29/);
  });
});

describe('feedback', () => {
  const patterns: Partial<TimeRegistration>[] = [
    { startTime: 11, endTime: 19 },
    { workDuration: 11.5, endTime: 20 },
    { breakDuration: 0, endTime: 15.5 },
    { date: '2025-07-06' },
    { workCategory: 'weld' },
    { publicHoliday: true },
  ];

  it.each(patterns)('lowers the score of the marked pattern %o and its repetitions', (changes) => {
    const plain = trainTime(history);
    const taught = trainTime(history, { feedback: [falsePositive(changes)] });
    const before = scoreOf(plain, changes);
    expect(scoreOf(taught, changes)).toBeLessThan(0.8 * before);
    expect(scoreOf(taught, { ...changes, registrationId: 'later' })).toBeLessThan(0.8 * before);
    // Others keep their scores.
    const other = { ...changes, employeeId: 'ben' };
    expect(scoreOf(taught, other)).toBeCloseTo(scoreOf(plain, other), 6);
  });

  it('has no further effect if it is repeated', () => {
    const pattern = { startTime: 11, endTime: 19 };
    const often = Array.from({ length: 200 }, (_, index) => falsePositive({ ...pattern, registrationId: `f${index}` }));
    const once = scoreOf(trainTime(history, { feedback: often.slice(0, 1) }), pattern);
    expect(scoreOf(trainTime(history, { feedback: often }), pattern)).toBeCloseTo(once, 6);
    expect(once).toBeGreaterThan(0);
    expect(scoreOf(trainTime(history, { feedback: often }), {})).toBe(0);
  });

  it('excludes confirmed anomalies from training, unless the latest feedback differs', () => {
    const outlier = createRegistration({ registrationId: 'odd', workCategory: 'weld' });
    const confirmed: TimeFeedback = { registration: outlier, feedback: 'TRUE_POSITIVE' };
    expect(trainTime([...history, outlier], { feedback: [confirmed] }).registrationCount).toBe(history.length);
    const changed = [confirmed, { ...confirmed, feedback: 'FALSE_POSITIVE' as const }];
    expect(trainTime([...history, outlier], { feedback: changed }).registrationCount).toBe(history.length + 1);
  });
});

describe('updateTime', () => {
  const half = history.length / 2;
  const early = trainTime(history.slice(0, half));

  it('gives scores close to those of a rebuild', () => {
    const updated = updateTime(early, history.slice(half));
    const rebuilt = trainTime(history);
    expect(updated.registrationCount).toBe(history.length);
    const late = { startTime: 11, endTime: 19 };
    for (const changes of [{}, late, { date: '2025-07-06' }, { workDuration: 10.5, endTime: 19 }]) {
      expect(Math.abs(scoreOf(updated, changes) - scoreOf(rebuilt, changes))).toBeLessThan(12);
    }
  });

  it('gives scores close to those of a rebuild after 13 weekly updates, even for numerical fields', () => {
    // 413 +- 32 in steps of one, by a sequence that spreads evenly.
    const parcels = (index: number) => Math.round(413 + 32 * Math.sqrt(12) * (((index * 0.618034) % 1) - 0.5));
    const counted = history.map((record, index) => ({
      ...record,
      numericals: [{ name: 'parcels', value: parcels(index) }],
    }));
    const week = Math.ceil(half / 13);
    let updated = trainTime(counted.slice(0, half));
    for (let from = half; from < counted.length; from += week) {
      updated = updateTime(updated, counted.slice(from, from + week));
    }
    const rebuilt = trainTime(counted);
    for (const value of [340, 380, 405, 413, 429, 450, 470, 520, 900]) {
      const changes = { numericals: [{ name: 'parcels', value }] };
      expect(Math.abs(scoreOf(updated, changes) - scoreOf(rebuilt, changes))).toBeLessThan(3);
    }
  });

  it('learns the habits of a new employee without changing the given model', () => {
    const before = JSON.stringify(early);
    const gus = createWorkWeeks([{ employeeId: 'gus', start: 10 }], '2025-04-07', 12);
    const updated = updateTime(early, gus);
    expect(JSON.stringify(early)).toBe(before);
    const prediction = predictOne(updated, createRegistration({ employeeId: 'gus', startTime: 10, endTime: 18 }));
    expect(prediction).toMatchObject({ subModelId: 'employee_level-gus', anomalySeverity: 'low' });
  });

  it('does not learn a new numerical field, unlike a rebuild', () => {
    const withKm = history.slice(half).map((record) => ({ ...record, numericals: [{ name: 'km', value: 20 }] }));
    const usual = { numericals: [{ name: 'km', value: 20 }] };
    const far = { numericals: [{ name: 'km', value: 900 }] };
    const updated = updateTime(early, withKm);
    expect(scoreOf(updated, usual)).toBe(scoreOf(updated, far));
    const rebuilt = trainTime([...history.slice(0, half), ...withKm]);
    expect(scoreOf(rebuilt, usual)).toBeLessThan(scoreOf(updated, usual));
    expect(scoreOf(rebuilt, far)).toBeGreaterThan(scoreOf(updated, far));
  });

  it('applies feedback without new registrations, and changes nothing else', () => {
    const same = updateTime(early, []);
    expect(same.registrations).toEqual(early.registrations);
    expect(same.severityThresholds).toEqual(early.severityThresholds);
    const pattern = { workCategory: 'weld' };
    expect(scoreOf(updateTime(early, [], { feedback: [falsePositive(pattern)] }), pattern)).toBeLessThan(
      scoreOf(early, pattern),
    );
  });
});
