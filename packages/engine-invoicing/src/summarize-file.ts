import paths from './data/invoice-paths.json' with { type: 'json' };
import { type InvoiceRejection, isRejection } from './invoice-rejection.js';
import {
  isCalendarDate,
  omitEmpty,
  readDate,
  readDecimal,
  throwUnreadable,
  UnreadableInvoiceError,
} from './model/reading.js';
import { findFormat, findInvoiceRoot, readInvoiceFrom } from './read-invoice.js';
import { type InvoiceSummary, type PartySummary, summarizeInvoice } from './summarize-invoice.js';
import { readXml } from './xml/read-xml.js';
import type { XmlElement } from './xml/xml-element.js';

/** Summarizes a file for sending, including formats that are forwarded unchanged (einvoicing.gap.invoice-xml-kinds). */
export const summarizeFile = (bytes: Uint8Array): InvoiceSummary | InvoiceRejection => {
  const document = readXml(bytes);
  if (isRejection(document)) return document;
  const root = findInvoiceRoot(document);
  if (isRejection(root)) return root;
  const { code } = findFormat(root, document.encoding);
  const places = pathsByFormat.get(code);
  if (places === undefined) {
    const read = readInvoiceFrom(root, document.encoding);
    return isRejection(read) ? read : summarizeInvoice(read);
  }
  try {
    return summarizeOtherFormat(root, code, places);
  } catch (error) {
    if (error instanceof UnreadableInvoiceError) return error.refusal;
    throw error;
  }
};

/** UNCL1001 type codes of credit notes. */
const creditCodes = new Set(['81', '83', '381', '396', '532']);

/**
 * Summarizes an invoice in a format that is forwarded unchanged (einvoicing.gap.invoice-xml-kinds).
 * @throws Unreadable
 */
const summarizeOtherFormat = (root: XmlElement, code: string, places: InvoicePaths): InvoiceSummary => {
  const invoice = places.invoice.length === 0 ? root : (root.at(...places.invoice) ?? root);
  const term = (path: ElementPath): XmlElement | undefined => invoice.at(...path);
  const text = (path: ElementPath): string | undefined => invoice.textAt(...path);
  const required = <T>(value: T | undefined, path: ElementPath): T =>
    value ?? throwUnreadable('invoice/missing', `${path.join('/')} is missing`, invoice);

  const typeCode = text(places.typeCode) ?? '380';
  const withVat = readDecimal(term(places.withVat));
  const country = places.homeCountry;
  return omitEmpty({
    format: 'OTHER',
    code,
    kind: creditCodes.has(typeCode) ? 'creditNote' : 'invoice',
    typeCode,
    number: required(text(places.number), places.number),
    issueDate: required(dateOf(term(places.issueDate)), places.issueDate),
    dueDate: dateOf(term(places.dueDate)),
    currency: required(text(places.currency), places.currency),
    payable: required(readDecimal(term(places.payable)) ?? withVat, places.payable),
    totalWithoutVat: readDecimal(term(places.withoutVat)),
    totalVat: readDecimal(term(places.vat)),
    totalWithVat: withVat,
    paymentReference: text(places.paymentReference),
    accounts: places.accounts.map((path) => text(path)?.replace(/\s+/g, '')).filter((account) => account !== undefined),
    sender: partyAt(required(term(places.seller.party), places.seller.party), places.seller, country),
    recipient: partyAt(required(term(places.buyer.party), places.buyer.party), places.buyer, country),
    lineCount: linesAt(invoice, places.lines),
    precedingInvoices: [],
    attachments: [],
  });
};

const partyAt = (party: XmlElement, places: PartyPaths, homeCountry: string | undefined): PartySummary => {
  const name = party.textAt(...places.name);
  if (name === undefined) return throwUnreadable('invoice/missing', `${places.name.join('/')} is missing`, party);
  const vatId = party.textAt(...places.vatId);
  const legalId = places.legalIds.map((path) => party.textAt(...path)).find((id) => id !== undefined);
  const endpoint = places.endpoint === undefined ? undefined : party.at(...places.endpoint.at);
  const address = endpoint?.text.trim();
  const scheme = places.endpoint === undefined ? undefined : endpoint?.attribute(places.endpoint.scheme);
  return omitEmpty({
    name,
    country: party.textAt(...places.country) ?? homeCountry,
    // Without an ISO 6523 code as its scheme, this is not an address.
    eia: address !== undefined && address !== '' && /^\d{4}$/.test(scheme ?? '') ? `${scheme}:${address}` : undefined,
    bid: legalId ?? vatId,
    vatId,
  });
};

/** Reads a calendar date, written as 2026-01-15 or, in CII, as 20260115. */
const dateOf = (element: XmlElement | undefined): string | undefined => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(element?.text.trim() ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : readDate(element);
};

const linesAt = (invoice: XmlElement, path: ElementPath): number => {
  const parent = invoice.at(...path.slice(0, -1));
  return parent?.all(path.at(-1) ?? '').length ?? 0;
};

type ElementPath = readonly string[];

/** Paths from a party's element to its terms. If there are several, the first with a value counts. */
interface PartyPaths {
  readonly party: ElementPath;
  readonly name: ElementPath;
  readonly country: ElementPath;
  readonly legalIds: readonly ElementPath[];
  readonly vatId: ElementPath;
  /** The electronic address, with the attribute that contains its scheme. */
  readonly endpoint?: { readonly at: ElementPath; readonly scheme: string };
}

interface InvoicePaths {
  /** Path from the document element. If it matches nothing, the document element is the invoice. */
  readonly invoice: ElementPath;
  readonly typeCode: ElementPath;
  readonly number: ElementPath;
  readonly issueDate: ElementPath;
  readonly dueDate: ElementPath;
  readonly currency: ElementPath;
  readonly withoutVat: ElementPath;
  readonly vat: ElementPath;
  readonly withVat: ElementPath;
  readonly payable: ElementPath;
  readonly paymentReference: ElementPath;
  readonly accounts: readonly ElementPath[];
  readonly lines: ElementPath;
  readonly seller: PartyPaths;
  readonly buyer: PartyPaths;
  /** Country of a party that does not state one. */
  readonly homeCountry?: string;
}

/** Paths by format code. Omits formats without a public specification. */
const pathsByFormat: ReadonlyMap<string, InvoicePaths> = new Map(Object.entries(paths));
