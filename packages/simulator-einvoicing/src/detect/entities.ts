import { defineCollection } from '@understudy/kernel';
import type { CheckName } from '../entities.js';
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];

/** One run of a check on an invoice. Collection `analyses` of the company, key: `<invoice id>/<check>`. */
export interface StoredAnalysis {
  readonly id: string;
  readonly invoiceId: string;
  readonly check: CheckName;
  readonly status: Schemas['Analysis']['analysis_status'];
  readonly triggeredAt: string;
  /** The trigger: the arrival of the invoice, or a request. */
  readonly origin: 'ON_INVOICE_RECEIVE' | 'REQUEST';
  readonly outcome?: CheckOutcome;
  readonly checkedAt?: string;
}

export interface CheckOutcome {
  readonly reasonCode: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An official register's entry of a business. Shared collection `registeredBusinesses`, key: `<country>/<id>`. */
export interface RegisteredBusiness {
  readonly status: BusinessStatus;
  /** True if it is registered for VAT. */
  readonly vat: boolean;
  /** True if it is in the Finnish prepayment register. */
  readonly prepayment: boolean;
  readonly name?: string;
}

export const businessStatuses = [
  'ACTIVE',
  'INACTIVE',
  'UNDER_LIQUIDATION',
  'UNDER_REORGANIZATION',
  'BANKRUPT',
  'ON_HOLD',
] as const;
type BusinessStatus = (typeof businessStatuses)[number];

/** A business on the warning list. Shared collection `warningList`, key: `<country>/<id>`. */
export interface BusinessWarning {
  readonly source: 'OFFICIAL' | 'USER';
  readonly reason: string;
}

export const detectCollections = {
  analyses: defineCollection<StoredAnalysis>('analyses'),
  registeredBusinesses: defineCollection<RegisteredBusiness>('registeredBusinesses'),
  warningList: defineCollection<BusinessWarning>('warningList'),
};
