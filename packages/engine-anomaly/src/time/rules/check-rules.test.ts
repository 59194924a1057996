import { describe, expect, it } from 'vitest';
import { registration } from '../../testing/registrations.js';
import type { RuleType, TimePlan, TimeRegistration, TimeRule } from '../types.js';
import { checkRules } from './check-rules.js';
import { isRuleType, ruleTypes } from './rule-types.js';

const rule = (ruleType: RuleType, value: number): TimeRule[] => [{ ruleId: 'r1', ruleType, value }];
/** Registrations with ids a, b, c ... */
const records = (...changes: Partial<TimeRegistration>[]) =>
  changes.map((change, index) => registration({ registrationId: 'abcdefghij'[index] ?? '', ...change }));
const idsOf = (rules: TimeRule[], registrations: TimeRegistration[]) =>
  checkRules(rules, registrations).registrations.map((breaches) => breaches.flatMap(({ relatedIds }) => relatedIds));

describe('max_hours_per_day', () => {
  it('judges the sum of the day, and only above the value', () => {
    const twice = records({ workDuration: 6 }, { workDuration: 6 }, { workDuration: 8, employeeId: 'ben' });
    expect(checkRules(rule('max_hours_per_day', 10), twice).registrations).toEqual([
      [{ ruleId: 'r1', relatedFields: [['workDuration']], relatedIds: [['a', 'b']] }],
      [{ ruleId: 'r1', relatedFields: [['workDuration']], relatedIds: [['a', 'b']] }],
      [],
    ]);
    expect(idsOf(rule('max_hours_per_day', 12), twice)).toEqual([[], [], []]);
    expect(
      idsOf(rule('max_hours_per_day', 10), records({ workDuration: 6 }, { workDuration: 6, date: '2025-07-02' })),
    ).toEqual([[], []]);
  });

  it('does not stumble over binary fractions, and fills in a missing duration', () => {
    expect(idsOf(rule('max_hours_per_day', 0.3), records({ workDuration: 0.1 }, { workDuration: 0.2 }))).toEqual([
      [],
      [],
    ]);
    expect(idsOf(rule('max_hours_per_day', 7), records({ workDuration: null }))).toEqual([[['a']]]);
    expect(idsOf(rule('max_hours_per_day', 7), records({ workDuration: null, startTime: null }))).toEqual([[]]);
  });
});

describe('rounded hours', () => {
  it('keep a rule that the minutes keep, and break it from a few seconds on', () => {
    // 3 h 20 min, three times: ten hours, which the rounded numbers pass by 0.0002.
    const rounded = { workDuration: 3.3334 };
    expect(idsOf(rule('max_hours_per_day', 10), records(rounded, rounded, rounded))).toEqual([[], [], []]);
    const all = [['a', 'b', 'c']];
    expect(idsOf(rule('max_hours_per_day', 10), records(rounded, rounded, { workDuration: 3.336 }))).toEqual([
      all,
      all,
      all,
    ]);
  });
});

describe('max_hours_per_week', () => {
  it('sums Monday to Sunday', () => {
    const days = ['2025-06-30', '2025-07-06', '2025-07-07'].map((date) => ({ date, workDuration: 10 }));
    expect(idsOf(rule('max_hours_per_week', 19), records(...days))).toEqual([[['a', 'b']], [['a', 'b']], []]);
    expect(idsOf(rule('max_hours_per_week', 20), records(...days))).toEqual([[], [], []]);
  });
});

describe('min_rest_hours_between_days', () => {
  const late = { endTime: 23, startTime: 15 };
  const early = { date: '2025-07-02', startTime: 7 };

  it('counts from the last end to the first start of the next day', () => {
    expect(checkRules(rule('min_rest_hours_between_days', 11), records({}, late, early)).registrations).toEqual([
      [],
      [{ ruleId: 'r1', relatedFields: [['endTime', 'startTime']], relatedIds: [['b', 'c']] }],
      [{ ruleId: 'r1', relatedFields: [['endTime', 'startTime']], relatedIds: [['b', 'c']] }],
    ]);
    expect(idsOf(rule('min_rest_hours_between_days', 8), records(late, early))).toEqual([[], []]);
  });

  it('knows nights, weekends and missing times', () => {
    // 22 to 6 in the morning of the next day, and from 14 on: eight hours.
    const night = { startTime: 22, endTime: 6 };
    expect(idsOf(rule('min_rest_hours_between_days', 9), records(night, { ...early, startTime: 14 }))).toEqual([
      [['a', 'b']],
      [['a', 'b']],
    ]);
    expect(idsOf(rule('min_rest_hours_between_days', 8), records(night, { ...early, startTime: 14 }))).toEqual([
      [],
      [],
    ]);
    expect(idsOf(rule('min_rest_hours_between_days', 11), records(late, { date: '2025-07-03', startTime: 7 }))).toEqual(
      [[], []],
    );
    expect(idsOf(rule('min_rest_hours_between_days', 11), records(late, { ...early, startTime: -1 }))).toEqual([
      [],
      [],
    ]);
    expect(idsOf(rule('min_rest_hours_between_days', 11), records(late, { ...early, employeeId: 'ben' }))).toEqual([
      [],
      [],
    ]);
  });
});

