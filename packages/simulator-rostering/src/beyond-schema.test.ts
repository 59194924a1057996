import { fileURLToPath } from 'node:url';
import { loadYaml } from '@understudy/contract';
import { checkJobDefinition } from '@understudy/engine-rostering';
import { describe, expect, it } from 'vitest';
import { rosteringContract } from './rostering-simulator.js';
import { createHelpDeskDefinition, createShopDefinition } from './testing/definitions.js';

const { jobInfo } = createShopDefinition();
const horizon = (planningHorizon: object, more: object = {}) =>
  createShopDefinition({ jobInfo: { ...jobInfo, ...more, planningHorizon } });
const wanted = (levels: object, more: object = {}) =>
  createShopDefinition({
    demands: [{ ...more, shiftDemands: [{ shiftId: 'early', min: 1, ideal: 1, max: 1, ...levels }] }],
  });
const rule = (family: string, ...rules: object[]) =>
  createShopDefinition({
    constraints: { [`${family}Constraints`]: rules.map((own, index) => ({ id: `r${index}`, ...own })) },
  });
const history = (...items: object[]) =>
  createShopDefinition({
    extensions: { history: items.map((item) => ({ employeeId: 'ada', shiftId: 'early', ...item })) },
  });
const early = (...intervals: object[]) =>
  createShopDefinition({ shifts: [{ id: 'early', intervals }, ...createShopDefinition().shifts.slice(1)] });
const week = { startDate: '2026-03-02', endDate: '2026-03-08' };
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

/** For each rule, a definition that matches the schema and breaks the rule. */
const broken: Readonly<Record<string, object>> = {
  'job/unknown-id': wanted({ shiftId: 'nite' }),
  'job/duplicate-id': createShopDefinition({ employees: [{ id: 'ada' }, { id: 'ada' }] }),
  'job/duplicate-demand': createShopDefinition({
    demands: [...createShopDefinition().demands, ...createShopDefinition().demands],
  }),
  'job/duplicate-history': history({ date: '2026-03-01' }, { date: '2026-03-01', shiftId: 'late' }),
  'job/demand-levels': wanted({ min: 2 }),
  'job/range': wanted({ attributeRequirements: [{ id: 'a', values: ['b'], min: 2 }] }),
  'job/horizon-reversed': horizon({ startDate: '2026-03-08', endDate: '2026-03-02' }),
  'job/horizon-too-long': horizon({ startDate: '2026-03-02', endDate: '2027-03-03' }),
  'job/horizon-too-late': horizon({ startDate: '9999-12-30', nrOfWeeks: 1 }, { scheduleType: 'RECURRING' }),
  'job/horizon-weeks': horizon({ ...week, nrOfWeeks: 2 }),
  'job/fte-reversed': horizon({ ...week, fteStartDay: { dayIndex: 2 }, fteEndDay: { dayIndex: 1 } }),
  'job/outside-horizon': wanted({}, { days: { dayIndexes: [7] } }),
  'job/day': horizon({ ...week, fteStartDay: { dayIndex: 2, date: '2026-03-02' } }),
  'job/no-start-date': createShopDefinition({
    jobInfo: { ...jobInfo, scheduleType: 'RECURRING', planningHorizon: { nrOfWeeks: 1 } },
    demands: [{ dates: ['2026-03-02'], shiftDemands: [] }],
  }),
  'job/history-date': history({ date: '2026-03-02' }),
  'job/overlapping-slots': createHelpDeskDefinition({
    timeSlots: [
      { id: 'morning', startTime: '08:00', endTime: '12:00' },
      { id: 'noon', startTime: '11:00', endTime: '16:00' },
    ],
  }),
  'job/overlapping-intervals': early(
    { startTime: '07:00', endTime: '15:00' },
    { startTime: '14:00', endTime: '16:00' },
  ),
  'job/long-break': early({ startTime: '07:00', endTime: '08:00', breakMinutes: 61 }),
  'job/bounds-reversed': rule('employeeUtilization', { minHours: 2, maxHours: 1 }),
  'job/rest-too-long': rule('periodicRest', {
    minimumContinuousRestDuration: { hours: 49 },
    periods: { recurrentDefinition: { daysPerPeriod: 2 } },
  }),
  'job/period-reversed': rule('weekendDistribution', {
    maxWorkedWeekends: 1,
    periods: { customDefinitions: [{ startDate: '2026-03-04', endDate: '2026-03-03' }] },
  }),
  'job/too-many': createShopDefinition({
    jobInfo: { ...jobInfo, planningHorizon: { startDate: '2026-01-01', endDate: '2026-12-31' } },
    shifts: many(600, (index) => ({ id: `s${index}`, intervals: [{ startTime: '07:00', endTime: '15:00' }] })),
    demands: [{ shiftDemands: many(600, (index) => ({ shiftId: `s${index}`, min: 0, ideal: 0, max: 1 })) }],
  }),
  'job/too-large': createShopDefinition({
    employees: many(2000, (index) => ({ id: `e${index}` })),
    jobInfo: { ...jobInfo, planningHorizon: { startDate: '2026-01-01', endDate: '2026-12-31' } },
    shifts: many(100, (index) => ({ id: `s${index}`, intervals: [{ startTime: '07:00', endTime: '15:00' }] })),
    demands: [],
  }),
};

