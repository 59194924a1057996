import { type TimeAnomalyType, timeAnomalyTypes } from './time-anomalies.ts';
import { timeOfDay } from './time-walk.ts';

/**
 * What people and time clocks get wrong week by week, in the form of `timeAnomalyTypes`: a clock-out forgotten until
 * someone notices, a break worked through, another team's project, a digit too many or too few in a number.
 */
export const slipTypes = {
  'forgotten-clock-out': {
    fields: ['workDuration', 'endTime'],
    direction: 1,
    fits: (row, { whole }) => whole && row.endTime >= 0 && row.workDuration >= 3,
    spoil: (row, { r }) => {
      const more = Math.round(r.between(1.75, 6) * 12) / 12;
      return {
        ...row,
        workDuration: Math.round((row.workDuration + more) * 10_000) / 10_000,
        endTime: timeOfDay(row.endTime + more),
      };
    },
  },
  'missing-break': {
    fields: ['breakDuration'],
    direction: -1,
    fits: (row) => row.endTime >= 0 && row.breakDuration >= 0.25,
    // The clock runs on over the break.
    spoil: (row) => ({
      ...row,
      breakDuration: 0,
      workDuration: Math.round((row.workDuration + row.breakDuration) * 10_000) / 10_000,
    }),
  },
  'late-start': timeAnomalyTypes['late-start'],
  'weekend-work': timeAnomalyTypes['weekend-work'],
  'wrong-category': timeAnomalyTypes['wrong-category'],
  'wrong-project': {
    fields: ['projectId'],
    direction: 0,
    fits: (_, { foreignProjects }) => foreignProjects.length > 0,
    spoil: (row, { r, foreignProjects }) => ({ ...row, projectId: r.pick(foreignProjects) }),
  },
  'wrong-number': {
    fields: ['km', 'parcels', 'visits'],
    direction: 1,
    fits: ({ numericals = [] }) => numericals.some(({ value }) => value >= 1),
    spoil: (row, { r }) => ({
      ...row,
      numericals: (row.numericals ?? []).map((item) => ({ ...item, value: Math.round(item.value * r.between(2, 6)) })),
    }),
  },
} satisfies Record<string, TimeAnomalyType>;
