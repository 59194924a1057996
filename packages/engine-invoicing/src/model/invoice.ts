/** Invoice note, BG-1. */
export interface InvoiceNote {
  readonly subject?: string; // BT-21
  readonly text: string; // BT-22
}

/** A preceding invoice, BG-3. */
export interface PrecedingInvoice {
  readonly number: string; // BT-25
  readonly issueDate?: IsoDate; // BT-26
}

/** Place and date of delivery, BG-13. */
export interface DeliveryDetails {
  readonly partyName?: string; // BT-70
  readonly location?: SchemedIdentifier; // BT-71
  readonly date?: IsoDate; // BT-72
  readonly address?: PostalAddress; // BG-15
}

/** An account to pay to, BG-17. */
export interface CreditTransfer {
  readonly account: string; // BT-84: an IBAN or a national account number
  readonly name?: string; // BT-85
  readonly bank?: string; // BT-86: BIC
}

/** Payment instructions, BG-16. */
export interface PaymentInstructions {
  readonly meansCode?: string; // BT-81, UNTDID 4461
  readonly meansText?: string; // BT-82
  readonly reference?: string; // BT-83
  readonly accounts: readonly CreditTransfer[];
  readonly card?: { readonly number: string; readonly holder?: string }; // BG-18: BT-87, BT-88
  /** BG-19: BT-89, BT-90, BT-91 */
  readonly directDebit?: { readonly mandate?: string; readonly creditor?: string; readonly debitedAccount?: string };
}

/** Document totals, BG-22. */
export interface InvoiceTotals {
  readonly lines?: Decimal; // BT-106
  readonly allowances?: Decimal; // BT-107
  readonly charges?: Decimal; // BT-108
  readonly withoutVat?: Decimal; // BT-109
  readonly vat?: Decimal; // BT-110
  readonly vatAccounting?: Decimal; // BT-111, in the accounting currency BT-6
  readonly withVat?: Decimal; // BT-112
  readonly paid?: Decimal; // BT-113
  readonly rounding?: Decimal; // BT-114
  readonly payable: Decimal; // BT-115
}

/** One VAT category of the invoice, BG-23. */
export interface VatBreakdown {
  readonly base?: Decimal; // BT-116
  readonly amount?: Decimal; // BT-117
  readonly category?: string; // BT-118, UNCL 5305
  readonly rate?: Decimal; // BT-119
  readonly exemptionReason?: string; // BT-120
  readonly exemptionCode?: string; // BT-121, VATEX code
}

/** A supporting document, BG-24. */
export interface SupportingDocument {
  readonly id: string; // BT-122
  readonly description?: string; // BT-123
  readonly uri?: string; // BT-124
  readonly content?: string; // BT-125, base64 as in the file, without white space
  readonly mimeType?: string; // BT-125-1
  readonly filename?: string; // BT-125-2
}

/** An invoice or credit note by the business terms (BT) and groups (BG) of EN 16931-1, with positive amounts. */
export interface Invoice {
  readonly kind: 'invoice' | 'creditNote';
  readonly customization?: string; // BT-24
  readonly profile?: string; // BT-23
  readonly number: string; // BT-1
  readonly issueDate: IsoDate; // BT-2
  readonly dueDate?: IsoDate; // BT-9
  readonly typeCode: string; // BT-3, UNTDID 1001
  readonly notes: readonly InvoiceNote[]; // BG-1
  readonly vatPointDate?: IsoDate; // BT-7
  readonly vatPointCode?: string; // BT-8, UNTDID 2005
  readonly currency: string; // BT-5
  readonly vatCurrency?: string; // BT-6
  readonly accounting?: string; // BT-19
  readonly buyerReference?: string; // BT-10
  readonly period?: DatePeriod; // BG-14
  readonly order?: string; // BT-13
  readonly salesOrder?: string; // BT-14
  readonly precedingInvoices: readonly PrecedingInvoice[]; // BG-3
  readonly despatchAdvice?: string; // BT-16
  readonly receivingAdvice?: string; // BT-15
  readonly tender?: string; // BT-17
  readonly contract?: string; // BT-12
  readonly invoicedObject?: SchemedIdentifier; // BT-18
  readonly project?: string; // BT-11
  readonly documents: readonly SupportingDocument[]; // BG-24
  readonly seller: InvoiceParty; // BG-4
  readonly buyer: InvoiceParty; // BG-7
  readonly payee?: Payee; // BG-10
  readonly taxRepresentative?: TaxRepresentative; // BG-11
  readonly delivery?: DeliveryDetails; // BG-13
  readonly payment?: PaymentInstructions; // BG-16
  readonly paymentTerms?: string; // BT-20
  readonly allowances: readonly AllowanceOrCharge[]; // BG-20 and BG-21, distinguished by `charge`
  readonly totals: InvoiceTotals; // BG-22
  readonly vat: readonly VatBreakdown[]; // BG-23
  readonly lines: readonly InvoiceLine[]; // BG-25
}

