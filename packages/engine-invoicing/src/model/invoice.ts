export type { DatePeriod, Decimal, IsoDate, SchemedIdentifier } from './values.js';

import type { AllowanceOrCharge, InvoiceLine } from './line.js';
import type { InvoiceParty, Payee, PostalAddress, TaxRepresentative } from './party.js';
import type { DatePeriod, Decimal, IsoDate, SchemedIdentifier } from './values.js';

/** Invoice note, BG-1. */
export interface InvoiceNote {
  /** BT-21 */
  readonly subject?: string;
  /** BT-22 */
  readonly text: string;
}

/** A preceding invoice, BG-3. */
export interface PrecedingInvoice {
  /** BT-25 */
  readonly number: string;
  /** BT-26 */
  readonly issueDate?: IsoDate;
}

/** Place and date of delivery, BG-13. */
export interface DeliveryDetails {
  /** BT-70 */
  readonly partyName?: string;
  /** BT-71 */
  readonly location?: SchemedIdentifier;
  /** BT-72 */
  readonly date?: IsoDate;
  /** BG-15 */
  readonly address?: PostalAddress;
}

/** An account to pay to, BG-17. */
export interface CreditTransfer {
  /** BT-84: an IBAN or a national account number */
  readonly account: string;
  /** BT-85 */
  readonly name?: string;
  /** BT-86: BIC */
  readonly bank?: string;
}

/** Payment instructions, BG-16. */
export interface PaymentInstructions {
  /** BT-81, UNTDID 4461 */
  readonly meansCode?: string;
  /** BT-82 */
  readonly meansText?: string;
  /** BT-83 */
  readonly reference?: string;
  readonly accounts: readonly CreditTransfer[];
  /** BG-18: BT-87, BT-88 */
  readonly card?: { readonly number: string; readonly holder?: string };
  /** BG-19: BT-89, BT-90, BT-91 */
  readonly directDebit?: { readonly mandate?: string; readonly creditor?: string; readonly debitedAccount?: string };
}

/** Document totals, BG-22. */
export interface InvoiceTotals {
  /** BT-106 */
  readonly lines?: Decimal;
  /** BT-107 */
  readonly allowances?: Decimal;
  /** BT-108 */
  readonly charges?: Decimal;
  /** BT-109 */
  readonly withoutVat?: Decimal;
  /** BT-110 */
  readonly vat?: Decimal;
  /** BT-111, in the accounting currency BT-6 */
  readonly vatAccounting?: Decimal;
  /** BT-112 */
  readonly withVat?: Decimal;
  /** BT-113 */
  readonly paid?: Decimal;
  /** BT-114 */
  readonly rounding?: Decimal;
  /** BT-115 */
  readonly payable: Decimal;
}

/** One VAT category of the invoice, BG-23. */
export interface VatBreakdown {
  /** BT-116 */
  readonly base?: Decimal;
  /** BT-117 */
  readonly amount?: Decimal;
  /** BT-118, UNCL 5305 */
  readonly category?: string;
  /** BT-119 */
  readonly rate?: Decimal;
  /** BT-120 */
  readonly exemptionReason?: string;
  /** BT-121, VATEX code */
  readonly exemptionCode?: string;
}

/** A supporting document, BG-24. */
export interface SupportingDocument {
  /** BT-122 */
  readonly id: string;
  /** BT-123 */
  readonly description?: string;
  /** BT-124 */
  readonly uri?: string;
  /** BT-125, base64 as in the file, without white space */
  readonly content?: string;
  /** BT-125-1 */
  readonly mimeType?: string;
  /** BT-125-2 */
  readonly filename?: string;
}

/** An invoice or credit note by the business terms (BT) and groups (BG) of EN 16931-1, with positive amounts. */
export interface Invoice {
  readonly kind: 'invoice' | 'creditNote';
  /** BT-24 */
  readonly customization?: string;
  /** BT-23 */
  readonly profile?: string;
  /** BT-1 */
  readonly number: string;
  /** BT-2 */
  readonly issueDate: IsoDate;
  /** BT-9 */
  readonly dueDate?: IsoDate;
  /** BT-3, UNTDID 1001 */
  readonly typeCode: string;
  /** BG-1 */
  readonly notes: readonly InvoiceNote[];
  /** BT-7 */
  readonly vatPointDate?: IsoDate;
  /** BT-8, UNTDID 2005 */
  readonly vatPointCode?: string;
  /** BT-5 */
  readonly currency: string;
  /** BT-6 */
  readonly vatCurrency?: string;
  /** BT-19 */
  readonly accounting?: string;
  /** BT-10 */
  readonly buyerReference?: string;
  /** BG-14 */
  readonly period?: DatePeriod;
  /** BT-13 */
  readonly order?: string;
  /** BT-14 */
  readonly salesOrder?: string;
  /** BG-3 */
  readonly precedingInvoices: readonly PrecedingInvoice[];
  /** BT-16 */
  readonly despatchAdvice?: string;
  /** BT-15 */
  readonly receivingAdvice?: string;
  /** BT-17 */
  readonly tender?: string;
  /** BT-12 */
  readonly contract?: string;
  /** BT-18 */
  readonly invoicedObject?: SchemedIdentifier;
  /** BT-11 */
  readonly project?: string;
  /** BG-24 */
  readonly documents: readonly SupportingDocument[];
  /** BG-4 */
  readonly seller: InvoiceParty;
  /** BG-7 */
  readonly buyer: InvoiceParty;
  /** BG-10 */
  readonly payee?: Payee;
  /** BG-11 */
  readonly taxRepresentative?: TaxRepresentative;
  /** BG-13 */
  readonly delivery?: DeliveryDetails;
  /** BG-16 */
  readonly payment?: PaymentInstructions;
  /** BT-20 */
  readonly paymentTerms?: string;
  /** BG-20 and BG-21, distinguished by `charge` */
  readonly allowances: readonly AllowanceOrCharge[];
  /** BG-22 */
  readonly totals: InvoiceTotals;
  /** BG-23 */
  readonly vat: readonly VatBreakdown[];
  /** BG-25 */
  readonly lines: readonly InvoiceLine[];
}
