import { Big } from 'big.js';
import type { XmlElement } from '../xml/xml-element.js';

/** Text with white space reduced, as XPath's normalize-space has it. */
export const normalized = (text: string): string => (/\s/.test(text) ? text.trim().replace(/\s+/g, ' ') : text);

/** The reduced text of an element; empty where there is none. */
export const textOf = (element: XmlElement | undefined): string =>
  element === undefined ? '' : normalized(element.text);

const collect = (element: XmlElement, path: readonly string[], depth: number, found: XmlElement[]): void => {
  const name = path[depth];
  for (const child of element.children) {
    if (child.name !== name) continue;
    if (depth === path.length - 1) found.push(child);
    else collect(child, path, depth + 1, found);
  }
};

/** All elements down a path of names; an element with several children of a name gives them all. */
export const elementsAt = (element: XmlElement | undefined, ...path: string[]): XmlElement[] => {
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

/** The first element down a path, wherever it branches. */
const firstAt = (element: XmlElement | undefined, path: readonly string[]): XmlElement | undefined =>
  element === undefined ? undefined : first(element, path, 0);

/** Whether there is an element down a path. */
export const has = (element: XmlElement | undefined, ...path: string[]): boolean =>
  firstAt(element, path) !== undefined;

/** Whether the first element down a path has text. */
export const hasText = (element: XmlElement | undefined, ...path: string[]): boolean =>
  textOf(firstAt(element, path)) !== '';

/** The decimal of an element; undefined where it is absent or no decimal. */
export const decimalOf = (element: XmlElement | undefined): Big | undefined => {
  const text = element?.text.trim();
  if (text === undefined || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) || text.length > 60) return undefined;
  return new Big(text.replace(/^\+/, '').replace(/\.$/, ''));
};

/** The decimal of the first child of a name. */
export const decimalAt = (element: XmlElement | undefined, ...path: string[]): Big | undefined =>
  decimalOf(firstAt(element, path));

export const ZERO = new Big(0);

/** Sum of the decimals of elements; what is no decimal counts nothing. */
export const sumOf = (elements: readonly XmlElement[]): Big => {
  let sum = ZERO;
  for (const element of elements) {
    const value = decimalOf(element);
    if (value !== undefined) sum = sum.plus(value);
  }
  return sum;
};

/** Rounded to cents, halves upwards, as the published rules round. */
export const cents = (value: Big): Big => {
  const scaled = value.times(100);
  const floor = scaled.round(0, Big.roundDown);
  const down = floor.gt(scaled) ? floor.minus(1) : floor;
  const rounded = scaled.minus(down).gte(0.5) ? down.plus(1) : down;
  return rounded.div(100);
};

/** Rounded to a whole number, halves upwards. */
export const whole = (value: Big): Big => cents(value.div(100)).times(100);

/** Equal, where both are numbers. */
export const equal = (one: Big | undefined, other: Big | undefined): boolean =>
  one !== undefined && other !== undefined && one.eq(other);

/** Less than the tolerance apart. */
export const near = (one: Big | undefined, other: Big | undefined, tolerance: number): boolean =>
  one !== undefined && other !== undefined && one.minus(other).abs().lt(tolerance);

/** At most so many digits behind the point; text without a point has none. */
export const hasDecimals = (element: XmlElement | undefined, most: number): boolean => {
  if (element === undefined) return true;
  const at = element.text.indexOf('.');
  return at < 0 || element.text.length - at - 1 <= most;
};

/** Whether an AllowanceCharge is a charge (true) or an allowance (false); undefined where the indicator is neither. */
export const isCharge = (allowance: XmlElement): boolean | undefined => {
  const indicator = textOf(allowance.child('ChargeIndicator'));
  if (indicator === 'true' || indicator === '1') return true;
  return indicator === 'false' || indicator === '0' ? false : undefined;
};

/** Whether a tax scheme is VAT, in whatever case it is written. */
export const isVat = (taxed: XmlElement): boolean => {
  for (const scheme of taxed.children) {
    if (scheme.name !== 'TaxScheme') continue;
    for (const id of scheme.children) if (id.name === 'ID' && textOf(id).toUpperCase() === 'VAT') return true;
  }
  return false;
};

/** The date of an element as text that compares like the date; undefined where it is none. */
export const dateOf = (element: XmlElement | undefined): string | undefined => {
  const text = element?.text.trim().replace(/(Z|[+-]\d{2}:\d{2})$/, '');
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
};
