import type { DeviationTable } from '@understudy/kernel/deviations';
import { einvoicingCompanies } from './einvoicing-companies.js';
import { einvoicingEvents } from './einvoicing-events.js';
import { einvoicingExchange } from './einvoicing-exchange.js';
import { einvoicingProfiles } from './einvoicing-profiles.js';
import { einvoicingReceivables } from './einvoicing-receivables.js';

/** All deviations of the e-invoicing exchange. */
export const einvoicingDeviations: DeviationTable = {
  ...einvoicingCompanies,
  ...einvoicingProfiles,
  ...einvoicingEvents,
  ...einvoicingExchange,
  ...einvoicingReceivables,
};
