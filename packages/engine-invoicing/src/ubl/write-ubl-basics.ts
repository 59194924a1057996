import type { DatePeriod, SchemedIdentifier } from '../model/invoice.js';
import type { AllowanceOrCharge } from '../model/line.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';

export const writeUblIdentifier = (name: string, identifier: SchemedIdentifier | undefined): XmlOutput | undefined =>
  createLeaf(name, identifier?.value, { schemeID: identifier?.scheme });

export const writeUblPeriod = (period: DatePeriod | undefined, descriptionCode?: string): XmlOutput | undefined =>
  createNode(
    'cac:InvoicePeriod',
    createLeaf('cbc:StartDate', period?.start),
    createLeaf('cbc:EndDate', period?.end),
    createLeaf('cbc:DescriptionCode', descriptionCode),
  );

/** Writes an allowance or charge of the document or of a line, with an optional category. */
export const writeUblAllowance = (allowance: AllowanceOrCharge, currency: string): XmlOutput | undefined =>
  createNode(
    'cac:AllowanceCharge',
    createLeaf('cbc:ChargeIndicator', allowance.charge ? 'true' : 'false'),
    createLeaf('cbc:AllowanceChargeReasonCode', allowance.reasonCode),
    createLeaf('cbc:AllowanceChargeReason', allowance.reason),
    createLeaf('cbc:MultiplierFactorNumeric', allowance.percent),
    createLeaf('cbc:Amount', allowance.amount, { currencyID: currency }),
    createLeaf('cbc:BaseAmount', allowance.base, { currencyID: currency }),
    writeUblCategory('cac:TaxCategory', allowance.category, allowance.rate),
  );

/** Writes a VAT category with its scheme. */
export const writeUblCategory = (
  name: string,
  category: string | undefined,
  rate: string | undefined,
  ...more: (XmlOutput | undefined)[]
): XmlOutput | undefined =>
  category === undefined && rate === undefined
    ? undefined
    : createNode(
        name,
        createLeaf('cbc:ID', category),
        createLeaf('cbc:Percent', rate),
        more,
        createNode('cac:TaxScheme', createLeaf('cbc:ID', 'VAT')),
      );
