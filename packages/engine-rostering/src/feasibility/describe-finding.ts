import type { CheckTitle, FeasibilityViolation, Told } from './feasibility-types.js';

const sentences: Readonly<Record<CheckTitle, string>> = {
  'Employee-availability-check': 'fewer employees are available than the demand asks for',
  'Demand-weekend-covered-by-employees-check':
    'the weekends that employees may work do not cover the demand of weekends',
  'Employee-minutes-weekly-check': 'the minutes that can be worked in the period are fewer than the minutes required',
  'Employee-minutes-entire-roster-check':
    'the minutes that can be worked in the planning horizon are fewer than the minutes required',
  'Demand-covered-by-shift-templates-check': 'no shift covers the demand',
  'Shift-is-covered-by-demand-check': 'no demand asks for the shift on any day, so it is never planned',
  'Employee-assigned-to-shift-covers-demand-check':
    'locked work is not asked for by the demand, or exceeds its maximum',
  'Shift-Templates-are-demand-relevant-check': 'the shift contains no time slot with demand, so it is never planned',
  'Shift-utilization-minimum-occurrence-check': 'a required minimum of work cannot be reached',
  'Locked-shift-task-requirements-check': 'locked work breaks a strict rule',
};

/** One sentence: how often, and what is wrong. */
export function describeFinding(
  title: CheckTitle,
  level: Told['level'],
  violations: readonly FeasibilityViolation[],
): string {
  const times = violations.length === 1 ? 'In one case' : `In ${violations.length} cases`;
  const ideal = level === 'warning' && violations.some((one) => one.violatedProperties?.includes('IDEAL') === true);
  return `${times} ${sentences[title]}${ideal ? ' as ideal' : ''}.`;
}
