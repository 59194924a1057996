import type { Deviations } from '@understudy/kernel/deviations';
import { einvoicingCompanies } from './einvoicing-companies.js';
import { einvoicingEvents } from './einvoicing-events.js';
import { einvoicingExchange } from './einvoicing-exchange.js';
import { einvoicingProfiles } from './einvoicing-profiles.js';
import { einvoicingReceivables } from './einvoicing-receivables.js';

/** All deviations of the e-invoicing exchange. */
export const einvoicingDeviations: Deviations = {
  ...einvoicingCompanies,
  ...einvoicingProfiles,
  ...einvoicingEvents,
  ...einvoicingExchange,
  ...einvoicingReceivables,
};
