import type { InvoiceRejection, RejectionCode } from '../invoice-rejection.js';
import { toXpath, type XmlElement } from '../xml/xml-element.js';
import type { Decimal, IsoDate } from './invoice.js';

type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** T without undefined: members that allow undefined become optional. */
type Compact<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  readonly [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/** Removes keys without a value, so that a model is plain JSON and two models compare by their terms. */
export const omitEmpty = <const T extends object>(fields: T): Compact<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>;

/** Removes keys without a value. Returns undefined if no key is left. */
export const omitEmptyOrUndefined = <const T extends object>(fields: T): Compact<T> | undefined => {
  const result = omitEmpty(fields);
  return Object.keys(result).length === 0 ? undefined : result;
};

/** Carries the first rejection out of a reader. Only `readInvoice` catches it. */
export class UnreadableInvoiceError extends Error {
  constructor(readonly refusal: InvoiceRejection) {
    super(refusal.reason);
  }
}

export const throwUnreadable = (code: RejectionCode, reason: string, element: XmlElement): never => {
  throw new UnreadableInvoiceError({
    refused: true,
    code,
    reason,
    line: element.line,
    column: element.column,
    location: toXpath(element),
  });
};

export const isCalendarDate = (value: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
};

/** The date of an element, without the time zone that xs:date allows. Undefined if the element is absent or empty. */
export const readDate = (element: XmlElement | undefined): IsoDate | undefined => {
  const text = element?.text.trim();
  if (element === undefined || text === undefined || text === '') return undefined;
  const date = text.replace(/(Z|[+-]\d{2}:\d{2})$/, '');
  if (isCalendarDate(date)) return date;
  return throwUnreadable(
    'invoice/bad-date',
    `${element.name} is ${JSON.stringify(text.slice(0, 40))}; expected a date such as 2026-01-15`,
    element,
  );
};

/** Returns a decimal in plain notation: no plus sign, no leading zeros, a digit on both sides of the point. */
export const toPlainDecimal = (text: string): Decimal => {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return text;
  const whole = match[2]?.replace(/^0+/, '') || '0';
  const fraction = match[3] === undefined || match[3] === '' ? '' : `.${match[3]}`;
  return `${match[1] === '-' ? '-' : ''}${whole}${fraction}`;
};

export const readDecimal = (element: XmlElement | undefined): Decimal | undefined => {
  const text = element?.text.trim();
  if (element === undefined || text === undefined || text === '') return undefined;
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) && text.length <= 40) return toPlainDecimal(text);
  return throwUnreadable(
    'invoice/bad-amount',
    `${element.name} is ${JSON.stringify(text.slice(0, 40))}; expected a number such as 12.50`,
    element,
  );
};
