import { describe, expect, test } from 'vitest';
import { writeFinvoice } from '../../finvoice/write-finvoice.js';
import { createTestInvoice } from '../../testing/invoices.js';
import { replaceOnce, validateText } from '../../testing/validate-text.js';
import { writeUbl } from '../../ubl/write-ubl.js';

const ubl = writeUbl(createTestInvoice());
const finvoice = writeFinvoice(createTestInvoice());
const findings = (text: string): string[][] =>
  validateText(text, ['schema']).map(({ ruleId, location }) => [ruleId, location]);

describe('UBL', () => {
  const issueDate = '<cbc:IssueDate>2026-01-15</cbc:IssueDate>';
  const cases: [name: string, text: string, expected: string[][]][] = [
    [
      'order',
      replaceOnce(ubl, `<cbc:ID>77</cbc:ID>\n  ${issueDate}`, `${issueDate}<cbc:ID>77</cbc:ID>`),
      [['UBL-XSD/order', '/Invoice/cbc:ID']],
    ],
    [
      'cardinality: twice',
      replaceOnce(ubl, issueDate, issueDate + issueDate),
      [['UBL-XSD/cardinality', '/Invoice/cbc:IssueDate[2]']],
    ],
    ['cardinality: missing', replaceOnce(ubl, issueDate, ''), [['UBL-XSD/cardinality', '/Invoice']]],
    [
      'unknown element',
      replaceOnce(ubl, issueDate, `${issueDate}<cbc:Colour>red</cbc:Colour>`),
      [['UBL-XSD/unknown-element', '/Invoice/cbc:Colour']],
    ],
    ['date', replaceOnce(ubl, '2026-01-15', '15.1.2026'), [['UBL-XSD/type', '/Invoice/cbc:IssueDate']]],
    [
      'amount',
      replaceOnce(ubl, '>10.00</cbc:PriceAmount', '>10,00</cbc:PriceAmount'),
      [['UBL-XSD/type', '/Invoice/cac:InvoiceLine/cac:Price/cbc:PriceAmount']],
    ],
    [
      'attribute missing',
      replaceOnce(ubl, '<cbc:PriceAmount currencyID="EUR">', '<cbc:PriceAmount>'),
      [['UBL-XSD/attribute', '/Invoice/cac:InvoiceLine/cac:Price/cbc:PriceAmount']],
    ],
    [
      'attribute unknown',
      replaceOnce(ubl, '<cbc:ID>77', '<cbc:ID colour="red">77'),
      [['UBL-XSD/attribute', '/Invoice/cbc:ID/@colour']],
    ],
    [
      'text in an aggregate',
      replaceOnce(ubl, '<cac:Price>', '<cac:Price>x'),
      [['UBL-XSD/type', '/Invoice/cac:InvoiceLine/cac:Price']],
    ],
  ];
  for (const [name, text, expected] of cases) test(name, () => expect(findings(text)).toEqual(expected));
});

describe('Finvoice', () => {
  const cases: [name: string, text: string, expected: string[][]][] = [
    ['valid', finvoice, []],
    [
      'order',
      replaceOnce(finvoice, /(<BuyerPartyDetails>[\s\S]*<\/BuyerPartyDetails>)/, '').replace(
        '<SellerPartyDetails>',
        '<BuyerPartyDetails><BuyerOrganisationName>Oy</BuyerOrganisationName></BuyerPartyDetails><SellerPartyDetails>',
      ),
      [['FINVOICE-XSD/order', '/Finvoice/SellerPartyDetails']],
    ],
    [
      'missing',
      replaceOnce(finvoice, /<InvoiceNumber>.*<\/InvoiceNumber>/, ''),
      [['FINVOICE-XSD/cardinality', '/Finvoice/InvoiceDetails']],
    ],
    [
      'date format',
      replaceOnce(finvoice, '<InvoiceDate Format="CCYYMMDD">', '<InvoiceDate>'),
      [['FINVOICE-XSD/attribute', '/Finvoice/InvoiceDetails/InvoiceDate']],
    ],
    [
      'no such day',
      replaceOnce(finvoice, '>20260115</InvoiceDate>', '>20260230</InvoiceDate>'),
      [['FINVOICE-XSD/type', '/Finvoice/InvoiceDetails/InvoiceDate']],
    ],
    [
      'decimal point',
      replaceOnce(finvoice, '>125,50</EpiInstructedAmount>', '>125.50</EpiInstructedAmount>'),
      [['FINVOICE-XSD/type', '/Finvoice/EpiDetails/EpiPaymentInstructionDetails/EpiInstructedAmount']],
    ],
    [
      'too long',
      replaceOnce(finvoice, '<InvoiceNumber>77<', `<InvoiceNumber>${'7'.repeat(21)}<`),
      [['FINVOICE-XSD/type', '/Finvoice/InvoiceDetails/InvoiceNumber']],
    ],
    [
      'currency',
      replaceOnce(
        finvoice,
        '<EpiInstructedAmount AmountCurrencyIdentifier="EUR">',
        '<EpiInstructedAmount AmountCurrencyIdentifier="EURO">',
      ),
      [
        [
          'FINVOICE-XSD/attribute',
          '/Finvoice/EpiDetails/EpiPaymentInstructionDetails/EpiInstructedAmount/@AmountCurrencyIdentifier',
        ],
      ],
    ],
    [
      'unknown element',
      replaceOnce(finvoice, '<InvoiceNumber>', '<Colour>red</Colour><InvoiceNumber>'),
      [['FINVOICE-XSD/unknown-element', '/Finvoice/InvoiceDetails/Colour']],
    ],
  ];
  for (const [name, text, expected] of cases) test(name, () => expect(findings(text)).toEqual(expected));
});
