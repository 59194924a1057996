import { isCalendarDate } from '../../model/reading.js';

/** A data type of basic components: its text and its attributes. */
export interface UblDataType {
  readonly takes: (text: string) => boolean;
  readonly wanted: string;
  readonly required: string | undefined;
  readonly attributes: ReadonlySet<string>;
}

const ZONE = /(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

const isDecimal = (text: string): boolean => /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(text);
const isBoolean = (text: string): boolean => /^\s*(true|false|0|1)\s*$/.test(text);
const isDate = (text: string): boolean => isCalendarDate(text.trim().replace(ZONE, ''));
const isTime = (text: string): boolean =>
  /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/.test(text.trim().replace(ZONE, ''));
const isBase64 = (text: string): boolean => {
  const plain = text.replace(/\s+/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
};
const any = (): boolean => true;

const dataType = (
  takes: (text: string) => boolean,
  wanted: string,
  attributes: string,
  required?: string,
): UblDataType => ({ takes, wanted, required, attributes: new Set(attributes.split(' ')) });

const NUMBER = 'a number such as 12.50';
const CODE = 'listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI';
const IDENTIFIER = 'schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI schemeURI';
const BINARY = 'format mimeCode encodingCode characterSetCode uri filename';
const QUANTITY = 'unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName';

/** The data types of UBL 2.1 by name. */
export const ublDataTypesByName: Readonly<Record<string, UblDataType>> = {
  Amount: dataType(isDecimal, NUMBER, 'currencyID currencyCodeListVersionID', 'currencyID'),
  BinaryObject: dataType(isBase64, 'base64', BINARY, 'mimeCode'),
  Code: dataType(any, 'a code', CODE),
  Date: dataType(isDate, 'a date such as 2026-01-15', ''),
  Identifier: dataType(any, 'an identifier', IDENTIFIER),
  Indicator: dataType(isBoolean, 'true or false', ''),
  Measure: dataType(isDecimal, NUMBER, 'unitCode unitCodeListVersionID', 'unitCode'),
  Name: dataType(any, 'text', 'languageID languageLocaleID'),
  Numeric: dataType(isDecimal, NUMBER, 'format'),
  Percent: dataType(isDecimal, NUMBER, 'format'),
  Quantity: dataType(isDecimal, NUMBER, QUANTITY),
  Rate: dataType(isDecimal, NUMBER, 'format'),
  Text: dataType(any, 'text', 'languageID languageLocaleID'),
  Time: dataType(isTime, 'a time such as 12:30:00', ''),
};
