const day = 86_400_000;

/** Creates a registration. The date is YYYY-MM-DD. */
export function createRegistration(registrationId: string, date: string, more: object = {}) {
  return { registrationId, date, employeeId: 'ada', ...more };
}

/** Weeks of Monday to Friday before 2026-01-12: about 8 to 16:30. Ids are `<employeeId>-<date>`. */
export function createWorkingWeeks(employeeId: string, weeks = 20) {
  const first = Date.parse('2026-01-12') - weeks * 7 * day;
  const days = Array.from({ length: weeks * 7 }, (_, index) => index).filter((index) => index % 7 < 5);
  return days.map((index) => {
    const date = new Date(first + index * day).toISOString().slice(0, 10);
    // Small repeated variations give the habits a range.
    const startTime = 8 + (index % 3) * 0.25;
    const workDuration = 8 + (index % 2) * 0.25;
    return createOrdinaryDay(`${employeeId}-${date}`, date, {
      employeeId,
      startTime,
      workDuration,
      endTime: startTime + workDuration + 0.5,
    });
  });
}

export function createOrdinaryDay(registrationId: string, date: string, more: object = {}) {
  const work = { startTime: 8, endTime: 16.5, workDuration: 8, breakDuration: 0.5 };
  return createRegistration(registrationId, date, {
    departmentId: 'workshop',
    workCategory: 'regular',
    ...work,
    ...more,
  });
}

export function createUploadBody(registrations: readonly object[], datasetId = 'd1') {
  return { datasets: [{ datasetId, registrations }] };
}

export function createSuccessStatus(datasetId: string) {
  return { datasetId, status: 'success', message: 'The dataset was processed' };
}