const file = new URL('../../../specs/rostering/beyond-schema.yaml', import.meta.url);

describe('the rules that the schema cannot express', () => {
  it('are all listed in beyond-schema.yaml', async () => {
    expect(await loadYaml(fileURLToPath(file))).toMatchObject({
      rules: Object.keys(broken).map((id) => ({ id })),
      operations: ['startJob', 'analyze', 'checkFeasibility'],
      status: 400,
    });
  });

  it.each(Object.entries(broken))(
    'include %s: the schema accepts a violation, but the API rejects it',
    (id, definition) => {
      expect(rosteringContract.validator('JobDefinition')(definition)).toEqual([]);
      expect(checkJobDefinition(definition).map(({ ruleId }) => ruleId)).toContain(id);
    },
  );
});

describe('the schema rejects', () => {
  it.each([
    ['a blank id', createShopDefinition({ employees: [{ id: ' ' }] })],
    [
      'more than 168 hours a week',
      createShopDefinition({ employees: [{ id: 'a', workTime: { maxHoursPerWeek: 169 } }] }),
    ],
    ['a day without a date or index', horizon({ ...week, fteStartDay: {} })],
    ['a day index beyond the longest horizon', wanted({}, { days: { dayIndexes: [366] } })],
    ['a priority above 1000', wanted({ priority: 1001 })],
    ['a negative min', wanted({ min: -1 })],
    ['a horizon without an end', horizon({ startDate: '2026-03-02' })],
    ['a recurring schedule without a number of weeks', horizon({}, { scheduleType: 'RECURRING' })],
    ['time slots with shift demand', createShopDefinition({ timeSlots: createHelpDeskDefinition().timeSlots })],
    ['shift demands with time demand', createHelpDeskDefinition({ demands: createShopDefinition().demands })],
    ['a utilization rule without bounds', rule('employeeUtilization', {})],
    ['a consecutive-days rule without bounds', rule('consecutiveWorkdays', {})],
    ['a weekend rule without a maximum', rule('weekendDistribution', {})],
    [
      'two types of periods',
      rule('weekendDistribution', {
        maxWorkedWeekends: 1,
        periods: { recurrentDefinition: { daysPerPeriod: 1 }, customDefinitions: [] },
      }),
    ],
    [
      'periods of zero days',
      rule('weekendDistribution', { maxWorkedWeekends: 1, periods: { recurrentDefinition: { daysPerPeriod: 0 } } }),
    ],
    ['a negative rest duration', rule('restBetweenShifts', { minRestDuration: { hours: -1 } })],
    ['a strict wish', rule('employeeAvailability', { importance: 'STRICT', isDesired: true })],
    ['a time limit of zero', createShopDefinition({ configuration: { unimprovedTimeLimitSeconds: 0 } })],
    ['a negative weight', createShopDefinition({ configuration: { demandWeights: { min: -1 } } })],
    [
      '1001 shifts',
      createShopDefinition({
        shifts: many(1001, (index) => ({ id: `s${index}`, intervals: [{ startTime: '07:00', endTime: '15:00' }] })),
      }),
    ],
    [
      'a shift whose attributes are not an array',
      createShopDefinition({
        shifts: [{ ...createShopDefinition().shifts[0], attributes: 'key' }, ...createShopDefinition().shifts.slice(1)],
      }),
    ],
    ['a break of more than a day', early({ startTime: '07:00', endTime: '15:00', breakMinutes: 1441 })],
  ])('%s', (_what, definition) => {
    expect(rosteringContract.validator('JobDefinition')(definition)).not.toEqual([]);
  });
});
