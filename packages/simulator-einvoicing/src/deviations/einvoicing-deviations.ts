import type { DeviationTable } from '@understudy/kernel/deviations';
import { companyDeviations } from './company-deviations.js';
import { eventDeviations } from './event-deviations.js';
import { exchangeDeviations } from './exchange-deviations.js';
import { profileDeviations } from './profile-deviations.js';
import { receivablesDeviations } from './receivables-deviations.js';

/** All deviations of the e-invoicing exchange. */
export const einvoicingDeviations: DeviationTable = {
  ...companyDeviations,
  ...profileDeviations,
  ...eventDeviations,
  ...exchangeDeviations,
  ...receivablesDeviations,
};
