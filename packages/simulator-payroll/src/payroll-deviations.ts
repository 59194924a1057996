import {
  changeJobKinds,
  createDeviationTable,
  type DeviationTable,
  readDeviationTable,
  toJsonObject,
} from '@understudy/kernel/deviations';
import { acceptDatasets, createAnalysisDeviations } from '@understudy/simulator-analysis/deviations';
import rows from './payroll-deviations.json' with { type: 'json' };
import { payrollService } from './payroll-service.js';

export const payrollDeviations: DeviationTable = createDeviationTable({
  ...createAnalysisDeviations(payrollService, {
    resultsKey: 'datasetResults',
    itemsKey: 'parameters',
    prefixOfSibling: '/td',
    starter: 'startTrainer',
  }),
  'payroll.prediction.needs-upload-and-training': acceptDatasets('prediction', () => true),
  ...readDeviationTable(rows),
  'payroll.trainer.from-scratch': changeJobKinds('upload', ({ load }) => ({
    load: async (...given) => ({ ...toJsonObject(await load(...given)), existing: [] }),
  })),
});
