import type { SuggestionParameters } from '@understudy/engine-forecasting';
import type { PredictionParameters } from '../entities.js';

/**
 * Converts the parameters for the engine. Null in an optional field counts as missing (analysis.gap.validation-rules).
 */
export function toSuggestionParameters(parameters: PredictionParameters): SuggestionParameters {
  const { supplier, planningPeriod, inventoryOrders, futureSalesOrders, minimumInventory, maximumInventory } =
    parameters;
  return {
    currentInventoryLevel: parameters.currentInventoryLevel,
    wantedServiceLevel: parameters.wantedServiceLevel,
    replenishmentInterval: parameters.replenishmentInterval,
    supplier: { leadTime: supplier.leadTime, batchSize: supplier.batchSize ?? undefined },
    planningPeriod: planningPeriod ?? undefined,
    inventoryOrders: inventoryOrders ?? undefined,
    futureSalesOrders: futureSalesOrders ?? undefined,
    minimumInventory: minimumInventory ?? undefined,
    maximumInventory: maximumInventory ?? undefined,
  };
}
