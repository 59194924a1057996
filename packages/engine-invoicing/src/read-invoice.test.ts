import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  detectFormat,
  type InvoiceRejection,
  isRejection,
  readInvoice,
  summarizeInvoice,
  writeFinvoice,
  writeUbl,
} from './index.js';
import { createTestInvoice } from './testing/invoices.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const ubl = writeUbl(createTestInvoice());
const place = (refusal: object): unknown =>
  isRejection(refusal) ? [refusal.code, refusal.line, refusal.column] : 'read';

const endOf = (text: string): [line: number, column: number] => {
  const lines = text.split('\n');
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
};

describe('readInvoice accepts', () => {
  const names = (source: Buffer): string | InvoiceRejection => {
    const document = readInvoice(source);
    return isRejection(document) ? document : document.model.seller.name;
  };
  const finvoice = writeFinvoice(createTestInvoice());
  const cases: Record<string, Buffer> = {
    'other prefixes': bytes(ubl.replaceAll('cbc:', 'x1:').replace('xmlns:cbc', 'xmlns:x1')),
    'a byte order mark': bytes(`\uFEFF${ubl}`),
    'UTF-16 little-endian': Buffer.from(`\uFEFF${ubl.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    'UTF-16 big-endian': Buffer.from(`\uFEFF${ubl.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16(),
    'ISO-8859-1': Buffer.from(ubl.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    'ISO-8859-15': Buffer.from(ubl.replace('UTF-8', 'ISO-8859-15'), 'latin1'),
    'CRLF and comments': bytes(ubl.replaceAll('\n', '\r\n').replace('<cac:Party>', '<!-- seller --><cac:Party>')),
    Finvoice: bytes(finvoice),
    'Finvoice behind a SOAP envelope': bytes(
      `<?xml version="1.0"?><S:Envelope xmlns:S="urn:s"><S:Header/></S:Envelope>\n${finvoice}`,
    ),
    'Finvoice 2.01': bytes(finvoice.replace('Version="3.0"', 'Version="2.01"')),
    'Finvoice 1.3': bytes(finvoice.replace('Version="3.0"', 'Version="1.3"')),
    'a signed invoice': bytes(
      ubl.replace(
        '<cbc:CustomizationID>',
        '<e:UBLExtensions xmlns:e="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><e:UBLExtension><e:ExtensionContent><Signature xmlns="urn:sig"><ID>no</ID></Signature></e:ExtensionContent></e:UBLExtension></e:UBLExtensions><cbc:CustomizationID>',
      ),
    ),
  };
  for (const [name, source] of Object.entries(cases)) {
    test(name, () => expect(names(source)).toBe('Metsäpolun Palvelut Oy'));
  }

  test('the euro sign of ISO-8859-15', () => {
    const source = Buffer.from(ubl.replace('UTF-8', 'ISO-8859-15').replace('Plank', '\u00A4'), 'latin1');
    const document = readInvoice(source);
    expect(isRejection(document) ? document : document.model.lines[0]?.item.name).toBe('€');
  });
});

describe('readInvoice rejects', () => {
  const entity = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
  const cases: [string, Buffer, unknown][] = [
    ['an XML bomb', bytes(entity), ['xml/doctype', 1, 1]],
    [
      'an external entity',
      bytes('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>'),
      ['xml/doctype', 1, 1],
    ],
    ['an undeclared entity', bytes('<a>\n &x;</a>'), ['xml/entity', 2, 2]],
    ['50 MB', Buffer.alloc(50_000_000, 32), ['xml/too-large', undefined, undefined]],
    ['an empty file', bytes(''), ['xml/truncated', 1, 1]],
    ['a truncated file', bytes(ubl.slice(0, 900)), ['xml/truncated', ...endOf(ubl.slice(0, 900))]],
    ['broken UTF-8', Buffer.from('<a>\n\xe4</a>', 'latin1'), ['xml/encoding', 2, 1]],
    ['an unknown encoding', bytes('<?xml version="1.0" encoding="EBCDIC"?><a/>'), ['xml/encoding', 1, 1]],
    ['UTF-16 that is not', bytes('<?xml version="1.0" encoding="UTF-16"?><a/>'), ['xml/encoding', 1, 1]],
    ['tags that do not match', bytes('<a>\n<b></c></a>'), ['xml/not-well-formed', 2, 4]],
    ['an undeclared prefix', bytes('<a><x:b/></a>'), ['xml/not-well-formed', 1, 4]],
    ['a doubled attribute', bytes('<a b="1" b="2"/>'), ['xml/not-well-formed', 1, 10]],
    ['depth', bytes('<a>'.repeat(101)), ['xml/too-deep', 1, 301]],
    ['text that is no XML', bytes('Invoice 77'), ['xml/not-well-formed', 1, 1]],
    ['another document', bytes('<Order/>'), ['invoice/not-an-invoice', 1, 1]],
    ['a format that is passed on', bytes('<CrossIndustryInvoice/>'), ['invoice/unsupported-format', 1, 1]],
    ['no number', bytes(ubl.replace('<cbc:ID>77</cbc:ID>', '')), ['invoice/missing', 2, 1]],
    ['a date that is none', bytes(ubl.replace('2026-01-15', '2026-02-30')), ['invoice/bad-date', 6, 3]],
    [
      'an amount that is none',
      bytes(ubl.replace('>125.50</cbc:PayableAmount', '>12,50</cbc:PayableAmount')),
      ['invoice/bad-amount', endOf(ubl.slice(0, ubl.indexOf('<cbc:PayableAmount')))[0], 5],
    ],
    ['two documents in a row', bytes('<a/><b/>'), ['xml/not-well-formed', 1, 5]],
  ];
  for (const [name, source, expected] of cases) test(name, () => expect(place(readInvoice(source))).toEqual(expected));

  test('an invalid date, with its XPath and the expected format', () => {
    expect(readInvoice(bytes(ubl.replace('2026-01-15', 'soon')))).toMatchObject({
      location: '/Invoice/cbc:IssueDate',
      reason: 'IssueDate is "soon"; expected a date such as 2026-01-15',
    });
  });
});

test('readInvoice reads 10,000 lines', () => {
  const lines = ubl.slice(ubl.indexOf('<cac:InvoiceLine>'), ubl.indexOf('</Invoice>'));
  const document = readInvoice(bytes(ubl.replace(lines, lines.repeat(10_000))));
  expect(isRejection(document) ? document : document.model.lines.length).toBe(10_000);
});

test('detectFormat distinguishes formats by their root element', () => {
  const code = (text: string): string => {
    const format = detectFormat(bytes(text));
    return isRejection(format) ? format.code : format.code;
  };
  expect(code(ubl)).toBe('PEPPOLBIS30');
  expect(code('<Finvoice Version="1.3"/>')).toBe('FINVOICE13');
  expect(code('<Invoice xmlns="urn:sfti:documents:BasicInvoice:1:0"/>')).toBe('SVEFAKTURA10');
  expect(code('<Invoice xmlns="urn:other"/>')).toBe('UNKNOWN');
  expect(code('<Invoice xmlns="http://www.e2b.no/XMLSchema"/>')).toBe('E2B');
  expect(code('<INVOICE_CENTER/>')).toBe('TEAPPSXML');
});

test('summarizeInvoice returns the figures shown in records', () => {
  const path = new URL('../../../fixtures/einvoicing/invoices/ubl-invoice-full.xml', import.meta.url);
  const document = readInvoice(readFileSync(path));
  if (isRejection(document)) throw new Error(document.reason);
  expect(summarizeInvoice(document)).toMatchObject({
    number: '2026-0042',
    payable: '1001.00',
    dueDate: '2026-02-14',
    accounts: ['FI2112345600000785'],
    sender: { name: 'Metsäpolun Palvelut Oy', eia: '0216:003712345671', bid: '1234567-1', country: 'FI' },
    recipient: { eia: '0007:5560360793', country: 'SE' },
    lineCount: 3,
    attachments: [{ id: 'hours-january', filename: 'hours.csv', mimeType: 'text/csv', size: 15 }, { size: 0 }],
  });
});
