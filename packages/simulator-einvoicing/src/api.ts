import { type ApiDefinition, defineApi, type RecordsByCollection } from '@understudy/kernel';
import type { einvoicingActions } from './actions/actions.js';
import type { documentCollections } from './documents/entities.js';
import type { collections } from './entities.js';
import type { exchangeCollections } from './exchange/entities.js';
import type { einvoicingSettings } from './settings.js';

/** The e-invoicing exchange API, described for Understudy. */
export const api: ApiDefinition = defineApi({
  name: 'einvoicing',
  summary: 'Companies, networks, invoices, documents and webhooks of an e-invoicing exchange',
  simulator: async () => (await import('./index.js')).einvoicingSimulator,
  contract: 'specs/einvoicing',
  scenarios: 'scenarios/einvoicing',
  seeds: { demo: 'fixtures/einvoicing/seeds/demo.json' },
  tokens: {
    path: '/oauth2/token',
    example: { path: '/v1/invoices?direction=SENT' },
    // A company of the demo data, with the keys for getting its tokens.
    account: {
      companyId: '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11',
      userApiKey: 'demo-user-key',
      vendorApiKey: 'demo-vendor-key',
    },
  },
  addresses: { authUrl: ['/oauth2/'], printUrl: ['/print/'] },
  deviations: async () => (await import('./deviations/einvoicing-deviations.js')).einvoicingDeviations,
});

export type EinvoicingActions = typeof einvoicingActions;
export type EinvoicingSettings = typeof einvoicingSettings;

export type EinvoicingRecords = RecordsByCollection<
  typeof collections & typeof exchangeCollections & typeof documentCollections
>;
