/** Creates a transaction. Dates are YYYY-MM-DD. */
export function createSale(transactionId: string, departureDate: string, quantity = 1, prices: object = {}) {
  return { transactionId, departureDate, quantity, ...prices };
}

/** Creates a dataset with one sale on each of the given days of January 2026, with quantities 1, 2, ... */
export function createDataset(datasetId: string, ...days: number[]) {
  const transactions = days.map((day, index) =>
    createSale(`${datasetId}-${day}`, `2026-01-${String(day).padStart(2, '0')}`, index + 1),
  );
  return { datasetId, transactions };
}

export function createTrainingBody(...datasetIds: string[]) {
  return { parametersArray: datasetIds.map((datasetId) => ({ datasetId, frequency: 'D', horizon: 7 })) };
}

/** Creates the required prediction parameters of a dataset, extended or overridden by the given ones. */
export function createPredictionParameters(datasetId: string, more: object = {}) {
  return {
    datasetId,
    currentInventoryLevel: 1,
    wantedServiceLevel: 0.9,
    supplier: { supplierId: `supplier-of-${datasetId}`, leadTime: { value: 2, granularity: 'D' } },
    replenishmentInterval: { value: 7, granularity: 'D' },
    ...more,
  };
}

export function createPredictionBody(...datasetIds: string[]) {
  return { parametersArray: datasetIds.map((datasetId) => createPredictionParameters(datasetId)) };
}

export function createSuccessStatus(datasetId: string) {
  return { datasetId, status: 'success', message: { code: 'SUCCESS', message: 'The dataset was processed' } };
}

export function createInvalidStatus(datasetId: string, message: string, code = 'INVALID_DATA') {
  return { datasetId, status: 'invalid', message: { code, message } };
}
