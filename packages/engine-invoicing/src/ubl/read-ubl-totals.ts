import type { Decimal, InvoiceTotals, VatBreakdown } from '../model/invoice.js';
import { omitEmpty } from '../model/omit-empty.js';
import { readDecimal, throwUnreadable } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';

/** Of several tax totals, the one in a currency; the other states the VAT in the accounting currency. */
const taxAmountIn = (root: XmlElement, fits: (currency: string | undefined) => boolean): Decimal | undefined =>
  readDecimal(
    root
      .all('TaxTotal')
      .map((total) => total.child('TaxAmount'))
      .find((amount) => amount !== undefined && fits(amount.attribute('currencyID')?.trim())),
  );

/** Document totals BG-22. */
export const readUblTotals = (root: XmlElement, currency: string): InvoiceTotals => {
  const totals = root.child('LegalMonetaryTotal');
  const payable = readDecimal(totals?.child('PayableAmount'));
  if (payable === undefined) {
    return throwUnreadable(
      'invoice/missing',
      'INVOICE SUM not found; it is expected in LegalMonetaryTotal/PayableAmount',
      totals ?? root,
    );
  }
  return omitEmpty({
    lines: readDecimal(totals?.child('LineExtensionAmount')),
    allowances: readDecimal(totals?.child('AllowanceTotalAmount')),
    charges: readDecimal(totals?.child('ChargeTotalAmount')),
    withoutVat: readDecimal(totals?.child('TaxExclusiveAmount')),
    vat: taxAmountIn(root, (found) => found === undefined || found === currency),
    vatAccounting: taxAmountIn(root, (found) => found !== undefined && found !== currency),
    withVat: readDecimal(totals?.child('TaxInclusiveAmount')),
    paid: readDecimal(totals?.child('PrepaidAmount')),
    rounding: readDecimal(totals?.child('PayableRoundingAmount')),
    payable,
  });
};

/** VAT breakdown BG-23, of the document currency. */
export const readUblVat = (root: XmlElement, currency: string): VatBreakdown[] =>
  root
    .all('TaxTotal')
    .filter((total) => (total.child('TaxAmount')?.attribute('currencyID')?.trim() ?? currency) === currency)
    .flatMap((total) => total.all('TaxSubtotal'))
    .map((subtotal) =>
      omitEmpty({
        base: readDecimal(subtotal.child('TaxableAmount')),
        amount: readDecimal(subtotal.child('TaxAmount')),
        category: subtotal.textAt('TaxCategory', 'ID'),
        rate: readDecimal(subtotal.at('TaxCategory', 'Percent')),
        exemptionReason: subtotal.textAt('TaxCategory', 'TaxExemptionReason'),
        exemptionCode: subtotal.textAt('TaxCategory', 'TaxExemptionReasonCode'),
      }),
    );
