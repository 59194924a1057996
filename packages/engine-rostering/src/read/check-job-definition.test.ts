import { describe, expect, it } from 'vitest';
import { slotDefinition, smallDefinition } from '../testing/small-definition.js';
import { checkJobDefinition } from './check-job-definition.js';

type Json = Record<string, unknown>;
const demand = (own: Json) => ({ demands: [{ shiftDemands: [{ shiftId: 'day', min: 1, ideal: 1, max: 1, ...own }] }] });
const intervals = (...items: Json[]) => ({ shifts: [{ id: 'day', intervals: items }] });
const constraint = (family: string, own: Json) => ({
  constraints: { [`${family}Constraints`]: [{ id: 'c', ...own }] },
});
const horizon = (startDate: string, endDate: string, more: Json = {}) => ({
  planningHorizon: { startDate, endDate, ...more },
});

/** Each finding is its rule, pointer and message. */
const cases: [what: string, definition: unknown, ...findings: string[]][] = [
  ['no object', [], 'job/type  "the job definition" must be an object, but is an array.'],
  [
    'no employees',
    smallDefinition({ employees: [] }),
    'job/no-employees /employees "employees" must have at least one employee, but is empty.',
  ],
  [
    '5000 employees',
    smallDefinition({ employees: Array.from({ length: 5000 }, (_, index) => ({ id: `e${index}` })) }),
    'job/too-many-employees /employees "employees" has 5000 employees; at most 2000 are allowed in one job.',
  ],
  [
    'an employee twice',
    smallDefinition({ employees: [{ id: 'a' }, { id: 'a' }] }),
    'job/duplicate-id /employees/1/id The id "a" is given twice: employee 0 has it as well.',
  ],
  [
    'an employee without id, and one with a number',
    smallDefinition({ employees: [{}, { id: 1 }] }),
    'job/required /employees/0/id "id" is required and must be a string.',
    'job/type /employees/1/id "id" must be a string, but is the number 1.',
  ],
  [
    'an unknown shift',
    smallDefinition(demand({ shiftId: 'night' })),
    'job/unknown-id /demands/0/shiftDemands/0/shiftId "shiftId" refers to the shift "night", which is not given; known are "day".',
  ],
  [
    'levels out of order',
    smallDefinition(demand({ min: 2 })),
    'job/demand-levels /demands/0/shiftDemands/0 The demand must have min <= ideal <= max, but has min 2, ideal 1, max 1.',
  ],
  [
    'more matching employees than the demand may have',
    smallDefinition(demand({ attributeRequirements: [{ id: 'skill', values: ['x'], min: 2 }] })),
    'job/range /demands/0/shiftDemands/0/attributeRequirements/0/min "min" asks for 2 matching employees, but the demand\'s max is 1.',
  ],
  [
    'time demands with SHIFT_DEMAND',
    smallDefinition({ demands: [{ timeDemands: [{}] }] }),
    'job/demand-kind /demands/0/timeDemands "timeDemands" does not fit the demandType SHIFT_DEMAND; use "shiftDemands".',
  ],
  [
    'the same shift wanted twice on a day',
    smallDefinition({
      demands: [
        { shiftDemands: [{ shiftId: 'day', min: 1, ideal: 1, max: 1 }] },
        { dates: ['2026-03-03'], shiftDemands: [{ shiftId: 'day', min: 1, ideal: 1, max: 1 }] },
      ],
    }),
    'job/duplicate-demand /demands/1/shiftDemands/0 The same shift is wanted twice on 2026-03-03: here and at /demands/0/shiftDemands/0.',
  ],
  [
    'days that have no date',
    smallDefinition({
      demands: [
        {
          days: { dayIndexes: [10_000_000, 100_000_000, 9e15] },
          shiftDemands: [{ shiftId: 'day', min: 1, ideal: 1, max: 1 }],
        },
      ],
    }),
    ...[10_000_000, 100_000_000, 9e15].map(
      (day, index) =>
        `job/outside-horizon /demands/0/days/dayIndexes/${index} Day ${day} lies outside the horizon, 2026-03-02 to 2026-03-03, days 0 to 1.`,
    ),
  ],
  [
    'overlapping slots wanted on the same day',
    slotDefinition({
      timeSlots: [
        { id: 'am', startTime: '08:00', endTime: '12:30' },
        { id: 'pm', startTime: '12:00', endTime: '16:00' },
      ],
    }),
    'job/overlapping-slots /timeSlots/1 The time slot "pm" (12:00 to 16:00) overlaps "am" (08:00 to 12:30), and both are wanted on 2026-03-02.',
  ],
  [
    'a night slot that overlaps the next morning',
    slotDefinition({
      timeSlots: [
        { id: 'am', startTime: '05:00', endTime: '12:00' },
        { id: 'pm', startTime: '22:00', endTime: '06:00' },
      ],
    }),
    'job/overlapping-slots /timeSlots/1 The time slot "pm" (22:00 to 06:00) overlaps "am" (05:00 to 12:00), and both are wanted on 2026-03-03.',
  ],
  [
    'bad times',
    smallDefinition(intervals({ startTime: '7:00', endTime: '24:00' }, { startTime: '07:00:00', endTime: '25:00' })),
    ...[
      ['7:00', '/0/startTime', 'startTime'],
      ['24:00', '/0/endTime', 'endTime'],
      ['07:00:00', '/1/startTime', 'startTime'],
      ['25:00', '/1/endTime', 'endTime'],
    ].map(
      ([text, place, name]) =>
        `job/time /shifts/0/intervals${place} "${name}" must be a time HH:MM from 00:00 to 23:59, but is "${text}".`,
    ),
  ],
  [
    'a shift without intervals',
    smallDefinition(intervals()),
    'job/no-intervals /shifts/0/intervals "intervals" must have at least one interval with "startTime" and "endTime".',
  ],
  [
    'overlapping intervals of a shift',
    smallDefinition(intervals({ startTime: '08:00', endTime: '12:00' }, { startTime: '11:00', endTime: '13:00' })),
    'job/overlapping-intervals /shifts/0/intervals/1 The interval 11:00 to 13:00 overlaps the interval 08:00 to 12:00 of the same shift.',
  ],
  [
    'a STRICT wish to work',
    smallDefinition(constraint('employeeAvailability', { importance: 'STRICT', isDesired: true })),
    'job/strict-desired /constraints/employeeAvailabilityConstraints/0/isDesired "isDesired" must be false in a STRICT availability constraint.',
  ],
  [
    'bounds without number, and reversed',
    smallDefinition({
      constraints: {
        employeeUtilizationConstraints: [{ id: 'x' }, { id: 'y', minHours: 9, maxHours: 8 }],
        consecutiveWorkdaysConstraints: [{ id: 'z' }],
      },
    }),
    'job/no-bound /constraints/employeeUtilizationConstraints/0 The constraint must have "minHours", "maxHours", "minShifts" or "maxShifts".',
    'job/bounds-reversed /constraints/employeeUtilizationConstraints/1/minHours "minHours" is 9 and must not be above "maxHours", 8.',
    'job/no-bound /constraints/consecutiveWorkdaysConstraints/0 The constraint must have "minDays" or "maxDays".',
  ],
  [
    'a rest longer than its period',
    smallDefinition(constraint('periodicRest', { minimumContinuousRestDuration: { hours: 49 } })),
    'job/rest-too-long /constraints/periodicRestConstraints/0/minimumContinuousRestDuration A rest of 49 hours does not fit into a period of 2 days.',
  ],
  [
    'settings out of range',
    smallDefinition({ configuration: { timeLimitSeconds: 0, seed: 1.5 } }),
    'job/range /configuration/timeLimitSeconds "timeLimitSeconds" must be between 1 and 3600, but is 0.',
    'job/type /configuration/seed "seed" must be an integer, but is the number 1.5.',
  ],
  [
    'a lock outside the horizon, and history inside it',
    smallDefinition({
      extensions: {
        lockedAssignments: [{ employeeId: 'a', shiftId: 'day', day: { date: '2026-03-09' } }],
        history: [{ employeeId: 'a', shiftId: 'day', date: '2026-03-02' }],
      },
    }),
    'job/outside-horizon /extensions/lockedAssignments/0/day 2026-03-09 lies outside the horizon, 2026-03-02 to 2026-03-03, days 0 to 1.',
    'job/history-date /extensions/history/0/date The history must lie before the horizon, which begins on 2026-03-02.',
  ],
  [
    '400 days',
    smallDefinition({}, horizon('2026-01-01', '2027-02-04')),
    'job/horizon-too-long /jobInfo/planningHorizon/endDate The planning horizon 2026-01-01 to 2027-02-04 has 400 days; at most 366 are allowed.',
  ],
  [
    'a reversed horizon',
    smallDefinition({}, horizon('2026-03-03', '2026-03-02')),
    'job/horizon-reversed /jobInfo/planningHorizon/endDate "endDate" 2026-03-02 lies before "startDate" 2026-03-03; the horizon must not end before it begins.',
  ],
  [
    'weeks that do not fit the dates',
    smallDefinition({}, horizon('2026-03-02', '2026-03-03', { nrOfWeeks: 2 })),
    'job/horizon-weeks /jobInfo/planningHorizon/nrOfWeeks "nrOfWeeks" is 2, but the horizon of 2 days rounds up to 1.',
  ],
  [
    'a date that does not exist',
    smallDefinition({}, horizon('2026-02-30', '2026-03-03')),
    'job/date /jobInfo/planningHorizon/startDate "startDate" must be a date YYYY-MM-DD that exists, but is "2026-02-30".',
  ],
  [
    'counting days outside the horizon',
    smallDefinition({}, horizon('2026-03-02', '2026-03-03', { fteEndDay: { dayIndex: 2 } })),
    'job/outside-horizon /jobInfo/planningHorizon/fteEndDay "fteEndDay" is day 2, which lies outside the horizon of days 0 to 1.',
  ],
  [
    'a horizon after the last date',
    smallDefinition(
      { demands: [] },
      { scheduleType: 'RECURRING', planningHorizon: { startDate: '9999-12-28', nrOfWeeks: 1 } },
    ),
    'job/horizon-too-late /jobInfo/planningHorizon/startDate The planning horizon must end by 9999-12-31; begin it earlier.',
  ],
];

