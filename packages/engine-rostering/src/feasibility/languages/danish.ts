import type { WarningTexts } from './warning-texts.js';

/** Warnings in Danish (rostering.gap.analyze-language). */
export const danish: WarningTexts = {
  noAvailability: 'Medarbejder {0} er ikke til rådighed {1}',
  checks: {
    'Employee-availability-check': 'Færre medarbejdere er til rådighed, end behovet kræver',
    'Demand-weekend-covered-by-employees-check':
      'De weekender, som medarbejderne må arbejde, dækker ikke behovet i weekenderne',
    'Employee-minutes-weekly-check': 'De minutter, der kan arbejdes i perioden, er færre end de krævede',
    'Employee-minutes-entire-roster-check': 'De minutter, der kan arbejdes i planperioden, er færre end de krævede',
    'Demand-covered-by-shift-templates-check': 'Ingen vagt dækker behovet',
    'Shift-is-covered-by-demand-check': 'Vagten er ikke efterspurgt nogen dag',
    'Employee-assigned-to-shift-covers-demand-check':
      'Låst arbejde er ikke efterspurgt, eller overskrider sit maksimum',
    'Shift-Templates-are-demand-relevant-check': 'Vagten indeholder intet tidsrum med behov',
    'Shift-utilization-minimum-occurrence-check': 'Et krævet minimum af arbejde kan ikke nås',
    'Locked-shift-task-requirements-check': 'Låst arbejde bryder en ufravigelig regel',
  },
  properties: {
    day: 'dag',
    date: 'dato',
    demandSegment: 'behov',
    shift: 'vagt',
    weekendNumber: 'weekend',
    requiredEmployees: 'krævede medarbejdere',
    missingEmployees: 'manglende medarbejdere',
    missingEmployeesDueToWeekendDistribution: 'manglende medarbejdere i weekender',
    employeeNumber: 'medarbejdernummer',
    requiredMinutes: 'krævede minutter',
    achievableMinutes: 'opnåelige minutter',
    missingMinutes: 'manglende minutter',
    totalMinutes: 'minutter i alt',
    numberOfEmployees: 'antal medarbejdere',
    startTime: 'start',
    endTime: 'slut',
    personnelGroup: 'personalegruppe',
    assignment: 'tildeling',
    taskId: 'opgave',
    competencies: 'kompetencer',
    workType: 'arbejdstype',
    constraintId: 'begrænsning',
    lockedShiftName: 'låst vagt',
    employeeId: 'medarbejder',
    violatedProperties: 'niveau, der ikke er nået',
  },
};