/** An allowance or a charge of the document (BG-20, BG-21) or of a line (BG-27, BG-28). */
export interface AllowanceOrCharge {
  readonly charge: boolean;
  readonly amount: Decimal; // BT-92, BT-99, BT-136, BT-141
  readonly base?: Decimal; // BT-93, BT-100, BT-137, BT-142
  readonly percent?: Decimal; // BT-94, BT-101, BT-138, BT-143
  readonly category?: string; // BT-95, BT-102; none on lines
  readonly rate?: Decimal; // BT-96, BT-103; none on lines
  readonly reason?: string; // BT-97, BT-104, BT-139, BT-144
  readonly reasonCode?: string; // BT-98, BT-140 (UNTDID 5189); BT-105, BT-145 (UNTDID 7161)
}

/** The item of a line: BG-31, with BG-30 and BG-32. */
interface InvoiceItem {
  readonly name?: string; // BT-153
  readonly description?: string; // BT-154
  readonly sellerId?: string; // BT-155
  readonly buyerId?: string; // BT-156
  readonly standardId?: SchemedIdentifier; // BT-157
  readonly classifications: readonly SchemedIdentifier[]; // BT-158
  readonly origin?: string; // BT-159
  readonly category?: string; // BT-151
  readonly rate?: Decimal; // BT-152
  readonly attributes: readonly { readonly name: string; readonly value: string }[]; // BG-32: BT-160, BT-161
}

/** A price, BG-29. */
export interface ItemPrice {
  readonly net?: Decimal; // BT-146
  readonly discount?: Decimal; // BT-147
  readonly gross?: Decimal; // BT-148
  readonly baseQuantity?: Decimal; // BT-149
  readonly baseUnit?: string; // BT-150
}

/** An invoice line, BG-25. */
export interface InvoiceLine {
  readonly id: string; // BT-126
  readonly note?: string; // BT-127
  readonly object?: SchemedIdentifier; // BT-128
  readonly quantity?: Decimal; // BT-129
  readonly unit?: string; // BT-130, UNECE Rec 20 and 21
  readonly net?: Decimal; // BT-131
  readonly orderLine?: string; // BT-132
  readonly accounting?: string; // BT-133
  readonly period?: DatePeriod; // BG-26
  readonly allowances: readonly AllowanceOrCharge[]; // BG-27 and BG-28
  readonly price: ItemPrice;
  readonly item: InvoiceItem;
}

/** A postal address: BG-5, BG-8, BG-12, BG-15. */
export interface PostalAddress {
  readonly street?: string; // BT-35, BT-50, BT-64, BT-75
  readonly street2?: string; // BT-36, BT-51, BT-65, BT-76
  readonly street3?: string; // BT-162, BT-163, BT-164, BT-165
  readonly city?: string; // BT-37, BT-52, BT-66, BT-77
  readonly postCode?: string; // BT-38, BT-53, BT-67, BT-78
  readonly subdivision?: string; // BT-39, BT-54, BT-68, BT-79
  readonly country?: string; // BT-40, BT-55, BT-69, BT-80: ISO 3166-1
}

/** Seller BG-4 or buyer BG-7. */
export interface InvoiceParty {
  readonly name: string; // BT-27, BT-44
  readonly tradingName?: string; // BT-28, BT-45
  readonly identifiers: readonly SchemedIdentifier[]; // BT-29, BT-46
  readonly legalId?: SchemedIdentifier; // BT-30, BT-47
  readonly vatId?: string; // BT-31, BT-48
  readonly taxRegistration?: string; // BT-32
  readonly legalInfo?: string; // BT-33
  readonly endpoint?: SchemedIdentifier; // BT-34, BT-49
  /** The operator of the endpoint, if the format states one (Finvoice). Not a business term. */
  readonly operator?: string;
  readonly address?: PostalAddress; // BG-5, BG-8
  /** BG-6: BT-41 to BT-43; BG-9: BT-56 to BT-58 */
  readonly contact?: { readonly name?: string; readonly phone?: string; readonly email?: string };
}

/** Payee BG-10, if different from the seller. */
export interface Payee {
  readonly name: string; // BT-59
  readonly identifier?: SchemedIdentifier; // BT-60
  readonly legalId?: SchemedIdentifier; // BT-61
}

/** The seller's tax representative BG-11. */
export interface TaxRepresentative {
  readonly name: string; // BT-62
  readonly vatId?: string; // BT-63
  readonly address?: PostalAddress; // BG-12
}

/** A decimal number as text with a point, such as `-12.50`: money is never a float. */
export type Decimal = string;

/** A calendar date, `2026-01-15`. */
export type IsoDate = string;

/** An identifier and its scheme (ISO 6523 or EAS code, UNTDID code), if the file has one. */
export interface SchemedIdentifier {
  readonly value: string;
  readonly scheme?: string;
  /** Version of the scheme, for item classifications (BT-158-2). */
  readonly version?: string;
}

/** A period, BG-14 or BG-26. */
interface DatePeriod {
  readonly start?: IsoDate; // BT-73, BT-134
  readonly end?: IsoDate; // BT-74, BT-135
}
