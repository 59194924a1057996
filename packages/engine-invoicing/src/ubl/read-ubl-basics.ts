import type { DatePeriod, SchemedIdentifier } from '../model/invoice.js';
import { omitEmptyOrUndefined } from '../model/omit-empty.js';
import { readDate } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';

export const readUblIdentifier = (element: XmlElement | undefined): SchemedIdentifier | undefined => {
  const value = element?.text.trim();
  if (element === undefined || value === undefined || value === '') return undefined;
  const scheme = element.attribute('schemeID');
  return scheme === undefined ? { value } : { value, scheme };
};

/** Reads a period, as StartDate and EndDate. */
export const readUblPeriod = (element: XmlElement | undefined): DatePeriod | undefined =>
  omitEmptyOrUndefined({ start: readDate(element?.child('StartDate')), end: readDate(element?.child('EndDate')) });
