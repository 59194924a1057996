import { compactOrUndefined } from '../model/compact.js';
import type { Identifier, Period } from '../model/invoice.js';
import { readDate } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';

/** An identifier with its scheme. */
export const readIdentifier = (element: XmlElement | undefined): Identifier | undefined => {
  const value = element?.text.trim();
  if (element === undefined || value === undefined || value === '') return undefined;
  const scheme = element.attribute('schemeID');
  return scheme === undefined ? { value } : { value, scheme };
};

/** A period, as StartDate and EndDate. */
export const readPeriod = (element: XmlElement | undefined): Period | undefined =>
  compactOrUndefined({ start: readDate(element?.child('StartDate')), end: readDate(element?.child('EndDate')) });
