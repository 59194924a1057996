import { describe, expect, it } from 'vitest';
import { smallDefinition } from '../testing/small-definition.js';
import { checkJobDefinition } from './check-job-definition.js';

type Json = Record<string, unknown>;
const intervals = (...items: Json[]) => ({ shifts: [{ id: 'day', intervals: items }] });
const constraint = (family: string, own: Json) => ({
  constraints: { [`${family}Constraints`]: [{ id: 'c', ...own }] },
});

/** Each finding is its rule, pointer and message. */
const cases: [what: string, definition: unknown, ...findings: string[]][] = [
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
    'a day indicator below -1',
    smallDefinition(intervals({ startTime: '08:00', endTime: '09:00', dayIndicator: -2 })),
    'job/range /shifts/0/intervals/0/dayIndicator "dayIndicator" must be between -1 and 366, but is -2.',
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
    'constraints that are an array',
    smallDefinition({ constraints: [] }),
    'job/type /constraints "constraints" must be an object, but is an array.',
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
    'a filter of an unknown employee',
    smallDefinition(
      constraint('restBetweenShifts', {
        minRestDuration: { hours: 11 },
        filters: { employees: { employeeIds: ['z'] } },
      }),
    ),
    'job/unknown-id /constraints/restBetweenShiftsConstraints/0/filters/employees/employeeIds/0 "employeeIds/0" refers to the employee "z", which is not given; known are "a", "b".',
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
];

describe('checkJobDefinition on shifts, constraints, settings and extensions', () => {
  it.each(cases)('reports %s', (_, definition, ...findings) => {
    expect(checkJobDefinition(definition).map((one) => `${one.ruleId} ${one.pointer} ${one.message}`)).toEqual(
      findings,
    );
  });
});