describe('max_consecutive_days', () => {
  const days = ['2024-02-28', '2024-02-29', '2024-03-01'].map((date) => ({ date }));

  it('counts days with work in an unbroken run, leap days included', () => {
    const run = [['a', 'b', 'c']];
    expect(idsOf(rule('max_consecutive_days', 2), records(...days))).toEqual([run, run, run]);
    expect(idsOf(rule('max_consecutive_days', 3), records(...days))).toEqual([[], [], []]);
  });

  it('takes a day without hours for a day off', () => {
    const [first = {}, , last = {}] = days;
    expect(
      idsOf(rule('max_consecutive_days', 1), records(first, { date: '2024-02-29', workDuration: 0 }, last)),
    ).toEqual([[], [], []]);
  });
});

describe('no_overlap', () => {
  it('finds each pair that overlaps by more than the value', () => {
    const three = records(
      { startTime: 8, endTime: 12 },
      { startTime: 11, endTime: 13 },
      { startTime: 12, endTime: 14 },
    );
    expect(checkRules(rule('no_overlap', 0), three).registrations[1]).toEqual([
      {
        ruleId: 'r1',
        relatedFields: [
          ['startTime', 'endTime'],
          ['startTime', 'endTime'],
        ],
        relatedIds: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
    ]);
    expect(idsOf(rule('no_overlap', 1), three)).toEqual([[], [], []]);
  });

  it('lets records touch, lie on other dates or belong to others', () => {
    const [first = {}, second = {}] = [
      { startTime: 8, endTime: 12 },
      { startTime: 9, endTime: 11 },
    ];
    expect(idsOf(rule('no_overlap', 0), records(first, { startTime: 12, endTime: 16 }))).toEqual([[], []]);
    expect(idsOf(rule('no_overlap', 0), records(first, { ...second, date: '2025-07-02' }))).toEqual([[], []]);
    expect(idsOf(rule('no_overlap', 0), records(first, { ...second, employeeId: 'ben' }))).toEqual([[], []]);
    expect(idsOf(rule('no_overlap', 0), records(first, { ...second, endTime: -1 }))).toEqual([[], []]);
  });
});

describe('very many records of a day', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_item, index) => registration({ registrationId: `r${index}` }));

  it('are named at each of them by one list', () => {
    const [first, last] = [0, 2999];
    const { registrations } = checkRules(rule('max_hours_per_day', 10), many(3000));
    expect(registrations[first]?.[0]?.relatedIds[0]).toBe(registrations[last]?.[0]?.relatedIds[0]);
  });

  it('are too many when more than 50,000 pairs overlap', () => {
    expect(checkRules(rule('no_overlap', 0), many(300)).registrations[0]?.[0]?.relatedIds.length).toBe(299);
    expect(() => checkRules(rule('no_overlap', 0), many(400))).toThrow(/more than 50000 overlapping pairs/);
  });
});

describe('not_on_public_holiday', () => {
  it('judges work on holidays, each record by itself', () => {
    const two = records({ publicHoliday: true, workDuration: 3 }, { publicHoliday: false, workDuration: 9 });
    expect(checkRules(rule('not_on_public_holiday', 2), two).registrations).toEqual([
      [{ ruleId: 'r1', relatedFields: [['workDuration', 'publicHoliday']], relatedIds: [['a']] }],
      [],
    ]);
    expect(idsOf(rule('not_on_public_holiday', 3), two)).toEqual([[], []]);
  });
});

describe('checkRules', () => {
  const plan = (changes: Partial<TimePlan> = {}): TimePlan => ({
    planId: 'p1',
    date: '2025-07-01',
    employeeId: 'anna',
    workDuration: 4,
    ...changes,
  });

  it('judges plans together with the registrations, and registrations alone', () => {
    const { registrations, plans } = checkRules(rule('max_hours_per_day', 10), records({}), [
      plan(),
      plan({ planId: 'p2', employeeId: 'ben' }),
    ]);
    expect(registrations).toEqual([[]]);
    expect(plans).toEqual([[{ ruleId: 'r1', relatedFields: [['workDuration']], relatedIds: [['a', 'p1']] }], []]);
  });

  it('keeps rules of the same kind apart and refuses unknown ones', () => {
    const two: TimeRule[] = [
      { ruleId: 'low', ruleType: 'max_hours_per_day', value: 5 },
      { ruleId: 'high', ruleType: 'max_hours_per_day', value: 9 },
    ];
    expect(checkRules(two, records({})).registrations[0]?.map(({ ruleId }) => ruleId)).toEqual(['low']);
    const unknown = JSON.parse('[{"ruleId": "x", "ruleType": "toString", "value": 1}]');
    expect(() => checkRules(unknown, records({}))).toThrow(/unknown type "toString".*max_hours_per_day/);
    expect(isRuleType('toString')).toBe(false);
    expect(ruleTypes).toHaveLength(6);
  });
});
