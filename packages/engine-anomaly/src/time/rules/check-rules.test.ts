import { describe, expect, it } from 'vitest';
import { createRegistration } from '../../testing/registrations.js';
import type { RuleType, TimePlan, TimeRegistration, TimeRule } from '../types.js';
import { checkRules } from './check-rules.js';
import { isRuleType, ruleTypes } from './rule-types.js';

type Changes = Partial<TimeRegistration>;

const rule = (ruleType: RuleType, value: number): TimeRule[] => [{ ruleId: 'r1', ruleType, value }];
/** Registrations with ids a, b, c ... */
const records = (...changes: Changes[]) =>
  changes.map((change, index) => createRegistration({ registrationId: 'abcdefghij'[index] ?? '', ...change }));

const hours = (...workDurations: (number | null)[]): Changes[] =>
  workDurations.map((workDuration) => ({ workDuration }));
const days = (...dates: string[]): Changes[] => dates.map((date) => ({ date, workDuration: 10 }));
const times = (...spans: [start: number, end: number][]): Changes[] =>
  spans.map(([startTime, endTime]) => ({ startTime, endTime }));
const tomorrow = '2025-07-02';
const others = { employeeId: 'ben' };
const [late = {}, night = {}] = times([15, 23], [22, 6]);
const early = { date: tomorrow, startTime: 7 };
const leap = days('2024-02-28', '2024-02-29', '2024-03-01');
const week = days('2025-06-30', '2025-07-06', '2025-07-07');
const [morning = {}, noon = {}] = times([8, 12], [9, 11]);
const three = times([8, 12], [11, 13], [12, 14]);
// 3 h 20 min. Three times the rounded number is 0.0002 above ten hours.
const third = 3.3334;

/** The violated instances as the ids of their records, such as `ab bc`. */
const cases: [ruleType: RuleType, value: number, what: string, records: Changes[], instances: string][] = [
  ['max_hours_per_day', 10, 'sums the day of an employee', [...hours(6, 6), { ...others, workDuration: 8 }], 'ab'],
  ['max_hours_per_day', 12, 'allows exactly the limit', hours(6, 6), ''],
  ['max_hours_per_day', 10, 'does not sum two days', [{ workDuration: 6 }, { workDuration: 6, date: tomorrow }], ''],
  ['max_hours_per_day', 0.3, 'adds binary fractions exactly', hours(0.1, 0.2), ''],
  ['max_hours_per_day', 7, 'computes a missing duration', hours(null), 'a'],
  ['max_hours_per_day', 7, 'skips an unknown duration', [{ workDuration: null, startTime: null }], ''],
  ['max_hours_per_day', 10, 'allows rounding of minutes', hours(third, third, third), ''],
  ['max_hours_per_day', 10, 'reports a few seconds too many', hours(third, third, 3.336), 'abc'],
  ['max_hours_per_week', 19, 'sums Monday to Sunday', week, 'ab'],
  ['max_hours_per_week', 20, 'allows exactly the limit', week, ''],
  ['min_rest_hours_between_days', 11, 'measures from the last end to the next start', [{}, late, early], 'bc'],
  ['min_rest_hours_between_days', 8, 'allows enough rest', [late, early], ''],
  ['min_rest_hours_between_days', 9, 'ends a night shift on the next day', [night, { ...early, startTime: 14 }], 'ab'],
  ['min_rest_hours_between_days', 8, 'allows exactly the limit', [night, { ...early, startTime: 14 }], ''],
  ['min_rest_hours_between_days', 11, 'allows a free day', [late, { ...early, date: '2025-07-03' }], ''],
  ['min_rest_hours_between_days', 11, 'skips a missing time', [late, { ...early, startTime: -1 }], ''],
  ['min_rest_hours_between_days', 11, 'separates employees', [late, { ...early, ...others }], ''],
  ['max_consecutive_days', 2, 'counts consecutive days, including leap days', leap, 'abc'],
  ['max_consecutive_days', 3, 'allows exactly the limit', leap, ''],
  [
    'max_consecutive_days',
    1,
    'interrupts the count on a day without hours',
    leap.with(1, { ...leap[1], workDuration: 0 }),
    '',
  ],
  ['no_overlap', 0, 'reports each pair', three, 'ab bc'],
  ['no_overlap', 1, 'allows an overlap of exactly the limit', three, ''],
  ['no_overlap', 0, 'allows adjacent records', times([8, 12], [12, 16]), ''],
  ['no_overlap', 0, 'separates dates', [morning, { ...noon, date: tomorrow }], ''],
  ['no_overlap', 0, 'separates employees', [morning, { ...noon, ...others }], ''],
  ['no_overlap', 0, 'skips a missing time', [morning, { ...noon, endTime: -1 }], ''],
  ['not_on_public_holiday', 2, 'checks each record on a holiday', [{ publicHoliday: true, workDuration: 3 }, {}], 'a'],
  ['not_on_public_holiday', 3, 'allows exactly the limit', [{ publicHoliday: true, workDuration: 3 }], ''],
];

