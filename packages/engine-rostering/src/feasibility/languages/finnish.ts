import type { WarningTexts } from './warning-texts.js';

/** Warnings in Finnish (rostering.gap.analyze-language). */
export const finnish: WarningTexts = {
  noAvailability: 'Työntekijä {0} ei ole käytettävissä {1}',
  checks: {
    'Employee-availability-check': 'Työntekijöitä on käytettävissä vähemmän kuin tarve edellyttää',
    'Demand-weekend-covered-by-employees-check':
      'Viikonloput, joina työntekijät voivat työskennellä, eivät kata viikonloppujen tarvetta',
    'Employee-minutes-weekly-check': 'Jakson aikana tehtävissä olevat minuutit eivät riitä vaadittuihin minuutteihin',
    'Employee-minutes-entire-roster-check':
      'Suunnittelujaksolla tehtävissä olevat minuutit eivät riitä vaadittuihin minuutteihin',
    'Demand-covered-by-shift-templates-check': 'Mikään työvuoro ei kata tarvetta',
    'Shift-is-covered-by-demand-check': 'Mikään tarve ei edellytä työvuoroa minään päivänä',
    'Employee-assigned-to-shift-covers-demand-check': 'Tarve ei edellytä lukittua työtä, tai se ylittää enimmäismäärän',
    'Shift-Templates-are-demand-relevant-check': 'Työvuoroon ei sisälly aikaväliä, jolla on tarvetta',
    'Shift-utilization-minimum-occurrence-check': 'Työn vaadittua vähimmäismäärää ei voida saavuttaa',
    'Locked-shift-task-requirements-check': 'Lukittu työ rikkoo ehdotonta sääntöä',
  },
  properties: {
    day: 'päivä',
    date: 'päivämäärä',
    demandSegment: 'tarve',
    shift: 'työvuoro',
    weekendNumber: 'viikonloppu',
    requiredEmployees: 'tarvittavia työntekijöitä',
    missingEmployees: 'puuttuvia työntekijöitä',
    missingEmployeesDueToWeekendDistribution: 'viikonloppuisin puuttuvia työntekijöitä',
    employeeNumber: 'työntekijänumero',
    requiredMinutes: 'vaadittuja minuutteja',
    achievableMinutes: 'saavutettavia minuutteja',
    missingMinutes: 'puuttuvia minuutteja',
    totalMinutes: 'minuutteja yhteensä',
    numberOfEmployees: 'työntekijöiden määrä',
    startTime: 'alkaa',
    endTime: 'päättyy',
    personnelGroup: 'henkilöstöryhmä',
    assignment: 'toimeksianto',
    taskId: 'tehtävä',
    competencies: 'pätevyydet',
    workType: 'työlaji',
    constraintId: 'rajoite',
    lockedShiftName: 'lukittu työvuoro',
    employeeId: 'työntekijä',
    violatedProperties: 'täyttymätön taso',
  },
};
