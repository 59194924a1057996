import type { Decimal, InvoiceNote, SchemedIdentifier } from '../model/invoice.js';
import { isCalendarDate, omitEmpty, throwUnreadable, toPlainDecimal } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';
import type { Codec } from '../xml/xml-template.js';

const textOf = (element: XmlElement | undefined): string | undefined => element?.text.trim() || undefined;

const isDecimal = (text: string): boolean => /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);

/** Reads a number with a decimal comma and optional spaces between thousands. */
const numberOf = (text: string): string => text.replace(/[\s\u00a0]/g, '').replace(',', '.');

const readDecimal = ([element]: readonly XmlElement[]): Decimal | undefined => {
  const text = textOf(element);
  if (element === undefined || text === undefined) return undefined;
  const number = numberOf(text);
  if (isDecimal(number) && number.length <= 40) return toPlainDecimal(number);
  const shown = JSON.stringify(text.slice(0, 40));
  return throwUnreadable('invoice/bad-amount', `${element.name} is ${shown}; write a number such as 12,50`, element);
};

const readDate = ([element]: readonly XmlElement[]): string | undefined => {
  const text = textOf(element);
  if (element === undefined || text === undefined) return undefined;
  const iso = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  if (isCalendarDate(iso)) return iso;
  const shown = JSON.stringify(text.slice(0, 40));
  return throwUnreadable(
    'invoice/bad-date',
    `${element.name} is ${shown}; expected a date such as 20260115 (CCYYMMDD)`,
    element,
  );
};

/** Returns an amount in the notation of Finvoice: a comma, and none or two to five decimals. */
const writeAmount = (value: Decimal): string => {
  const [whole = '0', fraction] = value.split('.');
  if (fraction === undefined || /^0*$/.test(fraction)) return fraction === undefined ? whole : `${whole},00`;
  return `${whole},${fraction.slice(0, 5).padEnd(2, '0')}`;
};

/** Splits text at spaces into pieces of a maximum length. Drops text after the last piece. */
const splitIntoPieces = (text: string, [length = 0, most = 1]: readonly number[]): string[] => {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > length && pieces.length < most - 1) {
    const space = rest.lastIndexOf(' ', length);
    const end = space > 0 ? space : length;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  if (rest !== '') pieces.push(rest.slice(0, length));
  return pieces;
};

const writeText: Codec['write'] = (value, [most]) => ({ texts: [String(value).slice(0, most)] });
const writeDecimal: Codec['write'] = (value) => ({ texts: [String(value).replace('.', ',')] });

/** The types of content of a Finvoice. Dates are CCYYMMDD, or ISO dates in a file that is read. */
export const finvoiceCodecs: Readonly<Record<string, Codec>> = {
  text: { read: ([element]) => textOf(element), write: writeText },
  /** Account numbers, optionally in groups of digits. */
  compact: { read: ([element]) => textOf(element)?.replace(/\s+/g, ''), write: writeText },
  /** A string split over several elements. */
  pieces: {
    read: (elements) => elements.flatMap((one) => textOf(one) ?? []).join(' ') || undefined,
    write: (value, limits) => ({ texts: splitIntoPieces(String(value), limits) }),
  },
  note: {
    read([element]) {
      const text = textOf(element);
      const [, subject, rest] = /^#([A-Z]{3})#([\s\S]*)$/.exec(text ?? '') ?? [];
      if (subject !== undefined) return { subject, text: rest ?? '' };
      return text === undefined ? undefined : { text };
    },
    write(note, limits) {
      const { subject, text } = note as InvoiceNote;
      return { texts: splitIntoPieces(subject === undefined ? text : `#${subject}#${text}`, limits) };
    },
  },
  date: {
    read: readDate,
    write: (value) => ({ texts: [String(value).replaceAll('-', '')], attributes: { Format: 'CCYYMMDD' } }),
  },
  decimal: { read: readDecimal, write: writeDecimal },
  /** A number in a free-text field. Other text gives no value. */
  quantity: {
    read([element]) {
      const number = numberOf(element?.text ?? '');
      return isDecimal(number) ? toPlainDecimal(number) : undefined;
    },
    write: writeDecimal,
  },
  amount: {
    read: readDecimal,
    write: (value, _limits, root) => ({
      texts: [writeAmount(String(value))],
      attributes: { AmountCurrencyIdentifier: 'currency' in root ? String(root.currency) : undefined },
    }),
  },
  id: {
    read([element]) {
      const value = textOf(element);
      if (value === undefined) return undefined;
      return omitEmpty({ value, scheme: element?.attribute('SchemeID'), version: element?.attribute('SchemeVersion') });
    },
    write(identifier, [most]) {
      const { value, scheme, version } = identifier as SchemedIdentifier;
      return { texts: [value.slice(0, most)], attributes: { SchemeID: scheme, SchemeVersion: version } };
    },
  },
};
