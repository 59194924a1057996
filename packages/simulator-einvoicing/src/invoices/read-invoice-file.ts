import { omitUndefined } from '@understudy/contract';
import type { InvoiceRejection, InvoiceSummary, PartySummary } from '@understudy/engine-invoicing';
import type { InvoiceFacts } from '../exchange/entities.js';
import type { SentFile } from '../exchange/files.js';
import { isZip, unpackZip } from '../exchange/unpack-zip.js';

/** Reads an XML or ZIP file (einvoicing.gap.send-invoice), or returns messages for `details`. */
export async function readInvoiceFile(file: SentFile) {
  const unpacked = isZip(file.bytes) ? await unpackZip(file.bytes) : [file];
  if ('fault' in unpacked) return { faults: [`ERROR: ZIP: ${unpacked.fault}`] };
  const xml = isZip(file.bytes) ? unpacked.find(isInvoiceXml) : file;
  if (xml === undefined)
    return { faults: ['ERROR: INVOICE XML NOT FOUND: the archive needs an invoice.xml at its root'] };

  // Loaded at the first invoice, to keep the start fast.
  const { isRejection: isRefusal, summarizeFile } = await import('@understudy/engine-invoicing');
  const summary = summarizeFile(xml.bytes);
  if (isRefusal(summary)) return { faults: [describe(summary)] };
  const facts = factsOf(summary);
  if (!/^[A-Z]{3}$/.test(facts.currency)) {
    return { faults: [`ERROR: the currency "${facts.currency.slice(0, 20)}" is not an ISO 4217 code such as EUR`] };
  }
  const others = unpacked.filter((one) => one !== xml);
  return { facts, files: [{ ...xml, mimetype: 'application/xml' }, ...others] };
}

function describe({ reason, line, column, location }: InvoiceRejection): string {
  const place = [
    line === undefined ? '' : `line ${line}`,
    column === undefined ? '' : `column ${column}`,
    location ?? '',
  ];
  const where = place.filter(Boolean).join(', ');
  return `ERROR: ${reason}${where === '' ? '' : ` (${where})`}`;
}

function factsOf(summary: InvoiceSummary): InvoiceFacts {
  const {
    code,
    kind,
    number,
    issueDate,
    dueDate,
    currency,
    payable,
    totalWithVat,
    totalVat,
    paymentReference,
    accounts,
  } = summary;
  // In the record, only the recipient has an operator.
  const { operator: _operator, ...sender } = partyOf(summary.sender);
  return {
    format: code,
    creditNote: kind === 'creditNote',
    number,
    date: issueDate,
    ...(dueDate === undefined ? {} : { dueDate }),
    currency,
    sum: Number(totalWithVat ?? payable),
    tax: Number(totalVat ?? 0),
    ...(paymentReference === undefined ? {} : { reference: paymentReference }),
    ...(accounts.length === 0 ? {} : { accounts }),
    sender,
    recipient: partyOf(summary.recipient),
  };
}

function partyOf({ eia, bid, name, country, operator }: PartySummary): InvoiceFacts['recipient'] {
  return { ...omitUndefined({ eia, bid }), name, ...omitUndefined({ country, operator }) };
}

function isInvoiceXml({ filename }: SentFile, _index: number, all: readonly SentFile[]): boolean {
  if (filename.toLowerCase() === 'invoice.xml') return true;
  const atRoot = all.filter((one) => /^[^/]+\.xml$/i.test(one.filename));
  return atRoot.length === 1 && atRoot[0]?.filename === filename;
}
