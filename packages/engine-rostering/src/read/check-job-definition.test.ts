import { describe, expect, it } from 'vitest';
import { slotDefinition, smallDefinition } from '../testing/small-definition.js';
import { checkJobDefinition } from './check-job-definition.js';

type Json = Record<string, unknown>;
const demand = (own: Json) => ({ demands: [{ shiftDemands: [{ shiftId: 'day', min: 1, ideal: 1, max: 1, ...own }] }] });

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
    'an unknown demand type',
    smallDefinition({}, { demandType: 'DEMAND' }),
    'job/enum /jobInfo/demandType "demandType" must be one of TIME_DEMAND, SHIFT_DEMAND, but is "DEMAND".',
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
    'shift demand without shifts',
    smallDefinition({ shifts: [] }),
    'job/unknown-id /demands/0/shiftDemands/0/shiftId "shiftId" refers to the shift "day", which is not given; the definition has no shifts.',
  ],
  [
    'levels out of order',
    smallDefinition(demand({ min: 2 })),
    'job/demand-levels /demands/0/shiftDemands/0 The demand must have min <= ideal <= max, but has min 2, ideal 1, max 1.',
  ],
  [
    'half an employee',
    smallDefinition(demand({ min: 0.5 })),
    'job/type /demands/0/shiftDemands/0/min "min" must be an integer, but is the number 0.5.',
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
    'time slots with SHIFT_DEMAND',
    smallDefinition({ timeSlots: [{ id: 't', startTime: '08:00', endTime: '09:00' }] }),
    'job/demand-kind /timeSlots "timeSlots" is used only with the demandType TIME_DEMAND; leave it out with SHIFT_DEMAND.',
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
    'more employees than are counted',
    smallDefinition({ demands: [{ shiftDemands: [{ shiftId: 'day', min: 0, ideal: 0, max: 2 ** 31 }] }] }),
    'job/range /demands/0/shiftDemands/0/max "max" must be between 0 and 2147483647, but is 2147483648.',
  ],
  [
    'a demand outside the horizon',
    smallDefinition({ demands: [{ dates: ['2026-03-04'] }, { days: { dayIndexes: [2] } }] }),
    'job/outside-horizon /demands/0/dates/0 2026-03-04 lies outside the horizon, 2026-03-02 to 2026-03-03, days 0 to 1.',
    'job/outside-horizon /demands/1/days/dayIndexes/0 Day 2 lies outside the horizon, 2026-03-02 to 2026-03-03, days 0 to 1.',
  ],
  [
    'dates that are no list',
    smallDefinition({ demands: [{ dates: '2026-03-02' }] }),
    'job/type /demands/0/dates "dates" must be an array of dates, but is the string "2026-03-02".',
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
