import type { WarningTexts } from './warning-texts.js';

/** Warnings in German (rostering.gap.analyze-language). */
export const german: WarningTexts = {
  noAvailability: 'Mitarbeiter {0} ist am {1} nicht verfügbar',
  checks: {
    'Employee-availability-check': 'Es sind weniger Mitarbeiter verfügbar, als der Bedarf verlangt',
    'Demand-weekend-covered-by-employees-check':
      'Die Wochenenden, an denen Mitarbeiter arbeiten dürfen, decken den Bedarf an Wochenenden nicht',
    'Employee-minutes-weekly-check': 'Im Zeitraum können weniger Minuten gearbeitet werden als verlangt',
    'Employee-minutes-entire-roster-check': 'Im Planungszeitraum können weniger Minuten gearbeitet werden als verlangt',
    'Demand-covered-by-shift-templates-check': 'Keine Schicht deckt den Bedarf',
    'Shift-is-covered-by-demand-check': 'Kein Bedarf verlangt die Schicht an irgendeinem Tag',
    'Employee-assigned-to-shift-covers-demand-check':
      'Feste Arbeit wird vom Bedarf nicht verlangt oder überschreitet sein Maximum',
    'Shift-Templates-are-demand-relevant-check': 'Die Schicht enthält kein Zeitfenster mit Bedarf',
    'Shift-utilization-minimum-occurrence-check': 'Ein verlangtes Mindestmaß an Arbeit ist nicht erreichbar',
    'Locked-shift-task-requirements-check': 'Feste Arbeit bricht eine zwingende Regel',
  },
  properties: {
    day: 'Tag',
    date: 'Datum',
    demandSegment: 'Bedarf',
    shift: 'Schicht',
    weekendNumber: 'Wochenende',
    requiredEmployees: 'benötigte Mitarbeiter',
    missingEmployees: 'fehlende Mitarbeiter',
    missingEmployeesDueToWeekendDistribution: 'an Wochenenden fehlende Mitarbeiter',
    employeeNumber: 'Personalnummer',
    requiredMinutes: 'verlangte Minuten',
    achievableMinutes: 'erreichbare Minuten',
    missingMinutes: 'fehlende Minuten',
    totalMinutes: 'Minuten insgesamt',
    numberOfEmployees: 'Anzahl der Mitarbeiter',
    startTime: 'Beginn',
    endTime: 'Ende',
    personnelGroup: 'Personalgruppe',
    assignment: 'Einsatz',
    taskId: 'Aufgabe',
    competencies: 'Kompetenzen',
    workType: 'Arbeitsart',
    constraintId: 'Bedingung',
    lockedShiftName: 'feste Schicht',
    employeeId: 'Mitarbeiter',
    violatedProperties: 'nicht erreichte Stufe',
  },
};
