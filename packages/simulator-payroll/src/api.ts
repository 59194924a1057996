import { type Api, defineApi } from '@understudy/kernel';
import type { addSubscriptions } from '@understudy/simulator-analysis';
import { payrollService } from './payroll-service.js';

const { name, prefix, scopeSuffix } = payrollService;

/** The payroll API, described for Understudy. */
export const api: Api = defineApi({
  name,
  summary: 'Anomaly scores and findings for payslips',
  simulator: async () => (await import('./index.js')).payrollSimulator,
  contract: 'specs/payroll',
  scenarios: 'scenarios/payroll',
  seeds: { demo: 'fixtures/payroll/seeds/demo.json' },
  prefix,
  tryPath: `${prefix}/health_check`,
  // Any prefix will do unless the setting `scopePrefix` pins one: analysis.gap.scope-prefix.
  tokens: { path: '/connect/token', scope: `understudy-stage:${scopeSuffix}` },
  deviations: async () => (await import('./deviations/payroll-deviations.js')).payrollDeviations,
  fuzz: async () => (await import('./fuzz/payroll-fuzz.js')).payrollFuzz,
});

/** Its actions, typed. */
export type Actions = { addSubscriptions: typeof addSubscriptions };
