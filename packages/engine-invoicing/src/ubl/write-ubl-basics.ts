import type { Identifier, Period } from '../model/invoice.js';
import type { Allowance } from '../model/line.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';

/** An identifier with its scheme as attribute. */
export const writeIdentifier = (name: string, identifier: Identifier | undefined): XmlOut | undefined =>
  leaf(name, identifier?.value, { schemeID: identifier?.scheme });

export const writePeriod = (period: Period | undefined, descriptionCode?: string): XmlOut | undefined =>
  node(
    'cac:InvoicePeriod',
    leaf('cbc:StartDate', period?.start),
    leaf('cbc:EndDate', period?.end),
    leaf('cbc:DescriptionCode', descriptionCode),
  );

/** An allowance or charge of the document or of a line, with an optional category. */
export const writeAllowance = (allowance: Allowance, currency: string): XmlOut | undefined =>
  node(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', allowance.charge ? 'true' : 'false'),
    leaf('cbc:AllowanceChargeReasonCode', allowance.reasonCode),
    leaf('cbc:AllowanceChargeReason', allowance.reason),
    leaf('cbc:MultiplierFactorNumeric', allowance.percent),
    leaf('cbc:Amount', allowance.amount, { currencyID: currency }),
    leaf('cbc:BaseAmount', allowance.base, { currencyID: currency }),
    writeCategory('cac:TaxCategory', allowance.category, allowance.rate),
  );

/** A VAT category with its scheme. */
export const writeCategory = (
  name: string,
  category: string | undefined,
  rate: string | undefined,
  ...more: (XmlOut | undefined)[]
): XmlOut | undefined =>
  category === undefined && rate === undefined
    ? undefined
    : node(
        name,
        leaf('cbc:ID', category),
        leaf('cbc:Percent', rate),
        more,
        node('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
      );
