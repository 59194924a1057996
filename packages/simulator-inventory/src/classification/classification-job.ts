import { type AnalysisJob, type AnalysisJobInput, analysisJobKind } from '@understudy/simulator-analysis';
import { todayOf } from '../current-date.js';
import { collections } from '../entities.js';
import type { components } from '../generated/types.js';
import { inventoryService } from '../inventory-service.js';
import { loadSales } from '../load-sales.js';
import type { ClassificationOutput, ClassificationWork } from './classify-datasets.js';

type Request = components['schemas']['InventoryClassificationRequest'];

export interface ClassificationJobInput extends AnalysisJobInput {
  readonly abcDriver: Request['abcDriver'];
  readonly dateRange: NonNullable<Request['dateRange']>;
}

const job: AnalysisJob<ClassificationJobInput, ClassificationWork, ClassificationOutput> = {
  name: 'classification',
  async load({ input }, scope, now) {
    const { startDate, endDate } = input.dateRange;
    return {
      datasetIds: input.datasetIds,
      sales: await loadSales(scope, input.datasetIds),
      abcDriver: input.abcDriver,
      currentDate: endDate ?? todayOf(now),
      ...(startDate === undefined ? {} : { startDate }),
    };
  },
  async store({ id }, { results }, scope) {
    await scope.collection(collections.classifications).put(id, { items: results });
  },
};

/** The job that classifies datasets; it needs no training (analysis.gap.untrained). */
export const classificationJobKind = analysisJobKind(inventoryService, job);