describe('checkJobDefinition', () => {
  it.each(cases)('reports %s', (_, definition, ...findings) => {
    expect(checkJobDefinition(definition).map((one) => `${one.ruleId} ${one.pointer} ${one.message}`)).toEqual(
      findings,
    );
  });

  it.each<[string, unknown]>([
    ['the small definition', smallDefinition()],
    ['slots without shifts', slotDefinition()],
    ['empty demands', smallDefinition({ demands: [] })],
    [
      'null where a property is optional',
      smallDefinition({ timeSlots: null, constraints: null, demands: [{ days: null }] }),
    ],
    ['unknown fields at every level', smallDefinition({ x: 1, constraints: { otherConstraints: 5, label: 'x' } })],
    ['deprecated templates', smallDefinition({ shiftTemplates: [{}] })],
    [
      'overlapping slots wanted on different days',
      slotDefinition({
        timeSlots: [
          { id: 'am', startTime: '08:00', endTime: '12:00' },
          { id: 'pm', startTime: '09:00', endTime: '13:00' },
        ],
        demands: [
          { dates: ['2026-03-02'], timeDemands: [{ timeSlotId: 'am', min: 1, ideal: 1, max: 1 }] },
          { dates: ['2026-03-03'], timeDemands: [{ timeSlotId: 'pm', min: 1, ideal: 1, max: 1 }] },
        ],
      }),
    ],
    ['a recurring schedule', smallDefinition({}, { scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 2 } })],
  ])('accepts %s', (_, definition) => {
    expect(checkJobDefinition(definition)).toEqual([]);
  });

  it('reports at most 50 findings', () => {
    const employees = Array.from({ length: 90 }, () => ({ id: 1 }));
    expect(checkJobDefinition(smallDefinition({ employees }))).toHaveLength(50);
  });
});
