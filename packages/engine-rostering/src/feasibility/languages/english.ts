import type { WarningTexts } from './warning-texts.js';

/** Warnings in English (rostering.gap.analyze-language). */
export const english: WarningTexts = {
  noAvailability: 'Employee {0} has no availability on {1}',
  checks: {
    'Employee-availability-check': 'Fewer employees are available than the demand asks for',
    'Demand-weekend-covered-by-employees-check':
      'The weekends that employees may work do not cover the demand of weekends',
    'Employee-minutes-weekly-check': 'The minutes that can be worked in the period are fewer than the minutes required',
    'Employee-minutes-entire-roster-check':
      'The minutes that can be worked in the planning horizon are fewer than the minutes required',
    'Demand-covered-by-shift-templates-check': 'No shift covers the demand',
    'Shift-is-covered-by-demand-check': 'No demand asks for the shift on any day',
    'Employee-assigned-to-shift-covers-demand-check':
      'Locked work is not asked for by the demand, or exceeds its maximum',
    'Shift-Templates-are-demand-relevant-check': 'The shift contains no time slot with demand',
    'Shift-utilization-minimum-occurrence-check': 'A required minimum of work cannot be reached',
    'Locked-shift-task-requirements-check': 'Locked work breaks a strict rule',
  },
  properties: {
    day: 'day',
    date: 'date',
    demandSegment: 'demand',
    shift: 'shift',
    weekendNumber: 'weekend',
    requiredEmployees: 'employees required',
    missingEmployees: 'employees missing',
    missingEmployeesDueToWeekendDistribution: 'employees missing on weekends',
    employeeNumber: 'employee number',
    requiredMinutes: 'minutes required',
    achievableMinutes: 'minutes achievable',
    missingMinutes: 'minutes missing',
    totalMinutes: 'minutes in total',
    numberOfEmployees: 'number of employees',
    startTime: 'start',
    endTime: 'end',
    personnelGroup: 'personnel group',
    assignment: 'assignment',
    taskId: 'task',
    competencies: 'competencies',
    workType: 'work type',
    constraintId: 'constraint',
    lockedShiftName: 'locked shift',
    employeeId: 'employee',
    violatedProperties: 'level not met',
  },
};
