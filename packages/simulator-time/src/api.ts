import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { AnalysisSettings, addSubscriptionsAction } from '@understudy/simulator-analysis';
import type { timeCollections } from './entities.js';
import type { resultEntryBytesSetting, weekdayFieldSetting } from './settings.js';

/** The time registration API, described for Understudy. */
export const api: ApiDefinition = defineApi({
  name: 'time',
  summary: 'Anomaly scores and rule breaches for time registrations',
  simulator: async () => (await import('./index.js')).timeSimulator,
  contract: 'specs/time',
  scenarios: 'scenarios/time',
  seeds: { demo: 'fixtures/time/seeds/demo.json' },
  prefix: '/td',
  tryPath: '/td/health_check',
  // Any prefix is accepted unless the setting `scopePrefix` specifies one: analysis.gap.scope-prefix.
  tokens: {
    path: '/connect/token',
    scope: 'understudy-stage:td',
    example: { path: '/td/data', headers: { tenantId: 'demo' } },
  },
  deviations: async () => (await import('./time-deviations.js')).timeDeviations,
});

export type TimeActions = { addSubscriptions: typeof addSubscriptionsAction };

export type TimeSettings = AnalysisSettings & {
  weekdayField: typeof weekdayFieldSetting;
  resultEntryBytes: typeof resultEntryBytesSetting;
};

export type TimeRecords = RecordsByCollection<typeof timeCollections>;
