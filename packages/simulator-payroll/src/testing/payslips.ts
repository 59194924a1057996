/** Creates a payslip with lines `{type: amount}`. The id of a line consists of the payslip's id and its type. */
export function createPayslip(id: string, date: string, amounts: Readonly<Record<string, number>>, more: object = {}) {
  const transactions = Object.entries(amounts).map(([type, amount]) => ({ id: `${id}-${type}`, type, amount }));
  return { id, date, employeeId: 'ada', transactions, ...more };
}

/** Creates an ordinary payslip of an employee whose lines vary a little from month to month. */
export function createOrdinaryPayslip(employeeId: string, date: string, more: Readonly<Record<string, number>> = {}) {
  const step = Number(date.slice(5, 7)) % 3;
  const amounts = { salary: 3000, bonus: 200 + step * 10, allowance: 150 + step, ...more };
  return createPayslip(`${employeeId}-${date}`, date, amounts, { employeeId, employeeGroups: ['kitchen'] });
}

/** Monthly payslips of one employee, from January 2024 to December 2025. */
export function createTwoYears(employeeId: string) {
  return Array.from({ length: 24 }, (_, index) => {
    const year = 2024 + Math.floor(index / 12);
    return createOrdinaryPayslip(employeeId, `${year}-${String((index % 12) + 1).padStart(2, '0')}-28`);
  });
}

export function createUploadBody(payslips: readonly object[], id = 'd1') {
  return { datasets: [{ id, payslips }] };
}

export function createSuccessStatus(datasetId: string) {
  return { datasetId, status: 'success', message: 'The dataset was processed' };
}
