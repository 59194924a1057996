import type { AnalysisFuzz } from '@understudy/simulator-analysis/fuzz';

export const inventoryFuzz: AnalysisFuzz = {
  datasetOf,
  uploadTypes: ['raw_data', 'prediction'],
  training: (datasetIds) => ({
    parametersArray: datasetIds.map((datasetId) => ({ datasetId, frequency: 'D', horizon: 14 })),
  }),
  seedTraining: { frequency: 'D', horizon: 2 },
  prediction: (datasetIds) => ({ parametersArray: datasetIds.map(predictionOf) }),
  jobs: [['classified', '/start_inventory_classification', (datasetIds) => ({ datasetIds, abcDriver: 'revenue' })]],
  feedbackOf: () => [{ predictionId: 1, good: true }],
  values: { predictionId: [1, 2] },
  hasActions: true,
};

function datasetOf(datasetId: string): object {
  const transactions = Array.from({ length: 60 }, (_item, index) => ({
    transactionId: `${datasetId}-${index}`,
    departureDate: new Date(Date.UTC(2025, 10, 1 + index)).toISOString().slice(0, 10),
    quantity: 1 + ((index * 7) % 5),
    unitPrice: 10,
    unitCost: 4,
  }));
  return { datasetId, transactions };
}

function predictionOf(datasetId: string): object {
  return {
    datasetId,
    currentInventoryLevel: 40,
    wantedServiceLevel: 0.9,
    supplier: { supplierId: 'north', leadTime: { value: 1, granularity: 'W' } },
    replenishmentInterval: { value: 7, granularity: 'D' },
  };
}
