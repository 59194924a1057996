import { Big } from 'big.js';
import { isCalendarDate } from '../model/reading.js';
import type { XmlElement } from '../xml/xml-element.js';

/** Normalizes white space like normalize-space() in XPath. */
export const normalizeSpace = (text: string): string => (/\s/.test(text) ? text.trim().replace(/\s+/g, ' ') : text);

/** Reads the normalized text of an element. Empty if there is no element. */
export const readElementText = (element: XmlElement | undefined): string =>
  element === undefined ? '' : normalizeSpace(element.text);

const collect = (element: XmlElement, path: readonly string[], depth: number, found: XmlElement[]): void => {
  const name = path[depth];
  for (const child of element.children) {
    if (child.name !== name) continue;
    if (depth === path.length - 1) found.push(child);
    else collect(child, path, depth + 1, found);
  }
};

export const selectElements = (element: XmlElement | undefined, ...path: string[]): XmlElement[] => {
  const found: XmlElement[] = [];
  if (element !== undefined) collect(element, path, 0, found);
  return found;
};

const first = (element: XmlElement, path: readonly string[], depth: number): XmlElement | undefined => {
  const name = path[depth];
  for (const child of element.children) {
    if (child.name !== name) continue;
    const found = depth === path.length - 1 ? child : first(child, path, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Selects the first element that matches a path, considering all branches. */
export const selectFirst = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  element === undefined ? undefined : first(element, path, 0);

export const hasElement = (element: XmlElement | undefined, ...path: string[]): boolean =>
  selectFirst(element, ...path) !== undefined;

export const hasText = (element: XmlElement | undefined, ...path: string[]): boolean =>
  readElementText(selectFirst(element, ...path)) !== '';

/** Reads the decimal of an element. Undefined if it is absent or not a decimal. */
export const readElementDecimal = (element: XmlElement | undefined): Big | undefined => {
  const text = element?.text.trim();
  if (text === undefined || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) || text.length > 60) return undefined;
  return new Big(text.replace(/^\+/, '').replace(/\.$/, ''));
};

export const readDecimalAt = (element: XmlElement | undefined, ...path: string[]): Big | undefined =>
  readElementDecimal(selectFirst(element, ...path));

export const decimalZero = new Big(0);

/**
 * Returns the number of an element for rules whose comparison does not specify a type. Exponents and INF are allowed.
 */
export const toXpathNumber = (element: XmlElement | undefined): number | undefined =>
  element === undefined ? undefined : parseXpathNumber(element.text);

/** Parses a text as a number like `toXpathNumber`. */
export const parseXpathNumber = (untrimmed: string): number | undefined => {
  const text = untrimmed.trim();
  if (/^[+-]?INF$/.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
};

/** Returns whether the element's numeric value is at least `limit`. False if it has none. */
export const isAtLeast = (element: XmlElement, limit: number): boolean => {
  const value = toXpathNumber(element);
  return value !== undefined && value >= limit;
};

/**
 * Adds a whole number in binary floating point, like published rules with a tolerance of 1, to match them to the last
 * digit.
 */
export const addInBinary = (value: Big, by: number): Big => new Big((value.toNumber() + by).toFixed(60));

/** Returns the sum of the decimals of elements. Other elements count as 0. */
export const sumDecimals = (elements: readonly XmlElement[]): Big => {
  let sum = decimalZero;
  for (const element of elements) {
    const value = readElementDecimal(element);
    if (value !== undefined) sum = sum.plus(value);
  }
  return sum;
};

/** Rounds to cents, with halves rounded up, as the published rules do. */
export const roundToCents = (value: Big): Big => {
  const scaled = value.times(100);
  const floor = scaled.round(0, Big.roundDown);
  const down = floor.gt(scaled) ? floor.minus(1) : floor;
  const rounded = scaled.minus(down).gte(0.5) ? down.plus(1) : down;
  return rounded.div(100);
};

/** Rounds to a whole number, with halves rounded up. */
export const roundToWhole = (value: Big): Big => roundToCents(value.div(100)).times(100);

/** Returns whether both are numbers and equal. */
export const areDecimalsEqual = (one: Big | undefined, other: Big | undefined): boolean =>
  one !== undefined && other !== undefined && one.eq(other);

export const isNear = (one: Big | undefined, other: Big | undefined, tolerance: number): boolean =>
  one !== undefined && other !== undefined && one.minus(other).abs().lt(tolerance);

/** Checks the maximum number of decimals. Text without a point has none. */
export const hasDecimals = (element: XmlElement | undefined, most: number): boolean => {
  if (element === undefined) return true;
  const at = element.text.indexOf('.');
  return at < 0 || element.text.length - at - 1 <= most;
};

const INDICATORS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Returns whether an AllowanceCharge is a charge. Uses the indicators before the first invalid one, as published. */
export const isCharge = (allowance: XmlElement): boolean | undefined => {
  let charge: boolean | undefined;
  for (const child of allowance.children) {
    if (child.name !== 'ChargeIndicator') continue;
    const indicator = INDICATORS.get(readElementText(child));
    if (indicator === undefined) break;
    if (!indicator) return false;
    charge = true;
  }
  return charge;
};

/** Returns true if a tax scheme is VAT, in any case. */
export const isVat = (taxed: XmlElement): boolean => {
  for (const scheme of taxed.children) {
    if (scheme.name !== 'TaxScheme') continue;
    for (const id of scheme.children) if (id.name === 'ID' && readElementText(id).toUpperCase() === 'VAT') return true;
  }
  return false;
};

/**
 * Returns the start of an element's date in minutes since 1970. Without a time zone, it is UTC. Undefined if it is not
 * a date.
 */
export const readElementDate = (element: XmlElement | undefined): number | undefined => {
  const [, day = '', zone = ''] = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/.exec(element?.text.trim() ?? '') ?? [];
  if (!isCalendarDate(day)) return undefined;
  const [hours = 0, minutes = 0] = zone.length === 6 ? zone.slice(1).split(':').map(Number) : [];
  return Date.parse(day) / 60_000 - (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};
