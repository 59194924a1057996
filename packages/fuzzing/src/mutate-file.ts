import { createZip } from './create-zip.js';
import type { FormFileValue } from './form-body.js';
import type { MutatedValue } from './generated-request.js';

const encoder = new TextEncoder();

/** Yields every mutation of a form file: its bytes, name and media type. */
export function* mutateFile(file: FormFileValue, at: string): Generator<MutatedValue> {
  for (const [what, bytes] of mutateBytes(file.bytes)) {
    const changed = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
    yield { what: `${at} ${what}`, value: { ...file, bytes: changed } };
  }
  const { filename: _filename, ...plain } = file;
  yield { what: `${at} as a plain field`, value: plain };
  for (const filename of strangeNames)
    yield { what: `${at} named ${filename.slice(0, 20)}`, value: { ...file, filename } };
  for (const mediaType of strangeTypes) yield { what: `${at} as ${mediaType}`, value: { ...file, mediaType } };
  const text = new TextDecoder().decode(file.bytes);
  if (text.startsWith('<')) yield* mutateXml(file, text, at);
}

const strangeNames = [
  '',
  '../../invoice.xml',
  'a"b.xml',
  'naïve 日本 🙂.xml',
  '__proto__',
  'invoice',
  'line\r\nend.xml',
  'C:\\invoices\\invoice.xml',
  `${'x'.repeat(5000)}.xml`,
];

/** Empty documents of known formats. */
const otherRoots = [
  'Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
  'Finvoice Version="3.0"',
  'Invoice xmlns="urn:sfti:documents:BasicInvoice:1:0"',
  'Interchange',
  'CrossIndustryInvoice',
  'INVOICE_CENTER',
];

const strangeTypes = [
  'text/plain; charset=utf-16',
  'application/xml; charset=none',
  'none',
  'multipart/mixed; boundary=b',
];

/** Yields replacements for the bytes of a file: `[what, bytes or text]`. */
export function* mutateBytes(bytes: Uint8Array): Generator<readonly [what: string, bytes: string | Uint8Array]> {
  const half = bytes.length >> 1;
  yield ['empty', ''];
  yield ['of blanks', ' \n\t '];
  yield ['of text', 'no XML at all'];
  yield ['of JSON', '{"file":1}'];
  yield ['a PDF', '%PDF-1.4\n%%EOF'];
  yield ['cut in the middle', bytes.slice(0, half)];
  yield ['twice in one', Buffer.concat([bytes, bytes])];
  yield ['with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])];
  yield ['in UTF-16', Buffer.from(`\ufeff${new TextDecoder().decode(bytes)}`, 'utf16le')];
  yield ['not UTF-8', Buffer.concat([bytes.slice(0, half), Buffer.from([0xff, 0xfe]), bytes.slice(half)])];
  yield ['with a zero byte', Buffer.concat([bytes.slice(0, half), Buffer.from([0]), bytes.slice(half)])];
  yield ['nested deeply', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`];
  yield ['with a document type', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>'];
  yield ['with an unknown entity', '<a>&none;&#0;&#x110000;</a>'];
  yield ['with a prefix that is not bound', '<none:Invoice/>'];
  for (const name of ['constructor', '__proto__', 'toString']) {
    yield [`in the encoding ${name}`, `<?xml version="1.0" encoding="${name}"?><a/>`];
    yield [`with the entity ${name}`, `<a>&${name};</a>`];
    yield [`with the prefix ${name}`, `<${name}:Invoice/>`];
    yield [`of the element ${name}`, `<${name} ${name}="${name}"/>`];
  }
  for (const root of otherRoots) yield [`of the root ${root}`, `<${root}/>`];
  const zip = createZip({ 'invoice.xml': bytes, 'invoice.pdf': '%PDF-1.4', 'attachment.txt': 'text' });
  yield ['in a zip', zip];
  yield ['in a zip within a zip', createZip({ 'invoice.xml': zip })];
  yield ['in a zip that is cut', zip.subarray(0, zip.length >> 1)];
  yield ['in a zip that lacks its beginning', zip.subarray(10)];
  yield ['in a zip with another checksum', createZip({ 'invoice.xml': bytes }, { checksum: 1 })];
  yield ['in a zip that states too much', createZip({ 'invoice.xml': bytes }, { size: 0x7fffffff })];
  yield ['in a zip that climbs out', createZip({ '../invoice.xml': bytes })];
  yield ['in a zip under another name', createZip({ 'folder/other.xml': bytes, __proto__x: 'text' })];
  const many = Array.from({ length: 200 }, (_item, index) => [`${index}.xml`, '<a/>']);
  yield ['a zip of many', createZip(Object.fromEntries(many))];
  yield ['an empty zip', createZip({})];
  yield ['the beginning of a zip', 'PK\u0003\u0004 and no more'];
  yield ['the end of a zip', 'PK\u0005\u0006'];
}

/** Mutates the first element of each name, and its content if it is only text. */
function* mutateXml(file: FormFileValue, text: string, at: string): Generator<MutatedValue> {
  const change = (what: string, changed: string): MutatedValue => ({
    what: `${at} ${what}`,
    value: { ...file, bytes: encoder.encode(changed) },
  });
  const seen = new Set<string>();
  for (const { 0: whole, 1: name = '', 2: attributes, 3: content = '', index } of text.matchAll(leaves)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const put = (element: string) => `${text.slice(0, index)}${element}${text.slice(index + whole.length)}`;
    const filled = (other: string) => put(`<${name}${attributes}>${other}</${name}>`);
    yield change(`without ${name}`, put(''));
    yield change(`with ${name} twice`, put(`${whole}${whole}`));
    if (attributes !== '') yield change(`with ${name} without attributes`, put(`<${name}>${content}</${name}>`));
    for (const other of contentsFor(content)) yield change(`with ${name} ${other.slice(0, 20)}`, filled(other));
  }
}

const leaves = /<([\w:.-]+)((?:\s[^<>]*)?)>([^<>]*)<\/\1>/g;

function contentsFor(content: string): string[] {
  const always = ['', '__proto__', 'x'.repeat(20_000), '<![CDATA[a]]><!-- b -->'];
  if (/^-?\d+\.\d+$/.test(content)) return [...always, 'NaN', '1e400', '-0.00', '99999999999999999999.99', '1,5', '0'];
  if (/^\d{4}-\d\d-\d\d$/.test(content))
    return [...always, '2026-02-30', '2026-01-15T00:00:00Z', '0000-00-00', '20260115'];
  return [...always, '-1', '🙂'];
}
