import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { AnalysisSettings, addSubscriptionsAction } from '@understudy/simulator-analysis';
import type { payrollCollections } from './entities.js';

/** The payroll API, described for Understudy. */
export const api: ApiDefinition = defineApi({
  name: 'payroll',
  summary: 'Anomaly scores and findings for payslips',
  simulator: async () => (await import('./index.js')).payrollSimulator,
  contract: 'specs/payroll',
  scenarios: 'scenarios/payroll',
  seeds: { demo: 'fixtures/payroll/seeds/demo.json' },
  prefix: '/pd',
  tryPath: '/pd/health_check',
  // Any prefix is accepted unless the setting `scopePrefix` specifies one: analysis.gap.scope-prefix.
  tokens: {
    path: '/connect/token',
    scope: 'understudy-stage:pd',
    example: { path: '/pd/data', headers: { tenantId: 'demo' } },
  },
  deviations: async () => (await import('./payroll-deviations.js')).payrollDeviations,
});

export type PayrollActions = { addSubscriptions: typeof addSubscriptionsAction };

export type PayrollSettings = AnalysisSettings;

export type PayrollRecords = RecordsByCollection<typeof payrollCollections>;
