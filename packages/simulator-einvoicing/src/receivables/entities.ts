import { defineCollection } from '@understudy/kernel';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];

export type RequestedSettings = Omit<Schemas['ReceivablesSettings'], 'accountable_party'>;

/** The service of a company. Collection `receivables` of the company, key: `service`. */
export interface ReceivablesService {
  readonly status: Schemas['ReceivablesService']['status'];
  readonly settings?: RequestedSettings;
  readonly useOwnInvoiceImage: boolean;
  readonly useOwnPaymentDetails: boolean;
  /** Id of the activation that must be signed, while the status is PENDING. */
  readonly activationId?: string;
}

export const receivablesCollection = defineCollection<ReceivablesService>('receivables');
