import type { Invoice } from '../model/invoice.js';
import type { InvoiceItem, InvoiceLine, ItemPrice } from '../model/line.js';
import { createLeaf, createNode, type XmlOutput } from '../xml/xml-writer.js';
import { writeUblAllowance, writeUblCategory, writeUblIdentifier, writeUblPeriod } from './write-ubl-basics.js';

const writeItem = (item: InvoiceItem): XmlOutput | undefined =>
  createNode(
    'cac:Item',
    createLeaf('cbc:Description', item.description),
    createLeaf('cbc:Name', item.name),
    createNode('cac:BuyersItemIdentification', createLeaf('cbc:ID', item.buyerId)),
    createNode('cac:SellersItemIdentification', createLeaf('cbc:ID', item.sellerId)),
    createNode('cac:StandardItemIdentification', writeUblIdentifier('cbc:ID', item.standardId)),
    createNode('cac:OriginCountry', createLeaf('cbc:IdentificationCode', item.origin)),
    item.classifications.map((code) =>
      createNode(
        'cac:CommodityClassification',
        createLeaf('cbc:ItemClassificationCode', code.value, { listID: code.scheme, listVersionID: code.version }),
      ),
    ),
    writeUblCategory('cac:ClassifiedTaxCategory', item.category, item.rate),
    item.attributes.map((attribute) =>
      createNode(
        'cac:AdditionalItemProperty',
        createLeaf('cbc:Name', attribute.name),
        createLeaf('cbc:Value', attribute.value),
      ),
    ),
  );

const writePrice = (price: ItemPrice, currency: string): XmlOutput | undefined =>
  createNode(
    'cac:Price',
    createLeaf('cbc:PriceAmount', price.net, { currencyID: currency }),
    createLeaf('cbc:BaseQuantity', price.baseQuantity, { unitCode: price.baseUnit }),
    price.discount === undefined && price.gross === undefined
      ? undefined
      : createNode(
          'cac:AllowanceCharge',
          createLeaf('cbc:ChargeIndicator', 'false'),
          createLeaf('cbc:Amount', price.discount ?? '0', { currencyID: currency }),
          createLeaf('cbc:BaseAmount', price.gross, { currencyID: currency }),
        ),
  );

export const writeUblLine = (line: InvoiceLine, invoice: Invoice): XmlOutput | undefined => {
  const creditNote = invoice.kind === 'creditNote';
  return createNode(
    creditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    createLeaf('cbc:ID', line.id),
    createLeaf('cbc:Note', line.note),
    createLeaf(creditNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, { unitCode: line.unit }),
    createLeaf('cbc:LineExtensionAmount', line.net, { currencyID: invoice.currency }),
    createLeaf('cbc:AccountingCost', line.accounting),
    writeUblPeriod(line.period),
    createNode('cac:OrderLineReference', createLeaf('cbc:LineID', line.orderLine)),
    createNode(
      'cac:DocumentReference',
      writeUblIdentifier('cbc:ID', line.object),
      line.object && createLeaf('cbc:DocumentTypeCode', '130'),
    ),
    line.allowances.map((allowance) => writeUblAllowance(allowance, invoice.currency)),
    writeItem(line.item),
    writePrice(line.price, invoice.currency),
  );
};
