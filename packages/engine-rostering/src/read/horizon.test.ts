import { expect, it } from 'vitest';
import { smallDefinition } from '../testing/small-definition.js';
import { checkJobDefinition } from './check-job-definition.js';

const horizon = (startDate: string, endDate: string, more: Record<string, unknown> = {}) => ({
  planningHorizon: { startDate, endDate, ...more },
});

/** Each finding is its rule, pointer and message. */
const cases: [what: string, definition: unknown, ...findings: string[]][] = [
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

it.each(cases)('%s is a finding', (_, definition, ...findings) => {
  expect(checkJobDefinition(definition).map((one) => `${one.ruleId} ${one.pointer} ${one.message}`)).toEqual(findings);
});
