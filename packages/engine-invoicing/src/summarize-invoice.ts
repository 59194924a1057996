import type { Decimal, InvoiceParty, IsoDate, SchemedIdentifier } from './model/invoice.js';
import { omitEmpty } from './model/reading.js';
import type { InvoiceDocument } from './read-invoice.js';

export interface PartySummary {
  readonly name: string;
  readonly country?: string;
  /** Electronic address, `0216:003712345671`. */
  readonly eia?: string;
  /** The legal identifier BT-30, BT-47, or else the VAT identifier. */
  readonly bid?: string;
  readonly vatId?: string;
  readonly operator?: string;
}

/** Data of a file for sending (einvoicing.gap.invoice-record). */
export interface InvoiceSummary {
  readonly format: 'UBL' | 'FINVOICE' | 'OTHER';
  readonly code: string;
  readonly kind: 'invoice' | 'creditNote';
  readonly typeCode: string;
  readonly number: string;
  readonly issueDate: IsoDate;
  readonly dueDate?: IsoDate;
  readonly currency: string;
  /** BT-115 */
  readonly payable: Decimal;
  readonly totalWithoutVat?: Decimal;
  readonly totalVat?: Decimal;
  readonly totalWithVat?: Decimal;
  /** BT-83 */
  readonly paymentReference?: string;
  readonly orderReference?: string;
  readonly buyerReference?: string;
  readonly contractReference?: string;
  /** Account numbers BT-84, without spaces. */
  readonly accounts: readonly string[];
  readonly sender: PartySummary;
  readonly recipient: PartySummary;
  readonly lineCount: number;
  readonly precedingInvoices: readonly string[];
  readonly attachments: readonly AttachmentSummary[];
}

/** A supporting document. `size` is the number of bytes of the content, 0 for a link. */
interface AttachmentSummary {
  readonly id: string;
  readonly filename?: string;
  readonly mimeType?: string;
  readonly size: number;
}

const addressOf = (endpoint: SchemedIdentifier | undefined): string | undefined =>
  endpoint === undefined
    ? undefined
    : endpoint.scheme === undefined
      ? endpoint.value
      : `${endpoint.scheme}:${endpoint.value}`;

const summarizeParty = (party: InvoiceParty): PartySummary =>
  omitEmpty({
    name: party.name,
    country: party.address?.country ?? (/^[A-Z]{2}/.test(party.vatId ?? '') ? party.vatId?.slice(0, 2) : undefined),
    eia: addressOf(party.endpoint),
    bid: party.legalId?.value ?? party.vatId,
    vatId: party.vatId,
    operator: party.operator,
  });

const base64Size = (content: string | undefined): number =>
  content === undefined ? 0 : Math.floor((content.replace(/(?<!=)=+$/, '').length * 3) / 4);

export const summarizeInvoice = (document: InvoiceDocument): InvoiceSummary => {
  const { model } = document;
  return omitEmpty({
    format: document.format,
    code: document.code,
    kind: model.kind,
    typeCode: model.typeCode,
    number: model.number,
    issueDate: model.issueDate,
    dueDate: model.dueDate,
    currency: model.currency,
    payable: model.totals.payable,
    totalWithoutVat: model.totals.withoutVat,
    totalVat: model.totals.vat,
    totalWithVat: model.totals.withVat,
    paymentReference: model.payment?.reference,
    orderReference: model.order,
    buyerReference: model.buyerReference,
    contractReference: model.contract,
    accounts: model.payment?.accounts.map((account) => account.account.replace(/\s+/g, '')) ?? [],
    sender: summarizeParty(model.seller),
    recipient: summarizeParty(model.buyer),
    lineCount: model.lines.length,
    precedingInvoices: model.precedingInvoices.map((preceding) => preceding.number),
    attachments: model.documents.map((one) =>
      omitEmpty({ id: one.id, filename: one.filename, mimeType: one.mimeType, size: base64Size(one.content) }),
    ),
  });
};
