import type { Decimal, IsoDate, SchemedIdentifier } from '../model/invoice.js';
import { isCalendarDate, throwUnreadable, toPlainDecimal } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import { createLeaf, type XmlOutput } from '../xml/xml-writer.js';

/** Reads a Finvoice date: CCYYMMDD, with its format as attribute, or an ISO date. */
export const readFinvoiceDate = (element: XmlElement | undefined): IsoDate | undefined => {
  const text = element?.text.trim();
  if (element === undefined || text === undefined || text === '') return undefined;
  const iso = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  if (isCalendarDate(iso)) return iso;
  const shown = JSON.stringify(text.slice(0, 40));
  return throwUnreadable(
    'invoice/bad-date',
    `${element.name} is ${shown}; expected a date such as 20260115 (CCYYMMDD)`,
    element,
  );
};

/** Reads a Finvoice number: decimal comma, possibly spaces between thousands. */
export const readFinvoiceDecimal = (element: XmlElement | undefined): Decimal | undefined => {
  const text = element?.text.trim();
  if (element === undefined || text === undefined || text === '') return undefined;
  const number = text.replace(/[\s\u00a0]/g, '').replace(',', '.');
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(number) && number.length <= 40) return toPlainDecimal(number);
  const shown = JSON.stringify(text.slice(0, 40));
  return throwUnreadable('invoice/bad-amount', `${element.name} is ${shown}; write a number such as 12,50`, element);
};

/** A quantity, which is free text in Finvoice. Undefined if it is not a number. */
export const readFinvoiceQuantity = (element: XmlElement | undefined): Decimal | undefined => {
  const number = element?.text.replace(/[\s\u00a0]/g, '').replace(',', '.');
  return number !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(number) ? toPlainDecimal(number) : undefined;
};

export const readFinvoiceIdentifier = (element: XmlElement | undefined): SchemedIdentifier | undefined => {
  const value = element?.text.trim();
  if (element === undefined || value === undefined || value === '') return undefined;
  const scheme = element.attribute('SchemeID');
  return scheme === undefined ? { value } : { value, scheme };
};

export const createDateLeaf = (name: string, date: IsoDate | undefined): XmlOutput | undefined =>
  createLeaf(name, date?.replaceAll('-', ''), { Format: 'CCYYMMDD' });

/** Creates the text, cut to the maximum length of the element. */
export const createTextLeaf = (
  name: string,
  text: string | undefined,
  most: number,
  scheme?: string,
): XmlOutput | undefined => createLeaf(name, text?.slice(0, most), { SchemeID: scheme });

export const createIdentifierLeaf = (
  name: string,
  identifier: SchemedIdentifier | undefined,
  most: number,
): XmlOutput | undefined => createTextLeaf(name, identifier?.value, most, identifier?.scheme);

/** Returns an amount in the notation of Finvoice: a comma, and none or two to five decimals. */
const finvoiceAmount = (value: Decimal): string => {
  const [whole = '0', fraction] = value.split('.');
  if (fraction === undefined || /^0*$/.test(fraction)) return fraction === undefined ? whole : `${whole},00`;
  return `${whole},${fraction.slice(0, 5).padEnd(2, '0')}`;
};

export const createAmountLeaf = (name: string, value: Decimal | undefined, currency: string): XmlOutput | undefined =>
  createLeaf(name, value === undefined ? undefined : finvoiceAmount(value), { AmountCurrencyIdentifier: currency });

export const createDecimalLeaf = (
  name: string,
  value: Decimal | undefined,
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlOutput | undefined => createLeaf(name, value?.replace('.', ','), attributes);

/** Splits text at spaces into pieces of a maximum length. Drops text after the last piece. */
export const splitIntoPieces = (text: string | undefined, length: number, most: number): string[] => {
  const pieces: string[] = [];
  let rest = text ?? '';
  while (rest.length > length && pieces.length < most - 1) {
    const space = rest.lastIndexOf(' ', length);
    const end = space > 0 ? space : length;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  if (rest !== '') pieces.push(rest.slice(0, length));
  return pieces;
};