it.each(cases)('%s=%d %s', (ruleType, value, _, changes, instances) => {
  const sets = instances.split(' ').filter((ids) => ids !== '');
  const found = checkRules(rule(ruleType, value), records(...changes)).registrations;
  expect(found.map((breaches) => breaches.flatMap(({ relatedIds }) => relatedIds))).toEqual(
    changes.map((_change, index) => sets.map((ids) => [...ids]).filter((ids) => ids.includes('abc'[index] ?? ''))),
  );
});

it.each<[RuleType, number, Changes[], string[]]>([
  ['max_hours_per_day', 10, hours(6, 6), ['workDuration']],
  ['min_rest_hours_between_days', 11, [late, early], ['endTime', 'startTime']],
  ['no_overlap', 0, [morning, noon], ['startTime', 'endTime']],
  ['not_on_public_holiday', 2, [{ publicHoliday: true }], ['workDuration', 'publicHoliday']],
])('%s reports the fields that it checks', (ruleType, value, changes, fields) => {
  const [breaches] = checkRules(rule(ruleType, value), records(...changes)).registrations;
  const ids = changes.length === 1 ? ['a'] : ['a', 'b'];
  expect(breaches).toEqual([{ ruleId: 'r1', relatedFields: [fields], relatedIds: [ids] }]);
});

describe('many records of one day', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_item, index) => createRegistration({ registrationId: `r${index}` }));

  it('share one list of related ids', () => {
    const { registrations } = checkRules(rule('max_hours_per_day', 10), many(3000));
    expect(registrations[0]?.[0]?.relatedIds[0]).toBe(registrations[2999]?.[0]?.relatedIds[0]);
  });

  it('are rejected if more than 50,000 pairs overlap', () => {
    expect(checkRules(rule('no_overlap', 0), many(300)).registrations[0]?.[0]?.relatedIds.length).toBe(299);
    expect(() => checkRules(rule('no_overlap', 0), many(400))).toThrow(/more than 50000 overlapping pairs/);
  });
});

describe('checkRules', () => {
  const plan = (changes: Partial<TimePlan> = {}): TimePlan => ({
    ...{ planId: 'p1', date: '2025-07-01', employeeId: 'anna', workDuration: 4 },
    ...changes,
  });

  it('counts registrations when it checks plans, but not plans when it checks registrations', () => {
    const plans = [plan(), plan({ planId: 'p2', employeeId: 'ben' })];
    expect(checkRules(rule('max_hours_per_day', 10), records({}), plans)).toEqual({
      registrations: [[]],
      plans: [[{ ruleId: 'r1', relatedFields: [['workDuration']], relatedIds: [['a', 'p1']] }], []],
    });
  });

  it('reports each violated rule of a type, and rejects unknown types', () => {
    const high: TimeRule = { ruleId: 'high', ruleType: 'max_hours_per_day', value: 9 };
    const two = [...rule('max_hours_per_day', 5), high];
    expect(checkRules(two, records({})).registrations[0]?.map(({ ruleId }) => ruleId)).toEqual(['r1']);
    const unknown = JSON.parse('[{"ruleId": "x", "ruleType": "toString", "value": 1}]');
    expect(() => checkRules(unknown, records({}))).toThrow(/unknown type "toString".*max_hours_per_day/);
    expect(isRuleType('toString')).toBe(false);
    expect(ruleTypes).toHaveLength(6);
  });
});
