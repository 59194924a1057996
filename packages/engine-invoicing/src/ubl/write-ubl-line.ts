import type { Invoice } from '../model/invoice.js';
import type { Item, Line, Price } from '../model/line.js';
import { leaf, node, type XmlOut } from '../xml/xml-writer.js';
import { writeAllowance, writeCategory, writeIdentifier, writePeriod } from './write-ubl-basics.js';

const writeItem = (item: Item): XmlOut | undefined =>
  node(
    'cac:Item',
    leaf('cbc:Description', item.description),
    leaf('cbc:Name', item.name),
    node('cac:BuyersItemIdentification', leaf('cbc:ID', item.buyerId)),
    node('cac:SellersItemIdentification', leaf('cbc:ID', item.sellerId)),
    node('cac:StandardItemIdentification', writeIdentifier('cbc:ID', item.standardId)),
    node('cac:OriginCountry', leaf('cbc:IdentificationCode', item.origin)),
    item.classifications.map((code) =>
      node(
        'cac:CommodityClassification',
        leaf('cbc:ItemClassificationCode', code.value, { listID: code.scheme, listVersionID: code.version }),
      ),
    ),
    writeCategory('cac:ClassifiedTaxCategory', item.category, item.rate),
    item.attributes.map((attribute) =>
      node('cac:AdditionalItemProperty', leaf('cbc:Name', attribute.name), leaf('cbc:Value', attribute.value)),
    ),
  );

const writePrice = (price: Price, currency: string): XmlOut | undefined =>
  node(
    'cac:Price',
    leaf('cbc:PriceAmount', price.net, { currencyID: currency }),
    leaf('cbc:BaseQuantity', price.baseQuantity, { unitCode: price.baseUnit }),
    price.discount === undefined && price.gross === undefined
      ? undefined
      : node(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', 'false'),
          leaf('cbc:Amount', price.discount ?? '0', { currencyID: currency }),
          leaf('cbc:BaseAmount', price.gross, { currencyID: currency }),
        ),
  );

/** A line of an invoice or a credit note. */
export const writeLine = (line: Line, invoice: Invoice): XmlOut | undefined => {
  const creditNote = invoice.kind === 'creditNote';
  return node(
    creditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    leaf('cbc:ID', line.id),
    leaf('cbc:Note', line.note),
    leaf(creditNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, { unitCode: line.unit }),
    leaf('cbc:LineExtensionAmount', line.net, { currencyID: invoice.currency }),
    leaf('cbc:AccountingCost', line.accounting),
    writePeriod(line.period),
    node('cac:OrderLineReference', leaf('cbc:LineID', line.orderLine)),
    node(
      'cac:DocumentReference',
      writeIdentifier('cbc:ID', line.object),
      line.object && leaf('cbc:DocumentTypeCode', '130'),
    ),
    line.allowances.map((allowance) => writeAllowance(allowance, invoice.currency)),
    writeItem(line.item),
    writePrice(line.price, invoice.currency),
  );
};
